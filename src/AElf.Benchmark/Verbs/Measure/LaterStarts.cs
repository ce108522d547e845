using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Settings.Completion;
using AElf.Benchmark.Processes;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>Makes the later process starts of a call, each in a new process, and the reports over all starts.</summary>
/// <param name="options">The call.</param>
/// <param name="local">Removes the keys of a killed start.</param>
/// <param name="call">Shows the progress of the current start.</param>
/// <param name="cancellation">Ends the current start and the series.</param>
internal sealed class LaterStarts(
    BenchmarkOptions options, LocalRuns local, CallProgress call, CancellationToken cancellation)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    /// <summary>
    /// Makes the later starts until one fails. Returns the reports of the call's runs over all starts.
    /// </summary>
    /// <param name="first">The runs of the first start, at least one, which this process made.</param>
    /// <param name="firstRun">Id of the first run.</param>
    public IReadOnlyList<RunReport> Complete(IReadOnlyList<RunReport> first, RunId firstRun)
    {
        // Free the memory of the first start.
        GC.Collect();
        var made = new List<IReadOnlyList<RunReport>> { first };
        string? problem = null;
        while (made.Count < options.Starts && problem is null && made[^1].All(run => run.HasNumber()))
        {
            var run = new RunId(firstRun.Number + (uint)(made.Count * first.Count));
            if (Make(first, run, made.Count + 1, out problem) is { } next)
            {
                made.Add(next);
            }
        }

        return
        [
            .. first.Index().Select(run => StartsDerivation.Complete(
                [.. made.Select(start => start[run.Index])], options.Starts, problem)),
        ];
    }

    private IReadOnlyList<RunReport>? Make(
        IReadOnlyList<RunReport> first, RunId run, int number, out string? problem)
    {
        using var folder = new TemporaryFolder();
        var later = new LaterStart(
            run,
            Guid.NewGuid().ToString("N"),
            folder.File("progress"),
            [.. first.Select(each => new EarlierStart(each.Tps!.Median, each.Blocks ?? 1))]);
        var processes = new RunProcess(folder.Path, options.Workload.Word, cancellation);
        var label = FormattableString.Invariant($"start {number} of {options.Starts}");
        string[] words = [StartVerb.Word, folder.Write("start.json", later.ToJson()), .. options.Words];
        RunId[] runs = [.. first.Select((_, index) => new RunId(run.Number + (uint)index))];
        var ended = local.WithKeys(
            options.Manager is null ? runs : [],
            () => Follow(processes.RunAsync(OwnProgram.File, words, label, number), later.Progress));
        problem = ended.Reports.Count switch
        {
            _ when cancellation.IsCancellationRequested => $"{label}: the run was interrupted",
            var count when count != first.Count => ended.Problem ?? $"{label} did not end",
            _ => null,
        };
        if (problem is null)
        {
            return ended.Reports;
        }

        if (ended.Reports.Count == 0 && options is { Manager: null, Started.Count: 0 })
        {
            problem += local.RemoveKeys(runs, later.Holder) is { } left ? $"; {left}" : "";
        }

        return null;
    }

    private RunProcessResult Follow(Task<RunProcessResult> running, string progress)
    {
        using var follower = new ProgressFollower(progress, call);
        while (Task.WaitAny([running], Interval) < 0)
        {
            follower.Read();
        }

        return running.GetAwaiter().GetResult();
    }
}

/// <summary>The data that the first process passes to the process of a later start, in a file.</summary>
/// <param name="FirstRun">Id of its first run. The further runs have the following ids.</param>
/// <param name="Holder">
/// The holder of its runs' locks. With it, the first process can remove the keys of a killed start.
/// </param>
/// <param name="Progress">File for the progress of its runs.</param>
/// <param name="Earlier">The results of the first start, for each run of the call.</param>
internal sealed record LaterStart(
    RunId FirstRun, string Holder, string Progress, IReadOnlyList<EarlierStart> Earlier)
{
    /// <summary>File for the report.</summary>
    [JsonIgnore]
    public string Report { get; init; } = "";

    /// <summary>Opens the progress of a run. The first process shows it.</summary>
    public IRunProgress OpenProgress() => ProgressFile.Open(Progress);

    public string ToJson() => JsonSerializer.Serialize(this, LaterStartJson.Default.LaterStart);

    /// <exception cref="FormatException">The file contains no start.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static LaterStart Read(string path) => StrictJson.Read(
        () => JsonSerializer.Deserialize(File.ReadAllText(path), LaterStartJson.Default.LaterStart),
        fault => $"{path} contains no start: {fault}");
}

/// <summary>The JSON shape, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(LaterStart))]
internal sealed partial class LaterStartJson : JsonSerializerContext;

/// <summary>
/// The internal verb <c>start</c>: makes a later process start of a call. Writes its reports to a file and prints
/// nothing.
/// </summary>
/// <param name="run">Executes the call in the arguments as a later start.</param>
internal sealed class StartVerb(Func<string[], LaterStart, Task<int>> run) : Verb
{
    public const string Word = "start";

    public override IEnumerable<CompletedCommand> Complete(string path) => [];

    public override async Task<int> RunAsync(string[] words)
    {
        if (words is [var file, .. var call, var json, var report]
            && json.Equals(CommonSettings.JsonOutput.Option, StringComparison.Ordinal) && File.Exists(file))
        {
            return await run(call, LaterStart.Read(file) with { Report = report });
        }

        await Console.Error.WriteLineAsync("error: start: internal verb, called by runs with --starts N");
        return (int)ExitCode.Usage;
    }
}
