using System.Globalization;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// Limits the number of open connections. At the limit, a new connection replaces the connection with the longest
/// silence.
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

    /// <summary>Takes a place when one is free.</summary>
    /// <param name="abort">Ends the connection.</param>
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

    // The next connection in the queue may have ended meanwhile.
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

    // Each waiting connection ends one other connection, and gets its place after that is closed.
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

/// <summary>The place of one connection. As a feature of the connection, it identifies its requests.</summary>
internal sealed class ConnectionPlace(ConnectionPlaces places, Action abort)
{
    private int isLeft;

    /// <summary>Time of the last sign of life, a timestamp of the places' clock.</summary>
    internal long SilentSince { get; set; }

    /// <summary>Whether the connection ends to make room for another.</summary>
    internal bool IsEnding { get; set; }

    /// <summary>A request has begun. Until <see cref="EndRequest"/> the connection is not silent.</summary>
    public void BeginRequest() => places.OnRequest(this);

    public void EndRequest() => places.OnAnswered(this);

    /// <summary>Returns the place, once.</summary>
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
/// The maximum of open connections of the listener. It is far below the process's limit of open files: silent
/// connections must leave enough files for the log, the store and the members.
/// </summary>
/// <param name="MaxUnauthenticatedPeers">
/// Maximum of connections of an HTTP listener, and maximum of nodes without a proof of the secret.
/// </param>
public sealed record ListenerLimits(int MaxUnauthenticatedPeers)
{
    private const int UnauthenticatedPeerCap = 1000;
    private const int MinConnections = 8;

    // Files of the runtime, the listener, the log and the store: 271 during a run of a manager. Most are libraries: the
    // runtime opens each twice and keeps it open.
    private const int OwnFiles = 288;

    /// <summary>Maximum silence of a peer before its admission.</summary>
    public TimeSpan AdmissionDeadline { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Reserves the open files that the process needs. Each of the two kinds gets a quarter of the rest.
    /// </summary>
    public static ListenerLimits For(long openFiles)
    {
        var free = Math.Max(openFiles - OwnFiles, 0);
        return new ListenerLimits((int)Math.Clamp(free / 4, MinConnections, UnauthenticatedPeerCap));
    }

    /// <summary>The limits for the files that this process may open, read once.</summary>
    public static ListenerLimits OfProcess { get; } = For(OpenFiles(KernelFile.Lines("/proc/self/limits")));

    /// <summary>The limit of open files in <c>/proc/self/limits</c>; unlimited without such a line.</summary>
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
