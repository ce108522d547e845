using System.Globalization;

namespace AElf.Bench.TestKit.Processes;

/// <summary>Reads the kernel's table of processes.</summary>
public static class ProcessTable
{
    /// <summary>Whether a process with this id runs; a zombie does not.</summary>
    public static bool IsRunning(int id) => Fields(id) is { } fields && fields[0] is not ("Z" or "X");

    /// <summary>Whether a process ignores a signal.</summary>
    public static bool IsIgnoring(int id, ProcessSignal signal)
    {
        const string Field = "SigIgn:";
        var line = File.ReadLines(FormattableString.Invariant($"/proc/{id}/status"))
            .First(line => line.StartsWith(Field, StringComparison.Ordinal));
        var mask = ulong.Parse(line.AsSpan(Field.Length).Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        return (mask & (1ul << ((int)signal - 1))) != 0;
    }

    /// <summary>The children of process <paramref name="id"/> and their descendants.</summary>
    public static IReadOnlyList<int> DescendantsOf(int id)
    {
        var children = Directory.GetDirectories("/proc")
            .Select(folder =>
                int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out var process) ? process : 0)
            .Where(process => process > 0)
            .Select(process => (Id: process, Fields: Fields(process)))
            .Where(process => process.Fields is not null)
            .ToLookup(process => int.Parse(process.Fields![1], CultureInfo.InvariantCulture), process => process.Id);
        List<int> found = [.. children[id]];
        for (var i = 0; i < found.Count; i++)
        {
            found.AddRange(children[found[i]]);
        }

        return found;
    }

    /// <summary>
    /// The folders in <c>/proc</c> of all processes with this home in their environment: the programs started with this
    /// home and the processes that watch them.
    /// </summary>
    public static IEnumerable<string> OfHome(string home) =>
        Directory.EnumerateDirectories("/proc").Where(
            process => char.IsAsciiDigit(process[^1]) && HasHome(process, home));

    /// <summary>
    /// The command line of a process, each word followed by a zero byte; empty if the process has ended.
    /// </summary>
    /// <param name="process">Its folder in <c>/proc</c>.</param>
    public static string CommandOf(string process) => Read(process, "cmdline") ?? "";

    private static bool HasHome(string process, string home) =>
        Read(process, "environ")?.Contains($"HOME={home}\0", StringComparison.Ordinal) ?? false;

    // The fields after the name: state, parent and so on. The name is in brackets and may contain any character.
    private static string[]? Fields(int id)
    {
        var text = Read(FormattableString.Invariant($"/proc/{id}"), "stat");
        return text?[(text.LastIndexOf(')') + 2)..].Split(' ');
    }

    // Null if the process has ended meanwhile or belongs to another user.
    private static string? Read(string process, string file)
    {
        try
        {
            return File.ReadAllText(Path.Combine(process, file));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
