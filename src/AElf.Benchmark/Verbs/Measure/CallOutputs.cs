using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.History;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Benchmark.Verbs.History;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>Writes the runs of a call to files, the history and the screen.</summary>
/// <param name="options">The options of the call.</param>
/// <param name="failures">The reason why some runs were not made; empty if all were made.</param>
/// <param name="code">Exit code of the error that stopped the call; null for an interruption.</param>
internal sealed class CallOutputs(BenchmarkOptions options, IReadOnlyList<string> failures, ExitCode? code)
{
    /// <summary>Writes the output files and shows the runs, even if a file cannot be written.</summary>
    /// <param name="runs">The measured runs.</param>
    /// <param name="profiles">Files of profiles that were written already.</param>
    public void Write(IReadOnlyList<RunReport> runs, IReadOnlyList<string> profiles)
    {
        var failure = failures is [] ? null : CallFailure.Now(code ?? ExitCode.DegradedOrFailed, failures);
        var checks = new CallChecks(options.PassesDisturbed, failure);
        if (runs.Count == 0)
        {
            return;
        }

        if (options.Later is { } later)
        {
            ReportFile.Replace(later.Report, JsonExporter.Format(runs));
            return;
        }

        var compared = runs.Count == 1 ? null : options.Workload.Compare(
            [.. runs.Where(run => run.Published().Tps is not null).Select(MeasuredOf)], isWhole: failures is []);
        var written = new List<string>();
        try
        {
            WriteFiles(runs, compared, checks, written);
            written.AddRange(profiles);
            written.AddRange(WriteHistory(runs));
            written.AddRange(options.Workload.Table.Where(setting => setting.Rule == SettingRules.OutputFile)
                .Select(setting => options.Settings[setting]).OfType<string>());
        }
        finally
        {
            var console = ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected);
            var isVerbose = options.Verbose;
            new ConsoleExporter(console)
            {
                IsVerbose = isVerbose,
                Files = written,
                Command = !options.Settings.IsTyped(StoreSettings.Type)
                    && OwnProgram.HasStartedWith(options.Words)
                    ? OwnProgram.CommandAgain
                    : null,
            }.Export(runs, compared);
        }
    }

    /// <summary>Prints a line for each broken threshold, and the annotations of a build server, so that its log shows
    /// why the call fails.</summary>
    public static void Annotate(IReadOnlyList<RunReport> runs, bool allowDisturbed)
    {
        foreach (var (index, run) in runs.Index())
        {
            foreach (var threshold in run.Published().Thresholds.Where(each => each.Broken is not false))
            {
                var which = runs.Count == 1 ? "" : FormattableString.Invariant($"run {index + 1}: ");
                Console.Error.WriteLine($"error: {which}--fail-if '{threshold.FailIf}' is {threshold}");
            }
        }

        GitHubAnnotations.Write(Console.Error, new CallChecks(allowDisturbed).Of(runs));
    }

    /// <summary>Omits disturbed runs: their figures would look like a change of the build.</summary>
    private IReadOnlyList<string> WriteHistory(IReadOnlyList<RunReport> runs)
    {
        var kept = runs
            .Where(run => run.Profile is null)
            .Where(run => options.AllowsDisturbed || run.Verdict is not Verdict.Disturbed)
            .ToList();
        var written = HistoryOutputs.Write(options.Settings, ExportSettings.OverTime, kept.Select(HistoryEntry.From));
        if (kept.Count < runs.Count && ExportSettings.OverTime.Any(row => options.Settings.Get(row) is not null))
        {
            Console.Error.WriteLine(
                runs.Any(run => run.Profile is not null)
                    ? "warning: a profiled run is not added to the history"
                    : "warning: a disturbed run is not added to the history; --allow-disturbed adds it");
        }

        return written;
    }

    private static MeasuredRun MeasuredOf(RunReport run) => new(
        run.Facts,
        run.BlockWeight,
        [.. run.CountedRounds().Select(round => round.Tps)],
        Figures.CpuUs.In(run.Figures) ?? double.NaN,
        run.Verdict is Verdict.Disturbed);

    private void WriteFiles(
        IReadOnlyList<RunReport> runs, ReportSection? compared, CallChecks checks, List<string> written)
    {
        (Setting<string?> Output, Action<string> Write)[] all =
        [
            (CommonSettings.JsonOutput, path => ReportFile.Replace(path, JsonExporter.Format(runs))),
            (CommonSettings.MarkdownOutput, path => ReportFile.Replace(path, MarkdownExporter.Format(runs, compared))),
            (ExportSettings.HtmlOutput, path => ReportFile.Replace(path, HtmlExporter.Format(runs, compared))),
            (ExportSettings.CsvOutput, path => ReportFile.Replace(path, CsvExporter.Format(runs))),
            (ExportSettings.HistogramOutput, path => HistogramExporter.Write(path, runs)),
            (ExportSettings.JUnitOutput, path => JUnitExporter.Write(path, checks.Of(runs))),
        ];
        foreach (var (output, write) in all)
        {
            if (options.Settings.Get(output) is { } path)
            {
                write(path);
                written.Add(path);
            }
        }
    }
}
