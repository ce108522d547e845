using System.Globalization;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// Limits the number of open connections. At the limit, a new connection replaces the one that has been silent longest.
/// </summary>
/// <param name="max">Maximum of open connections.</param>
/// <param name="minSilence">Silence before a connection may be replaced; covers the delay of its first message.</param>
internal sealed class ConnectionPlaces(int max, TimeSpan minSilence, TimeProvider clock)
{
    private readonly Lock gate = new();
    private readonly LinkedList<ConnectionPlace> silent = [];
    private readonly Queue<(ConnectionPlace Place, TaskCompletionSource<ConnectionPlace> Taken)> waiting = [];
    private ITimer? timer;
    private int taken;
    private int ending;

    /// <summary>Takes a place once there is one.</summary>
    /// <param name="abort">Ends the connection it is for.</param>
    public Task<ConnectionPlace> TakeAsync(Action abort, CancellationToken cancellation)
    {
        var place = new ConnectionPlace(this, abort);
        var turn = new TaskCompletionSource<ConnectionPlace>(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (gate)
        {
            if (taken < max)
            {
                taken++;
                GoSilent(place);
                return Task.FromResult(place);
            }

            waiting.Enqueue((place, turn));
        }

        EndLongestSilent();
        return AwaitAsync(turn, cancellation);
    }

    internal void OnRequest(ConnectionPlace place)
    {
        lock (gate)
        {
            silent.Remove(place);
        }
    }

    internal void OnAnswered(ConnectionPlace place)
    {
        lock (gate)
        {
            if (!place.IsEnding)
            {
                GoSilent(place);
            }
        }

        EndLongestSilent();
    }

    internal void Leave(ConnectionPlace place)
    {
        lock (gate)
        {
            silent.Remove(place);
            ending -= place.IsEnding ? 1 : 0;
            if (!TryHandOver())
            {
                taken--;
            }
        }

        EndLongestSilent();
    }

    private static async Task<ConnectionPlace> AwaitAsync(
        TaskCompletionSource<ConnectionPlace> turn, CancellationToken cancellation)
    {
        using var given = cancellation.Register(() => turn.TrySetCanceled(cancellation));
        return await turn.Task;
    }

    // The next in the queue may have gone away meanwhile.
    private bool TryHandOver()
    {
        while (waiting.TryDequeue(out var next))
        {
            if (next.Taken.TrySetResult(next.Place))
            {
                GoSilent(next.Place);
                return true;
            }
        }

        return false;
    }

    private void GoSilent(ConnectionPlace place)
    {
        place.SilentSince = clock.GetTimestamp();
        silent.AddLast(place);
    }

    // Each connection that waits ends one, whose place comes when it is closed.
    private void EndLongestSilent()
    {
        while (TakeLongestSilent() is { } longest)
        {
            longest.Abort();
        }
    }

    private ConnectionPlace? TakeLongestSilent()
    {
        lock (gate)
        {
            if (waiting.Count <= ending || silent.First is not { Value: var longest })
            {
                return null;
            }

            var left = minSilence - clock.GetElapsedTime(longest.SilentSince);
            if (left > TimeSpan.Zero)
            {
                timer ??= clock.CreateTimer(
                    _ => EndLongestSilent(), state: null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
                timer.Change(left, Timeout.InfiniteTimeSpan);
                return null;
            }

            silent.RemoveFirst();
            longest.IsEnding = true;
            ending++;
            return longest;
        }
    }
}

/// <summary>The place of one connection: a feature of it, by which its requests are known.</summary>
internal sealed class ConnectionPlace(ConnectionPlaces places, Action abort)
{
    private int isLeft;

    /// <summary>When it was last heard, a timestamp of the places' clock.</summary>
    internal long SilentSince { get; set; }

    /// <summary>Whether it makes room for another.</summary>
    internal bool IsEnding { get; set; }

    /// <summary>A request has come; until <see cref="EndRequest"/> the connection is not silent.</summary>
    public void BeginRequest() => places.OnRequest(this);

    public void EndRequest() => places.OnAnswered(this);

    /// <summary>Gives the place back, once.</summary>
    public void Leave()
    {
        if (Interlocked.Exchange(ref isLeft, 1) == 0)
        {
            places.Leave(this);
        }
    }

    internal void Abort() => abort();
}

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
