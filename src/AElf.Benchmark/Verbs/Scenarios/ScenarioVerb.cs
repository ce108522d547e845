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
    public async Task<int> RunAsync(string[] words, LaterStart? later)
    {
        string[] whole = [ScenarioCommandLine.Verb, .. words];
        var outcome = line.Parse(whole, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory);
        var files = CallFiles.Of(outcome, isLater: later is not null);
        if (outcome.Start<ScenarioRequest>(out var ended) is not { } request)
        {
            return (int)files.End(ended, outcome.Failures);
        }

        var failures = new List<string>();
        var code = await RunAsync(request with { Words = whole, Later = later }, files, failures);
        return (int)files.End(code, failures);
    }

    private static readonly TimeSpan JoinDeadline = TimeSpan.FromSeconds(30);

    private static async Task<ExitCode> RunAsync(ScenarioRequest request, CallFiles files, List<string> failures)
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
                    if (Open(request, addresses, hosts, interruption, call, failures) is not { } session)
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

                    code = Conclude(session, files, failures);
                    return code is ExitCode.Ok or ExitCode.Regression or ExitCode.Disturbed;
                },
                interruption.Token);

            // The processes of the first start have ended. Each later start starts its own processes.
            return unfinished is null ? code : Conclude(unfinished, files, failures);
        }
        catch (Exception exception) when (exception is ScenarioException or IOException or UnauthorizedAccessException)
        {
            return Fail(failures, ExitCode.Environment, exception.Message);
        }
        catch (OperationCanceledException) when (interruption.IsRequested)
        {
            return Fail(
                failures, ExitCode.DegradedOrFailed, "interrupted before the run; the started processes were ended");
        }
    }

    private static ExitCode Conclude(BenchmarkSession session, CallFiles files, List<string> failures)
    {
        var ended = session.Conclude();
        failures.AddRange(session.Failures);
        files.HasReports = session.HasReports;
        return ended;
    }

    private static ExitCode Fail(List<string> failures, ExitCode code, string problem)
    {
        Console.Error.WriteLine($"error: {problem}");
        failures.Add(problem);
        return code;
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
        List<string> failures)
    {
        var outcome = request.CreateRun(addresses);
        if (outcome is not ParseOutcome.Run { Options: BenchmarkOptions options })
        {
            // The files have changed since the first check.
            outcome.Print(Console.Out, Console.Error);
            failures.AddRange(outcome.Failures);
            return null;
        }

        options = options with { Words = request.Words, Later = request.Later };
        options = options with
        {
            Started = ScenarioSettings.Describe(request.Scenario),
            Machines = hosts,
            ManagerEnding = addresses.ManagerEnding,
        };
        if (addresses.Started.Count > 0)
        {
            options = options with { Profiled = addresses.Started };
        }

        return new BenchmarkSession(options, TimeProvider.System.GetTimestamp(), interruption, call);
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
