using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports.Exporters;

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

        try
        {
            return (int)await GiveUpAsync(options);
        }
        catch (WireException exception)
        {
            return (int)Fail(
                ExitCode.Environment, $"no manager gives a run up at {options.Manager}: {exception.Message}");
        }
    }

    private static async Task<ExitCode> GiveUpAsync(GiveUpOptions options)
    {
        await using var connection = await FrameConnection.ConnectAsync(
            options.Manager, "/run", options.Connection, CancellationToken.None);
        connection.Send(new Message.CancelRun(options.Run));
        while (await connection.ReceiveAsync(CancellationToken.None) is { } answer)
        {
            switch (answer)
            {
                case Message.RunEnded(_, var report):
                    var reasons = ReportReader.Read(report.Span).Reasons;
                    Console.Out.WriteLine($"Run {options.Run} has ended: {string.Join("; ", reasons)}");
                    return ExitCode.Ok;
                case Message.RunRefused(_, var code, var problems):
                    return Fail((ExitCode)code, string.Join(Environment.NewLine, problems));
                default:
                    // Where the run is.
                    break;
            }
        }

        return Fail(
            ExitCode.Environment,
            $"the manager at {options.Manager} did not answer: {connection.EndReason ?? "the connection ended"}");
    }

    private static ExitCode Fail(ExitCode code, string problem)
    {
        Console.Error.WriteLine($"error: {problem}");
        return code;
    }
}
