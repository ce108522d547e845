using AElf.Bench.Core.Stores;

namespace AElf.Bench.Harness.Runs;

/// <summary>Holds the operations we count against those the servers count.</summary>
internal static class Reconciliation
{
    /// <summary>Both sides agree to the last operation.</summary>
    public const string Equal = "equal";

    /// <summary>Compares both sides.</summary>
    /// <param name="client">What the actors queued.</param>
    /// <param name="server">What the servers say they served.</param>
    /// <param name="unreported">Most operations beyond them that workers may have sent which were lost and never told.</param>
    /// <param name="proxied">Whether a proxy may have split an MGET or MSET over shards.</param>
    /// <param name="faulty">Whether operations may be in doubt, so that the servers may have served fewer than were queued.</param>
    /// <returns><c>equal</c>, <c>within bounds: …</c> or <c>mismatch: …</c>.</returns>
    public static string Evaluate(OperationCounts client, OperationCounts server, OperationCounts unreported, bool proxied, bool faulty)
    {
        (string Name, long Client, long Server, long Most)[] counters =
        [
            ("GET", client.Get, server.Get, client.Get + unreported.Get),
            ("SET", client.Set, server.Set, client.Set + unreported.Set),
            ("MGET", client.MultiGet, server.MultiGet,
                (proxied ? client.KeysRead - client.Get : client.MultiGet) + (proxied ? unreported.KeysRead : unreported.MultiGet)),
            ("MSET", client.MultiSet, server.MultiSet,
                (proxied ? client.KeysWritten - client.Set : client.MultiSet) + (proxied ? unreported.KeysWritten : unreported.MultiSet)),
        ];
        foreach (var (name, ours, theirs, most) in counters)
        {
            if (theirs > most)
            {
                return $"mismatch: {ours} {name} were sent and {theirs} served; does another client use this store?";
            }

            if (theirs < ours && !faulty)
            {
                return $"mismatch: {ours} {name} were sent and only {theirs} served";
            }
        }

        if (Array.TrueForAll(counters, counter => counter.Client == counter.Server))
        {
            return Equal;
        }

        if (unreported != default)
        {
            return $"within bounds: {server.Commands - client.Commands} commands were served for workers that were lost before they told theirs";
        }

        return faulty
            ? $"within bounds: {client.Commands - server.Commands} commands were in doubt"
            : "within bounds: the proxy split commands of several keys over the shards";
    }
}
