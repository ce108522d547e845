using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs;

/// <summary>
/// The output files of a call. A call that fails without a report writes its failure to them, because a build server
/// would otherwise publish the files of an earlier call. Files are replaced at the end and never deleted.
/// </summary>
internal sealed class CallFiles
{
    private readonly List<(Setting Output, string Path, Stamp Before)> files;

    /// <summary>Records the state of the files before the call.</summary>
    public CallFiles(OutputFiles outputs) => files =
        [.. outputs.Writable.Select(file => (file.Output, file.Path, Stamp.Of(file.Path)))];

    /// <summary>The files of a call; none for a later start, because the call that started it writes them.</summary>
    public static CallFiles Of(ParseOutcome outcome, bool isLater) =>
        new(isLater ? OutputFiles.None : outcome.Outputs);

    /// <summary>Whether the call wrote its reports. The histograms of several runs have other file names.</summary>
    public bool HasReports { get; set; }

    /// <summary>
    /// Ends the call. After a failure, writes the failure into the output files that were not written yet.
    /// </summary>
    /// <param name="code">The exit code of the call.</param>
    /// <param name="problems">The printed errors; empty if unknown.</param>
    public ExitCode End(ExitCode code, IReadOnlyList<string> problems)
    {
        if (code is ExitCode.Ok)
        {
            return code;
        }

        var failure = CallFailure.Now(code, problems is [] ? ["see the output of the call"] : problems);
        GitHubAnnotations.Write(Console.Error, problems is [] ? [] : [failure.Suite]);
        foreach (var (output, path, _) in files.Where(IsStale))
        {
            try
            {
                CallFailureExporter.Write(failure, output, path);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                if (!problems.Contains(exception.Message, StringComparer.Ordinal))
                {
                    Console.Error.WriteLine($"error: {output.Option}: {exception.Message}");
                }
            }
        }

        return code;
    }

    private bool IsStale((Setting Output, string Path, Stamp Before) file) => file.Before == Stamp.Of(file.Path)
        && !(HasReports && file.Output == ExportSettings.HistogramOutput)
        && !(HasReports && FileNode.At(file.Path) is { IsRegular: false });

    /// <summary>Distinguishes a replaced file from an unchanged one.</summary>
    private readonly record struct Stamp(DateTime Written, long Length)
    {
        public static Stamp Of(string path) => new FileInfo(path) is { Exists: true } file
            ? new(file.LastWriteTimeUtc, file.Length)
            : default;
    }
}
