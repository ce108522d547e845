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
