using System.Reflection;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>How this process was started: to name it in help, and to start others like it.</summary>
public static class OwnProgram
{
    /// <summary>The name of the tool that contains the three programs.</summary>
    public const string Tool = "aelf-bench";

    /// <summary>The first word of <see cref="Tool"/> that makes it the manager.</summary>
    public const string Manager = "manager";

    /// <summary>The first word of <see cref="Tool"/> that makes it a worker.</summary>
    public const string Worker = "worker";

    private static readonly string Name = Assembly.GetEntryAssembly()?.GetName().Name ?? "";

    /// <summary>Whether the three programs are this one.</summary>
    public static bool IsTool => Name is Tool;

    /// <summary>The file that is started: a dll for dotnet, or a program that needs none.</summary>
    public static string File
    {
        get
        {
            var dll = Path.Combine(AppContext.BaseDirectory, $"{Name}.dll");
            return System.IO.File.Exists(dll) ? dll : Environment.ProcessPath!;
        }
    }

    /// <summary>The command that started this process, for a shell in the same folder.</summary>
    public static string CommandAgain => string.Join(' ', StartedWith().Select(ShellWord));

    /// <summary>Whether this process was started with these words behind the program's own, or with none.</summary>
    public static bool HasStartedWith(IReadOnlyList<string> words) =>
        StartedWith() is var all
        && (string.Equals(Path.GetFileNameWithoutExtension(all[^1]), Name, StringComparison.Ordinal)
            || (all.Length > words.Count && all[^words.Count..].SequenceEqual(words, StringComparer.Ordinal)));

    /// <summary>The words that call one of the three programs, by the name of its assembly.</summary>
    internal static string[] CallOf(string program) => (IsTool, Path.GetExtension(program)) switch
    {
        (false, _) => ["dotnet", $"{program}.dll"],
        (_, ".Manager") => [Tool, Manager],
        (_, ".Worker") => [Tool, Worker],
        _ => [Tool],
    };

    /// <summary>A word as a shell takes it for one.</summary>
    internal static string ShellWord(string word) =>
        word.Length > 0 && word.All(letter => char.IsAsciiLetterOrDigit(letter) || "-_./:,=@%+".Contains(letter))
            ? word
            : Quoted.ForShell(word);

    // As typed; the runtime's value has the full path of the dll.
    private static string[] StartedWith() =>
        System.IO.File.ReadAllText("/proc/self/cmdline").Split('\0')[..^1];
}
