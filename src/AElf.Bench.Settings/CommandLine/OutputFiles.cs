using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>
/// Checks the output files of a call before anything is started: each must be writable, and none may be an input of the
/// call. Does not change existing files.
/// </summary>
public sealed class OutputFiles
{
    public static readonly OutputFiles None = new([], new ResolvedSettings());

    private readonly List<(Setting Output, string Path)> writable = [];
    private readonly List<ValidationError> problems = [];
    private readonly HashSet<string> inputs;
    private readonly Dictionary<string, string> taken = new(StringComparer.Ordinal);

    /// <param name="inputs">Further files that the call reads; other words are ignored.</param>
    public OutputFiles(IReadOnlyList<Setting> table, ResolvedSettings settings, params IEnumerable<string?> inputs)
    {
        var read = inputs.Concat(table.Select(settings.InputOf));
        this.inputs = [.. read.Where(File.Exists).Select(path => Path.GetFullPath(path!))];
        foreach (var setting in table.Where(setting => setting.Rule == SettingRules.OutputFile))
        {
            if (settings[setting] is not { } path)
            {
                continue;
            }

            if (FaultOf(setting, path, isGiven: settings.Source(setting) != SettingSource.Default)
                is var (problem, expected))
            {
                problems.Add(ValidationError.Error(
                    setting.Option!, $"{Quoted.Text(path)} {problem}", $"expected {expected}"));
            }
            else
            {
                writable.Add((setting, path));
            }
        }
    }

    /// <summary>The files that the call may replace, each with its setting.</summary>
    public IReadOnlyList<(Setting Output, string Path)> Writable => writable;

    /// <summary>The problems of the other files.</summary>
    public IReadOnlyList<ValidationError> Problems => problems;

    private (string Problem, string Expected)? FaultOf(Setting setting, string path, bool isGiven)
    {
        var fullPath = Path.GetFullPath(path);
        var folder = Path.GetDirectoryName(fullPath);
        return path switch
        {
            _ when inputs.Contains(fullPath) => ("is also an input of this call", "another file"),
            _ when FileNode.At(path) is not { IsRegular: false } && !taken.TryAdd(fullPath, setting.Option!) =>
                ($"is also the file of {taken[fullPath]}", "a different file"),
            _ when !isGiven => null,
            _ when Directory.Exists(path) || folder is null => ("is a folder", "the name of a file"),
            _ when !Directory.Exists(folder) => ("is in a folder that does not exist", "an existing folder"),
            _ when !IsWritable(path, folder, IsHistory(setting)) => ("is not writable", "a writable file"),
            _ when IsHistory(setting) && IsOfAnotherKind(path) =>
                ("is not a history, and lines would be appended to it", "a new file, or a file that --history made"),
            _ => null,
        };
    }

    private static bool IsHistory(Setting setting) =>
        string.Equals(setting.Option, ExportSettings.History.Option, StringComparison.Ordinal);

    // Each line of a history is a JSON object.
    private static bool IsOfAnotherKind(string path) =>
        FileNode.At(path) is { IsRegular: true }
        && File.ReadLines(path).Select(line => line.Trim()).FirstOrDefault(line => line.Length > 0)
            is not (null or ['{', .., '}']);

    /// <summary>Whether files can be created in a folder.</summary>
    public static bool IsWritableFolder(string folder) => CanOpen(
        Path.Combine(folder, $".{Path.GetRandomFileName()}"),
        FileMode.CreateNew,
        FileAccess.Write,
        FileShare.None,
        FileOptions.DeleteOnClose);

    // Opening a pipe and closing it again would end the input of its reader. A history is read before it grows.
    private static bool IsWritable(string path, string folder, bool isHistory) => FileNode.At(path) switch
    {
        null => IsWritableFolder(folder),
        { IsRegular: true } => CanOpen(
            path,
            FileMode.Open,
            isHistory ? FileAccess.ReadWrite : FileAccess.Write,
            FileShare.ReadWrite,
            FileOptions.None),
        _ => FileNode.IsWritable(path),
    };

    private static bool CanOpen(
        string path, FileMode mode, FileAccess access, FileShare share, FileOptions options)
    {
        try
        {
            using var probe = new FileStream(path, mode, access, share, 1, options);
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
