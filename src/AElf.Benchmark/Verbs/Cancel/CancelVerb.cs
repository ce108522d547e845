using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Submitted;

namespace AElf.Benchmark.Verbs.Cancel;

/// <summary>The verb <c>cancel</c>: asks a manager to cancel a run, and prints its answer.</summary>
internal sealed class CancelVerb : Verb<CancelOptions>
{
    public const string Word = "cancel";

    public override ProgramDescription Program { get; } = new()
    {
        Verb = Word,
        Program = Programs.Cancel,
        Table = ProgramSettings.All,
        Purpose = "Cancels a run at its manager, and removes the keys of the run.",
        Usage = "RUN --manager HOST:PORT [options]",
        Refusal = "Nothing was cancelled.",
        TakesName = true,
        Sections = [new("Manager", Topic.Cluster, Topic.Actors, Topic.Security)],
        Notes = """
            RUN is the run's id, eight hex digits; the manager answers an unknown id with the list of runs.
            If some keys cannot be removed, cancel prints the command that removes them.

            Exit codes: 0 cancelled, 1 usage or unknown run, 2 no manager, 5 cancelled, but keys may remain
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--manager 127.0.0.1:4053",
        Examples =
        [
            new("a run of the manager of this machine", "1a2b3c4d --manager 127.0.0.1:4053"),
            new("in a cluster with a secret", "1a2b3c4d --manager h1:4053 --secret-file cluster.secret"),
        ],
    };

    public override CancelOptions? Read(IReadOnlyList<string> words)
    {
        var (given, run) = CommandLineReader.Read(Program, words);
        var settings = Resolve(given);
        var secret = SecretSource.Cluster.Read(settings, Variables);
        Problems.AddRange([.. secret.Problems, .. ClusterRules.CheckOneManager(settings)]);
        if (!RunId.TryParse(run ?? "", out _))
        {
            Problems.Add(ValidationError.Error(
                Word,
                run is null ? "run missing" : $"{Quoted.Text(run)} is not a run id",
                "expected eight lowercase hex digits, such as 1a2b3c4d"));
        }

        return Problems.Exists(problem => problem.Critical)
            ? null
            : new CancelOptions(
                run!,
                SettingsBinder.Manager(settings),
                new ConnectionOptions(SettingsBinder.Hosts(settings, secret.Secret)));
    }

    protected override async Task<ExitCode> RunAsync(CancelOptions request)
    {
        var manager = request.Manager.GetLeftPart(UriPartial.Authority);
        try
        {
            return await CancelAsync(request, manager);
        }
        catch (WireException exception)
        {
            return Fail(ExitCode.Environment, $"cannot cancel a run at the manager {manager}: {exception.Message}");
        }
    }

    private async Task<ExitCode> CancelAsync(CancelOptions options, string manager)
    {
        using var client = new RunClient(options.Manager, options.Connection);
        var state = await client.CancelAsync(options.Run, CancellationToken.None);
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
                var reasons = ReportReader.Read(report).Reasons;
                Console.Out.WriteLine($"Run {options.Run} has ended: {string.Join("; ", reasons)}");
                return ExitCode.Ok;
            case RunState.Refused(var code, var problems):
                return Fail(code, string.Join(Environment.NewLine, problems));
            default:
                return Fail(ExitCode.Environment, $"lost the manager at {manager} before the run ended");
        }
    }
}

/// <summary>The checked arguments of <c>cancel</c>.</summary>
/// <param name="Run">The run's id.</param>
/// <param name="Manager">HTTP address of the manager.</param>
/// <param name="Connection">Secret and files for TLS.</param>
internal sealed record CancelOptions(string Run, Uri Manager, ConnectionOptions Connection);
