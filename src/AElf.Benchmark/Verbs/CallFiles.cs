using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs;

/// <summary>
/// The output files of a call. A call that fails without a report leaves its failure there: otherwise a build server
/// publishes the files of an earlier call. Files are replaced at the end and never deleted.
/// </summary>
internal sealed class CallFiles
{
    private readonly List<(Setting Output, string Path, Stamp Before)> files;

    /// <summary>Looks at the files before anything is done.</summary>
    public CallFiles(OutputFiles outputs) => files =
        [.. outputs.Writable.Select(file => (file.Output, file.Path, Stamp.Of(file.Path)))];

    /// <summary>The files of a call; none of a later start, whose words name those of the call that made it.</summary>
    public static CallFiles Of(ParseOutcome outcome, bool isLater) =>
        new(isLater ? OutputFiles.None : outcome.Outputs);

    /// <summary>Whether the call wrote its reports; the histograms of several runs have names of their own.</summary>
    public bool HasReports { get; set; }

    /// <summary>
    /// Ends the call. After a failure, writes the failure into the output files that were not written yet.
    /// </summary>
    /// <param name="code">How the call ended.</param>
    /// <param name="problems">The errors that were printed; empty when the verb does not say.</param>
    public ExitCode End(ExitCode code, IReadOnlyList<string> problems)
    {
        if (code is ExitCode.Ok)
        {
            return code;
        }

        var failure = CallFailure.Now(code, problems is [] ? ["the output of the call says why"] : problems);
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

    /// <summary>Tells a file that was replaced from one that was left.</summary>
    private readonly record struct Stamp(DateTime Written, long Length)
    {
        public static Stamp Of(string path) => new FileInfo(path) is { Exists: true } file
            ? new(file.LastWriteTimeUtc, file.Length)
            : default;
    }
}
