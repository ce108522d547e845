using System.Reflection;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Verification;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.Verify;

/// <summary>The verb <c>verify</c>: computes the figures of reports again from their raw data.</summary>
internal sealed class VerifyVerb : Verb<VerifyOptions>
{
    public const string Word = "verify";

    public override ProgramDescription Program { get; } = new()
    {
        Assembly = Assembly.GetExecutingAssembly(),
        Verb = Word,
        Program = Programs.Verb,
        Table = VerifySettings.All,
        Arguments = [() => new VerifyArguments()],
        Purpose = "Computes the figures of reports again from their raw data, and refuses claims that do not hold.",
        Usage = "REPORT.json ... [options]",
        Sections = [new("Output", Topic.Output)],
        Notes = """
            REPORT.json is what --json wrote, of one run or several, plain or of a scenario; a folder stands
            for the reports in it, such as that of a sweep or comparison. Every figure is computed again from
            the raw data, by the code that made it, and has to be the same. A guard is something without which
            a figure is not worth believing, such as rounds of 100 ms, five of them, a warm-up that was over,
            and operations that servers and actors count alike; a claim with a broken one is refused.

            Exit codes: 0 verified, and the run passed, 1 usage, or a file that is not a report of a run, 2 it
            cannot be read or written, 4 a figure differs, cannot be checked, or a guard is broken, 5 a run
            met faults or failed, 6 a run was disturbed, and not called with --allow-disturbed
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--json verified.json",
        Examples =
        [
            new("a report", "report.json"),
            new("all runs of a sweep, for a program", "sweep-20261121-101500 --json verified.json"),
        ],
    };

    public override VerifyOptions? Read(IReadOnlyList<string> words)
    {
        string[] named = [.. words.TakeWhile(word => !word.StartsWith('-'))];
        var given = CommandLineReader.Read(Program, [.. words.Skip(named.Length)]).Settings;
        var files = named.SelectMany(FilesOf).ToList();
        var settings = Resolve(given, files);
        if (named.Length == 0)
        {
            Problems.Add(ValidationError.Error(
                Word, "file missing", "expected a report that --json wrote, such as report.json"));
        }

        return Problems.Count > 0 ? null : new VerifyOptions(
            files, settings.Get(VerifySettings.JsonOutput), settings.Get(VerifySettings.Verbose));
    }

    protected override Task<ExitCode> RunAsync(VerifyOptions request)
    {
        var console = new ConsoleExporter(ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected));
        var checkedFiles = new List<ReportVerification>();
        var isUnreadable = false;
        foreach (var path in request.Files)
        {
            try
            {
                var file = ReportVerification.Read(path);
                checkedFiles.Add(file);
                console.Write(VerificationSections.From(file, request.IsVerbose));
            }
            catch (FormatException exception)
            {
                // The other files are checked all the same.
                isUnreadable = true;
                Console.Error.WriteLine($"error: {exception.Message}");
            }
        }

        if (request.JsonOutput is { } output)
        {
            new VerificationReport(checkedFiles).Write(output);
        }

        return Task.FromResult(isUnreadable ? ExitCode.Usage : ExitCodeOf(checkedFiles));
    }

    /// <summary>A refused report outranks a run that met faults or failed, and that a disturbed one.</summary>
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

    // A folder of runs has other files beside the reports.
    private string[] FilesOf(string name)
    {
        var reports = Path.Combine(name, "reports");
        string[] files = File.Exists(name) ? [name]
            : Directory.Exists(name)
                ? [.. Directory.EnumerateFiles(Directory.Exists(reports) ? reports : name, "*.json")
                    .Order(StringComparer.Ordinal)]
            : [];
        if (files.Length == 0)
        {
            Problems.Add(ValidationError.Error(
                Word,
                $"{Quoted.Text(name)} {(Directory.Exists(name) ? "has no reports" : "does not exist")}",
                "expected a report that --json wrote, or a folder of them"));
        }

        return files;
    }
}

/// <summary>The checked words of <c>verify</c>.</summary>
/// <param name="Files">Files with reports.</param>
/// <param name="JsonOutput">File for the JSON record; null writes none.</param>
/// <param name="IsVerbose">Whether figures and guards without a fault are printed too.</param>
internal sealed record VerifyOptions(IReadOnlyList<string> Files, string? JsonOutput, bool IsVerbose);
