using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Verification;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Processes;

namespace AElf.Benchmark.Verbs.Verify;

/// <summary>The verb <c>verify</c>: recomputes the figures of reports from their raw data.</summary>
/// <param name="workload">The workload of the runs.</param>
internal sealed class VerifyVerb(IWorkloadType workload) : Verb<IReadOnlyList<string>>
{
    public const string Word = "verify";

    private static readonly SettingGroup Rows = new("Verify", Topic.Output, Programs.Verb);

    private static readonly Setting<string?> JsonOutput = new(
        Rows, "json", SettingRules.OutputFile, null, "write the checks as JSON", CommonSettings.JsonOutput.Syntax);

    private static readonly Setting<bool> Verbose = new(
        Rows, "verbose", SettingRules.Flag, false, "print every figure and guard, not only those that failed",
        ReportSettings.Verbose.Syntax);

    public override ProgramDescription Program { get; } = new()
    {
        Verb = Word,
        Table = Rows.All,
        Purpose =
            "Recomputes every figure of a report from its raw data; fails if one differs or a guard is broken.",
        Usage = "REPORT.json ... [options]",
        Sections = [new("Output", Topic.Output)],
        Notes = """
            REPORT.json is a --json file of runs or scenarios. For a folder, such as the folder of a sweep, all
            reports in it are verified. Every figure is recomputed from the raw data, with the same code as in the
            run, and must be equal. The load is drawn again from the options of the report, and must be the load of
            the report; a large load, and a load from a file, are not drawn. Options must agree with the fields and raw
            data that follow from them, such as dispatchers, jobs, rounds, starts and addresses. A guard is a
            condition for a reliable figure: five rounds of at least 100 ms, a finished warm-up, equal operation
            counts of servers and actors, times of a round that agree. A broken guard fails the report.

            Exit codes: 0 verified, and the run passed; 1 usage, or not a report of a run; 2 a file cannot be read
            or written; 4 a figure differs or cannot be recomputed, or a guard is broken; 5 a run met faults or
            failed; 6 a run was disturbed and had no --allow-disturbed
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--json verified.json",
        Examples =
        [
            new("a report", "report.json"),
            new("all runs of a sweep, with the checks as JSON", "sweep-20261121-101500 --json verified.json"),
        ],
    };

    /// <returns>The files with reports; null after an error.</returns>
    public override IReadOnlyList<string>? Read(IReadOnlyList<string> words)
    {
        string[] named = [.. words.TakeWhile(word => !word.StartsWith('-'))];
        var files = named.SelectMany(FilesOf).ToList();
        Resolve([.. words.Skip(named.Length)], files);
        if (named.Length == 0)
        {
            Problems.Add(ValidationError.Error(
                Word, "file missing", "expected a --json report, such as report.json"));
        }

        return Problems.Count > 0 ? null : files;
    }

    protected override Task<ExitCode> RunAsync(IReadOnlyList<string> request)
    {
        var console = ConsoleExporter.OfProcess();
        var checkedFiles = new List<ReportVerification>();
        var isUnreadable = false;
        foreach (var path in request)
        {
            try
            {
                var file = ReportVerification.Read(path, workload);
                checkedFiles.Add(file);
                console.Write(VerificationSections.From(file, Settings.Get(Verbose)));
            }
            catch (FormatException exception)
            {
                // Check the other files too.
                isUnreadable = true;
                Console.Error.WriteLine($"error: {exception.Message}");
            }
        }

        if (Settings.Get(JsonOutput) is { } output)
        {
            new VerificationReport(checkedFiles).Write(output);
        }

        return Task.FromResult(isUnreadable ? ExitCode.Usage : ExitCodeOf(checkedFiles));
    }

    /// <summary>
    /// The code of the most severe of a refused report, a run that had faults or failed, and a disturbed run.
    /// </summary>
    internal static ExitCode ExitCodeOf(IEnumerable<ReportVerification> files)
    {
        var codes = files.SelectMany(file => file.Runs).Select(run => run switch
        {
            { Outcome: VerificationOutcome.Refused } => ExitCode.Regression,
            { Outcome: VerificationOutcome.NoClaim } or { Verdict: Verdict.Degraded } => ExitCode.DegradedOrFailed,
            { Verdict: Verdict.Disturbed, AllowsDisturbed: false } => ExitCode.Disturbed,
            _ => ExitCode.Ok,
        }).ToList();
        ExitCode[] ranked = [ExitCode.Regression, ExitCode.DegradedOrFailed, ExitCode.Disturbed];
        return ranked.FirstOrDefault(codes.Contains, ExitCode.Ok);
    }

    // A study has its reports in a subfolder.
    private string[] FilesOf(string name)
    {
        var reports = Path.Combine(name, RunProcess.Reports);
        string[] files = name switch
        {
            _ when File.Exists(name) => [name],
            _ when Directory.Exists(name) =>
            [
                .. Directory.EnumerateFiles(Directory.Exists(reports) ? reports : name, "*.json")
                    .Order(StringComparer.Ordinal),
            ],
            _ => [],
        };
        if (files.Length == 0)
        {
            Problems.Add(ValidationError.Error(
                Word,
                $"{Quoted.Text(name)} {(Directory.Exists(name) ? "has no reports" : "does not exist")}",
                "expected a --json report, or a folder of them"));
        }

        return files;
    }
}
