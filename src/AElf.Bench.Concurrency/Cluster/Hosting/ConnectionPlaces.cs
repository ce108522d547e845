using System.Threading.Channels;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// The places of connections that are open at once. When all are taken and one more comes, the connection that has been
/// silent longest makes room for it: silent connections keep nobody out that talks.
/// </summary>
internal sealed class ConnectionPlaces(int max)
{
    private readonly Lock gate = new();

    // Its room is for one item each, and nothing of it is to be disposed of: connections outlive their listener.
    private readonly Channel<bool> taken = Channel.CreateBounded<bool>(max);
    private readonly LinkedList<ConnectionPlace> silent = [];
    private bool isWanted;

    /// <summary>Takes a place once there is one; only one caller may wait at a time.</summary>
    /// <param name="abort">Ends the connection it is for.</param>
    public async Task<ConnectionPlace> TakeAsync(Action abort, CancellationToken cancellation)
    {
        lock (gate)
        {
            isWanted = taken.Reader.Count == max;
        }

        EndLongestSilent();
        await taken.Writer.WriteAsync(true, cancellation);
        var place = new ConnectionPlace(this, abort);
        lock (gate)
        {
            isWanted = false;
            silent.AddLast(place);
        }

        return place;
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
            silent.AddLast(place);
        }

        EndLongestSilent();
    }

    internal void Leave(ConnectionPlace place)
    {
        OnRequest(place);
        taken.Reader.TryRead(out _);
    }

    // Each connection that waits ends one, whose place comes when it is disposed.
    private void EndLongestSilent()
    {
        ConnectionPlace longest;
        lock (gate)
        {
            if (!isWanted || silent.First is not { } first)
            {
                return;
            }

            (longest, isWanted) = (first.Value, false);
            silent.RemoveFirst();
        }

        longest.Abort();
    }
}

/// <summary>The place of one connection: a feature of it, by which its requests are known.</summary>
internal sealed class ConnectionPlace(ConnectionPlaces places, Action abort)
{
    private int isLeft;

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
