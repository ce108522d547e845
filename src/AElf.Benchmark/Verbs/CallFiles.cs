using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs;

/// <summary>
/// The output files that the words of a call name. A call that fails and writes none of them leaves its failure there:
/// otherwise a build server publishes the files of an earlier call. Files are replaced at the end and never deleted.
/// </summary>
internal sealed class CallFiles
{
    private readonly List<(Setting Output, string Path, Stamp Before)> files;

    /// <summary>Looks at the files before anything is done; words that cannot be read name none.</summary>
    public CallFiles(ProgramDescription program, IReadOnlyList<string> words) => files =
    [
        .. from given in CommandLineReader.Read(program, words).Settings.Values
           where given.Key.Rule == SettingRules.OutputFile
           let path = (string)given.Value.Value
           where !IsInput(path, words) && Directory.Exists(Path.GetDirectoryName(Path.GetFullPath(path)))
           select (given.Key, path, Stamp.Of(path)),
    ];

    /// <summary>Ends the call; after a failure, files that nobody has written since get the failure.</summary>
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
        foreach (var (output, path, before) in files.Where(file => file.Before == Stamp.Of(file.Path)))
        {
            try
            {
                CallFailureExporter.Write(failure, output, path);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                Console.Error.WriteLine($"error: {output.Option}: {exception.Message}");
            }
        }

        return code;
    }

    // What a call reads is not lost to its failure.
    private static bool IsInput(string path, IReadOnlyList<string> words)
    {
        var whole = Path.GetFullPath(path);
        return words.Count(word => word.Length > 0
            && string.Equals(Path.GetFullPath(word), whole, StringComparison.Ordinal)) > 1;
    }

    /// <summary>Tells a file that was replaced from one that was left.</summary>
    private readonly record struct Stamp(DateTime Written, long Length)
    {
        public static Stamp Of(string path) => new FileInfo(path) is { Exists: true } file
            ? new(file.LastWriteTimeUtc, file.Length)
            : default;
    }
}
