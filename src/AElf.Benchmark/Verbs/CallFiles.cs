using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs;

/// <summary>
/// The output files and the errors of a call. A call that fails without a report writes its errors to the files,
/// because a build server would otherwise publish the files of an earlier call. Files are replaced at the end and never
/// deleted.
/// </summary>
internal sealed class CallFiles
{
    private readonly List<(Setting Output, string Path, Stamp Before)> files;
    private readonly List<string> failures = [];

    /// <summary>Records the state of the files before the call.</summary>
    public CallFiles(OutputFiles outputs) => files =
        [.. outputs.Writable.Select(file => (file.Output, file.Path, Stamp.Of(file.Path)))];

    /// <summary>Executes a parsed call, or prints why it is refused; then ends its files.</summary>
    /// <param name="isLater">Whether the call is a later start: the call that started it writes the files.</param>
    /// <param name="run">Executes the call.</param>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync<TOptions>(
        ParseOutcome outcome, bool isLater, Func<TOptions, CallFiles, Task<ExitCode>> run)
        where TOptions : ProgramOptions
    {
        var call = new CallFiles(isLater ? OutputFiles.None : outcome.Outputs);
        call.Note(outcome.Failures);
        var options = outcome.Start<TOptions>(out var ended);
        return (int)call.End(options is null ? ended : await run(options, call));
    }

    /// <summary>Whether the call wrote its reports. The histograms of several runs have other file names.</summary>
    public bool HasReports { get; set; }

    /// <summary>Prints an error.</summary>
    public void Fail(string problem)
    {
        Console.Error.WriteLine($"error: {problem}");
        failures.Add(problem);
    }

    /// <summary>Prints an error, and returns the exit code.</summary>
    public ExitCode Fail(ExitCode code, string problem)
    {
        Fail(problem);
        return code;
    }

    /// <summary>Adds printed errors.</summary>
    public void Note(IEnumerable<string> problems) => failures.AddRange(problems);

    /// <summary>
    /// Ends the call. After a failure, writes the errors into the output files that were not written yet.
    /// </summary>
    /// <param name="code">The exit code of the call.</param>
    public ExitCode End(ExitCode code)
    {
        if (code is ExitCode.Ok)
        {
            return code;
        }

        var failure = CallFailure.Now(code, failures is [] ? ["see the output of the call"] : failures);
        GitHubAnnotations.Write(Console.Error, failures is [] ? [] : [failure.Suite]);
        foreach (var (output, path, _) in files.Where(IsStale))
        {
            try
            {
                CallFailureExporter.Write(failure, output, path);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                if (!failures.Contains(exception.Message, StringComparer.Ordinal))
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
