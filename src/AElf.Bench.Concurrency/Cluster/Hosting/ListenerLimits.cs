using System.Globalization;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// How many connections the listener holds at once, well below the files the process may have open: connections that
/// say nothing must take no file from the log, the store and the members.
/// </summary>
/// <param name="MaxUnauthenticatedPeers">
/// Most connections: of an HTTP listener, and of nodes that have not proved the secret.
/// </param>
public sealed record ListenerLimits(int MaxUnauthenticatedPeers)
{
    private const int UnauthenticatedPeerCap = 1000;
    private const int MinConnections = 8;

    // The runtime's, the listener's, the log's and the store's: 271 while a manager makes a run, most of them
    // libraries, which the runtime opens twice each and leaves open.
    private const int OwnFiles = 288;

    /// <summary>How long a peer may say nothing before it is admitted.</summary>
    public TimeSpan AdmissionDeadline { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Reserves the open files that the process needs, and gives a quarter of the rest to each of the two kinds.
    /// </summary>
    public static ListenerLimits For(long openFiles)
    {
        var free = Math.Max(openFiles - OwnFiles, 0);
        return new ListenerLimits((int)Math.Clamp(free / 4, MinConnections, UnauthenticatedPeerCap));
    }

    /// <summary>The limits for the files that this process may open.</summary>
    public static ListenerLimits ForProcess() =>
        For(OpenFiles(KernelFile.Lines("/proc/self/limits")));

    /// <summary>The most open files by the lines of <c>/proc/self/limits</c>; unlimited without such a line.</summary>
    internal static long OpenFiles(IEnumerable<string> limits)
    {
        const string Line = "Max open files";
        var words = limits.FirstOrDefault(line => line.StartsWith(Line, StringComparison.Ordinal))?[Line.Length..]
            .Split(' ', StringSplitOptions.RemoveEmptyEntries) ?? [];
        return words.Length > 0 && long.TryParse(words[0], CultureInfo.InvariantCulture, out var files)
            ? files
            : long.MaxValue;
    }
}
