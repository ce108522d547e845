using System.Globalization;

namespace AElf.Bench.TestKit.Processes;

/// <summary>What the kernel says of processes, whoever started them.</summary>
public static class ProcessTable
{
    /// <summary>Whether a process of this id runs; one that has ended and waits to be noticed does not.</summary>
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

    /// <summary>The processes that were started by <paramref name="id"/>, and by those.</summary>
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
    /// Folders in <c>/proc</c> of the processes with this home in their environment: all that a program of this home
    /// started, watchers included.
    /// </summary>
    public static IEnumerable<string> OfHome(string home) =>
        Directory.EnumerateDirectories("/proc").Where(
            process => char.IsAsciiDigit(process[^1]) && HasHome(process, home));

    /// <summary>The words a process was started with, each ended by a zero; none when it has ended.</summary>
    /// <param name="process">Its folder in <c>/proc</c>.</param>
    public static string CommandOf(string process) => Read(process, "cmdline") ?? "";

    private static bool HasHome(string process, string home) =>
        Read(process, "environ")?.Contains($"HOME={home}\0", StringComparison.Ordinal) ?? false;

    // The fields after the name, which stands in brackets and may hold anything: state, parent, …
    private static string[]? Fields(int id)
    {
        var text = Read(FormattableString.Invariant($"/proc/{id}"), "stat");
        return text?[(text.LastIndexOf(')') + 2)..].Split(' ');
    }

    // Null when it has ended meanwhile, or is somebody else's.
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
