using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Verbs.Measure;
using AElf.Benchmark.Verbs.Runs;
using AElf.Benchmark.Verbs.Scenarios;

namespace AElf.Benchmark.Verbs.Reproduce;

/// <summary>The verb <c>reproduce</c>: reads the command line of a run from its report. Starts nothing.</summary>
/// <param name="workload">The workload of the program.</param>
internal sealed class ReproduceVerb(IWorkloadType workload) : Verb<ReproduceRequest>
{
    public const string Word = "reproduce";

    public static readonly SettingGroup Rows = new("Reproduce", Topic.Comparison, Programs.Verb);

    /// <summary>The maximum slow-down, as a share.</summary>
    public static readonly Setting<double?> Threshold = new(
        Rows, "threshold", CompareSettings.SlowDown, null,
        "fail when the run is slower than the report by more than this", CompareSettings.Threshold.Syntax);

    public static readonly Setting<string?> JsonOutput = new(
        Rows, "json", SettingRules.OutputFile, null, "write the report of the new run as JSON",
        CommonSettings.JsonOutput.Syntax)
    { Topic = Topic.Output };

    private static readonly Topic[] AboutRuns = [Topic.Workload, Topic.Measurement, Topic.Actors, Topic.Store];

    // These are not restored: the new run seeds its accounts, and has one routing.
    private static readonly Setting[] OfOneRun = [CommonSettings.Prepared, ActorSettings.RoutingComparison];

