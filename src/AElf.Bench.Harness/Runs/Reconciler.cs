using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>Compares the operations that were sent with those that the servers say they served.</summary>
internal static class Reconciler
{
    /// <summary>Compares both sides.</summary>
    /// <param name="client">What the actors queued.</param>
    /// <param name="server">What the servers say they served.</param>
    /// <param name="unreported">
    /// Most operations beyond them that workers may have sent which were lost before they reported them.
    /// </param>
    /// <param name="proxied">Whether a proxy may have split an MGET or MSET over shards.</param>
    /// <param name="faulty">
    /// Whether operations may be in doubt, so that the servers may have served fewer than were queued.
    /// </param>
    public static Reconciliation Compare(
        OperationCounts client, OperationCounts server, OperationCounts unreported, bool proxied, bool faulty)
    {
        (string Name, long Client, long Server, long Max)[] counters =
        [
            ("GET", client.Get, server.Get, client.Get + unreported.Get),
            ("SET", client.Set, server.Set, client.Set + unreported.Set),
            ("MGET", client.MultiGet, server.MultiGet, proxied
                ? client.KeysRead - client.Get + unreported.KeysRead
                : client.MultiGet + unreported.MultiGet),
            ("MSET", client.MultiSet, server.MultiSet, proxied
                ? client.KeysWritten - client.Set + unreported.KeysWritten
                : client.MultiSet + unreported.MultiSet),
        ];
        foreach (var (name, ours, theirs, max) in counters)
        {
            if (theirs > max)
            {
                return new(
                    ReconciliationOutcome.Mismatch,
                    $"{ours} {name} were sent and {theirs} served; does another client use this store?");
            }

            if (theirs < ours && !faulty)
            {
                return new(ReconciliationOutcome.Mismatch, $"{ours} {name} were sent and only {theirs} served");
            }
        }

        if (Array.TrueForAll(counters, counter => counter.Client == counter.Server))
        {
            return new(ReconciliationOutcome.Equal);
        }

        return new(ReconciliationOutcome.WithinBounds, (unreported != default, faulty) switch
        {
            (true, _) => $"{server.Commands - client.Commands} commands were served for workers that were lost "
                + "before they reported them",
            (_, true) => $"{client.Commands - server.Commands} commands were in doubt",
            _ => "the proxy split commands of several keys over the shards",
        });
    }
}
