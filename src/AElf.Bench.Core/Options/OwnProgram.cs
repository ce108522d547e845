using System.Reflection;

namespace AElf.Bench.Core.Options;

/// <summary>How this process was started, for help texts and for starting further processes.</summary>
public static class OwnProgram
{
    /// <summary>The name of the tool that contains the three programs.</summary>
    public const string Tool = "aelf-bench";

    /// <summary>The first argument that makes <see cref="Tool"/> the manager.</summary>
    public const string Manager = "manager";

    /// <summary>The first argument that makes <see cref="Tool"/> a worker.</summary>
    public const string Worker = "worker";

    private static readonly string Name = Assembly.GetEntryAssembly()?.GetName().Name ?? "";

    /// <summary>Whether this process is <see cref="Tool"/>.</summary>
    public static bool IsTool => Name is Tool;

    /// <summary>The file of this program: a dll for dotnet, or an executable.</summary>
    public static string File
    {
        get
        {
            var dll = Path.Combine(AppContext.BaseDirectory, $"{Name}.dll");
            return System.IO.File.Exists(dll) ? dll : Environment.ProcessPath!;
        }
    }

    /// <summary>The command that started this process, for a shell in the same folder.</summary>
    public static string CommandAgain => string.Join(' ', StartedWith().Select(Quoted.ForShell));

    /// <summary>A call of the benchmark with these words, in one line for a shell.</summary>
    public static string Call(params IEnumerable<string> words) =>
        string.Join(' ', CallOf(Programs.Benchmark).Concat(words.Select(Quoted.ForShell)));

    /// <summary>Whether this process has no arguments, or its last arguments are these words.</summary>
    public static bool HasStartedWith(IReadOnlyList<string> words) =>
        StartedWith() is var all
        && (string.Equals(Path.GetFileNameWithoutExtension(all[^1]), Name, StringComparison.Ordinal)
            || (all.Length > words.Count && all[^words.Count..].SequenceEqual(words, StringComparer.Ordinal)));

    /// <summary>The name of a program; a verb belongs to the benchmark.</summary>
    public static string NameOf(Programs program) => program switch
    {
        Programs.Manager => "AElf.Concurrency.Manager",
        Programs.Worker => "AElf.Concurrency.Worker",
        _ => "AElf.Benchmark",
    };

    /// <summary>The words that start a program.</summary>
    public static string[] CallOf(Programs program) => (IsTool, program) switch
    {
        (false, _) => ["dotnet", $"{NameOf(program)}.dll"],
        (_, Programs.Manager) => [Tool, Manager],
        (_, Programs.Worker) => [Tool, Worker],
        _ => [Tool],
    };

    // The kernel's list has the path of the dll as typed; the runtime's has its full path.
    private static string[] StartedWith() =>
        System.IO.File.ReadAllText("/proc/self/cmdline").Split('\0')[..^1];
}
