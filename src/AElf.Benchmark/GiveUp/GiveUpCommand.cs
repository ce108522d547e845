using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Submitted;
using AElf.Benchmark.Submitted;

namespace AElf.Benchmark.GiveUp;

/// <summary>The verb <c>give-up</c>: has a manager give a run up, and says what it answers.</summary>
internal static class GiveUpCommand
{
    /// <summary>Runs it; <paramref name="words"/> is what followed the verb. Returns the exit code.</summary>
    public static async Task<int> RunAsync(string[] words)
    {
        if (ProgramCommandLine.Text(GiveUpOptions.Program, words)?.Print(Console.Out, Console.Error) is { } code)
        {
            return (int)code;
        }

        var problems = new List<ValidationError>();
        var options = GiveUpOptions.Read(words, EnvironmentSettings.OfProcess(), problems);
        problems.ForEach(
            problem => Console.Error.WriteLine($"{(problem.Critical ? "error" : "warning")}: {problem}"));
        if (options is null)
        {
            Console.Error.WriteLine("Nothing was given up. give-up --help lists the options.");
            return (int)ExitCode.Usage;
        }

        var manager = options.Manager.GetLeftPart(UriPartial.Authority);
        try
        {
            return (int)await GiveUpAsync(options, manager);
        }
        catch (WireException exception)
        {
            return (int)Fail(ExitCode.Environment, $"no manager gives a run up at {manager}: {exception.Message}");
        }
    }

    private static async Task<ExitCode> GiveUpAsync(GiveUpOptions options, string manager)
    {
        using var client = new RunClient(options.Manager, options.Connection);
        var state = await client.GiveUpAsync(options.Run, CancellationToken.None);
        if (!state.IsOver)
        {
            await foreach (var next in client.FollowAsync(options.Run, CancellationToken.None))
            {
                state = next;
            }
        }

        switch (state)
        {
            case RunState.Ended(var report):
                var reasons = ReportReader.Read(report.Span).Reasons;
                Console.Out.WriteLine($"Run {options.Run} has ended: {string.Join("; ", reasons)}");
                return ExitCode.Ok;
            case RunState.Refused(var code, var problems):
                return Fail(code, string.Join(Environment.NewLine, problems));
            default:
                return Fail(ExitCode.Environment, $"the manager at {manager} went away before the run had ended");
        }
    }

    private static ExitCode Fail(ExitCode code, string problem)
    {
        Console.Error.WriteLine($"error: {problem}");
        return code;
    }
}
