using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Settings.Completion;
using AElf.Bench.Storage.Cluster;
using AElf.Benchmark.Verbs.Measure;

namespace AElf.Benchmark.Verbs.Scenarios;

/// <summary>The verb <c>scenario</c>: starts the processes, measures, and ends the processes.</summary>
/// <param name="workload">The workload of the run.</param>
internal sealed class ScenarioVerb(IWorkloadType workload) : Verb
{
    private readonly ScenarioCommandLine line = new(workload);

    public override IEnumerable<CompletedCommand> Complete(string path) => [new(path, line.Program)];

    public override Task<int> RunAsync(string[] words) => RunAsync(words, later: null);

    /// <param name="words">The words behind the verb.</param>
    /// <param name="later">The data of a later start; null in the first process.</param>
    /// <returns>The exit code.</returns>
    public Task<int> RunAsync(string[] words, LaterStart? later)
    {
        string[] whole = [ScenarioCommandLine.Verb, .. words];
        var outcome = line.Parse(whole, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory);
        return CallFiles.RunAsync<ScenarioRequest>(
            outcome,
            isLater: later is not null,
            (request, files) => RunAsync(request with { Words = whole, Later = later }, files));
    }

    private static readonly TimeSpan JoinDeadline = TimeSpan.FromSeconds(30);

    private static async Task<ExitCode> RunAsync(ScenarioRequest request, CallFiles files)
    {
        using var interruption = new Termination(BenchmarkSession.InterruptionNotice);
        var code = ExitCode.Environment;
        try
        {
            using var call = BenchmarkSession.Show(request, interruption, request.Later);
            BenchmarkSession? unfinished = null;
            using var starting = call.OpenStep(
                $"starting the processes of scenario {request.Scenario.Name}", isAnnounced: false);
            await ScenarioRunner.RunAsync(
                request.Scenario,
                new ScenarioRunnerOptions
                {
                    Programs = ClusterPrograms() with { Word = request.Workload.Word },
                    ProgramFile = OwnProgram.File,
                    MakeCluster = MakeCluster,
                    Report = new CallLines(call),
                    IsQuiet = request.Quiet,
                    IsVerbose = request.Verbose,
                    ConfigurationFolder = request.ConfigurationFolder,
                    LogFolder = request.LogFolder,
                },
                (addresses, hosts) =>
                {
                    starting.Dispose();
                    if (Open(request, addresses, hosts, interruption, call, files) is not { } session)
                    {
                        code = ExitCode.Usage;
                        return false;
                    }

                    session.MakeFirstStart();
                    if (session.HasMoreStarts)
                    {
                        unfinished = session;
                        return true;
                    }

                    code = session.Conclude();
                    return code is ExitCode.Ok or ExitCode.Regression or ExitCode.Disturbed;
                },
                interruption.Token);

            // The processes of the first start have ended. Each later start starts its own processes.
            return unfinished?.Conclude() ?? code;
        }
        catch (Exception exception) when (exception is ScenarioException or IOException or UnauthorizedAccessException)
        {
            return files.Fail(ExitCode.Environment, exception.Message);
        }
        catch (OperationCanceledException) when (interruption.IsRequested)
        {
            return files.Fail(
                ExitCode.DegradedOrFailed, "interrupted before the run; the started processes were ended");
        }
    }

    private static void MakeCluster(IReadOnlyList<Endpoint> nodes, Secret? password) => ClusterMaker.Make(
        nodes, nodes.Count, new StoreOptions { Password = password }, JoinDeadline);

    private static AElfPrograms ClusterPrograms() => OwnProgram.IsTool
        ? AElfPrograms.In(OwnProgram.File, OwnProgram.Manager, OwnProgram.Worker)
        : AElfPrograms.Beside(AppContext.BaseDirectory);

    /// <summary>The session of the run; null after an error.</summary>
    private static BenchmarkSession? Open(
        ScenarioRequest request,
        ScenarioAddresses addresses,
        Func<IReadOnlyList<HostReport>> hosts,
        Termination interruption,
        CallProgress call,
        CallFiles files)
    {
        var outcome = request.CreateRun(addresses);
        if (outcome is not ParseOutcome.Run { Options: BenchmarkOptions options })
        {
            // The files have changed since the first check.
            outcome.Print(Console.Out, Console.Error);
            files.Note(outcome.Failures);
            return null;
        }

        options = options with
        {
            Words = request.Words,
            Later = request.Later,
            Started = ScenarioSettings.Describe(request.Scenario),
            Machines = hosts,
            ManagerEnding = addresses.ManagerEnding,
            Profiled = addresses.Started is [] ? options.Profiled : addresses.Started,
        };
        return new BenchmarkSession(options, TimeProvider.System.GetTimestamp(), interruption, call, files);
    }
}

/// <summary>The checked arguments of <c>scenario</c>.</summary>
internal sealed record ScenarioRequest(ProgramReading Reading, IReadOnlyList<ValidationError> Warnings)
    : ProgramOptions(Reading, Warnings)
{
    /// <summary>The arguments of the call. A later start repeats them.</summary>
    public IReadOnlyList<string> Words { get; init; } = [];

    /// <summary>The data of a later start; null in the first process.</summary>
    public LaterStart? Later { get; init; }

    public required Scenario Scenario { get; init; }

    /// <summary>Builds the run's options from the addresses of store and manager.</summary>
    public required Func<ScenarioAddresses, ParseOutcome> CreateRun { get; init; }

    /// <summary>Folder for the processes' output; null for none.</summary>
    public string? LogFolder { get; init; }
}