    public override ProgramDescription Program { get; } = new()
    {
        Word = workload.Word,
        Verb = Word,
        Table = Rows.All,
        Purpose = "Repeats the run of a report with its options, and shows both runs.",
        Usage = "REPORT.json [options] [options of the run]",
        Sections = [new("Comparison", Topic.Comparison), new("Output", Topic.Output)],
        OfRuns = [new BenchmarkCommandLine(workload).Program],
        Notes = """
            REPORT.json is the --json file of one run or scenario; a scenario is started again. The report is verified
            first, and not repeated if it contradicts itself or has figures without raw data. Options of the run on
            the command line override those of the report. Passwords, secrets and their files are never taken from
            a report: set them as for any run. A run on a manager that you started yourself needs
            --manager HOST:PORT. The two runs are not interleaved, so the ratio includes changes of the machine; use
            compare to avoid that.

            Exit codes: 0 the run passed, for any ratio; 1 usage, or the report cannot be repeated; 2 the run
            cannot start; 3 its audit failed; 4 slower than the report by more than --threshold, or the report is
            refused as in verify; 5 interrupted, degraded or failed
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--threshold 5%",
        Examples =
        [
            new("the same run once more", "report.json"),
            new("fail if it is over 10 % slower", "report.json --threshold 10%"),
            new("over another store, and keep the new report", "report.json --dbhost 10.0.0.7 --json now.json"),
        ],
    };

    protected override async Task<ExitCode> RunAsync(ReproduceRequest request) =>
        request.Found.Contradiction is { } contradiction
            ? Fail(
                ExitCode.Regression,
                $"the report is not repeated: {contradiction}; "
                    + $"'{OwnProgram.Call(new[] { workload.Word, "verify", "REPORT.json" }.OfType<string>())}' lists "
                    + "all differences")
            : await request.RunAsync(workload.Word, Settings, Fail);

    public override ReproduceRequest? Read(IReadOnlyList<string> words)
    {
        string[] head = [.. words.TakeWhile(word => !word.StartsWith('-'))];
        var runs = new RunArguments(workload, Word, "reproduction", Problems);
        var (own, typed) = runs.Split(Rows.All, [.. words.Skip(head.Length)]);
        Resolve(own, RunArguments.FilesIn([.. head, .. typed]));
        var found = new RecordedRun(workload, Refuse).Read(head);
        if (Problems.Count > 0 || found is not { Report: var before })
        {
            return null;
        }

        var isOfOthers = before.Options.ContainsKey(ScenarioSettings.Manager.Name);
        var scenario = isOfOthers ? null : RecordedScenario.Of(before, workload);
        var made = WordsOf(runs, before, scenario, typed);
        return Problems.Count > 0 ? null : new ReproduceRequest(found, made.Words, scenario, made.Differences);
    }

    /// <summary>The options that restore the settings of the report, and settings that no option restores.</summary>
    private (IReadOnlyList<string> Words, IReadOnlyList<string> Differences) WordsOf(
        RunArguments runs, RunReport before, string? scenario, IReadOnlyList<string> typed)
    {
        using var folder = new TemporaryFolder();
        string[] head = scenario is null ? [] : [ScenarioCommandLine.Verb, folder.Write("scenario.json", scenario)];
        var program = scenario is null ? Programs.Benchmark : Programs.Scenario;
        RefuseManagersOfOthers(before, scenario, typed);
        if (Problems.Count > 0 || Parse(runs, [.. head, .. typed]) is not { } plain)
        {
            return ([], []);
        }

        // Compares parsed settings, because a URI contains several.
        bool IsRestored((Setting Setting, string Text) each) => plain[each.Setting.Name].Source is not "command line";

        var differing = Differing(before, plain, scenario).Where(IsRestored).ToList();
        string[] options = [.. differing.Where(each => each.Setting.IsOptionOf(program)).SelectMany(Words)];
        return Parse(runs, [.. head, .. options, .. typed]) is not { } whole ? ([], []) : (
            [.. options, .. typed],
            [
                .. Differing(before, whole, scenario).Where(IsRestored)
                    .Select(each => $"{each.Setting.Name} was {each.Text}, and is {whole[each.Setting.Name].Text}"),
            ]);
    }

    private void RefuseManagersOfOthers(RunReport before, string? scenario, IReadOnlyList<string> typed)
    {
        if (scenario is null && before.Workers.Count > 0
            && !typed.Any(word => word.StartsWith("--manager", StringComparison.Ordinal)))
        {
            Refuse(
                $"the run used {before.Workers.Count} workers of a cluster that it did not start",
                "start such a cluster, and add --manager HOST:PORT, and --secret-file if it has a secret");
        }
    }

    private IReadOnlyDictionary<string, UsedSetting>? Parse(RunArguments runs, string[] words)
    {
        var outcome = runs.Parse(words, Variables, Home);
        if (outcome is ParseOutcome.Run run)
        {
            return run.Options.Effective;
        }

        Problems.AddRange(((ParseOutcome.Rejected)outcome).Problems);
        return null;
    }

    private IEnumerable<(Setting Setting, string Text)> Differing(
        RunReport before, IReadOnlyDictionary<string, UsedSetting> now, string? scenario) =>
        from setting in (Setting[])[.. workload.Table, .. ProgramSettings.All]
        where IsOfRun(setting, before, scenario)
        let text = before.Options.GetValueOrDefault(setting.Name)?.Text
        where text is not null && !string.Equals(text, now[setting.Name].Text, StringComparison.Ordinal)
        select (setting, text);

    private static bool IsOfRun(Setting setting, RunReport before, string? scenario) =>
        AboutRuns.Contains(setting.Topic) && setting.Syntax is not null && setting.SecretFile is null

        // A report of another user must not choose a file whose text is sent to a server.
        && !ProgramSettings.All.Any(each => each.SecretFile == setting)
        && setting.Rule != SettingRules.OutputFile && !OfOneRun.Contains(setting)
        && (before.Workers.Count == 0 || setting == MeasureSettings.Starts || setting.Submission == Submission.Always
            || (scenario is not null && setting == ActorSettings.ActorCount))
        && (scenario is null || setting.IsOptionOf(Programs.Scenario));

    private static IEnumerable<string> Words((Setting Setting, string Text) each) => each switch
    {
        (_, "none") => [],
        ({ ValueCount: 0 } setting, var text) => text is "true" ? [setting.Option!] : [],
        var (setting, text) => [setting.Option!, .. text.Split(' ', setting.ValueCount)],
    };

    private void Refuse(string what, string advice) => Problems.Add(ValidationError.Error(Word, what, advice));
}
