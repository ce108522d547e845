using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Submitted;
using AElf.Benchmark.Submitted;

namespace AElf.Benchmark.Verbs.Cancel;

/// <summary>The verb <c>cancel</c>: has a manager cancel a run, and says what it answers.</summary>
internal sealed class CancelVerb : Verb<CancelOptions>
{
    /// <inheritdoc/>
    public override ProgramDescription Program => CancelOptions.Program;

    /// <inheritdoc/>
    protected override string Refusal => "Nothing was cancelled. cancel --help lists the options.";

    /// <inheritdoc/>
    protected override CancelOptions? Read(IReadOnlyList<string> words) =>
        CancelOptions.Read(words, EnvironmentSettings.OfProcess(), Problems);

    /// <inheritdoc/>
    protected override async Task<ExitCode> RunAsync(CancelOptions request)
    {
        var manager = request.Manager.GetLeftPart(UriPartial.Authority);
        try
        {
            return await CancelAsync(request, manager);
        }
        catch (WireException exception)
        {
            return Fail(ExitCode.Environment, $"no manager cancels a run at {manager}: {exception.Message}");
        }
    }

    private static async Task<ExitCode> CancelAsync(CancelOptions options, string manager)
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
}
