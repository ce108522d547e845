using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Runs;

/// <summary>Compares the sent operations with the operations in the servers' counters.</summary>
internal static class Reconciler
{
    /// <param name="client">Operations that the actors queued.</param>
    /// <param name="server">Operations in the servers' counters.</param>
    /// <param name="unreported">
    /// Upper bound of further operations that lost workers may have sent without reporting them.
    /// </param>
    /// <param name="carried">
    /// Upper bound of operations of earlier rounds that may have been reported, or served, only now.
    /// </param>
    /// <param name="proxied">Whether a proxy may have split an MGET or MSET over shards.</param>
    /// <param name="faulty">
    /// Whether operations may be uncertain, so that the servers may have served fewer than were queued.
    /// </param>
    public static Reconciliation Compare(
        OperationCounts client,
        OperationCounts server,
        OperationCounts unreported,
        OperationCounts carried,
        bool proxied,
        bool faulty)
    {
        var more = unreported + carried;
        (string Name, long Client, long Server, long Min, long Max)[] counters =
        [
            ("GET", client.Get, server.Get, client.Get - carried.Get, client.Get + more.Get),
            ("SET", client.Set, server.Set, client.Set - carried.Set, client.Set + more.Set),
            ("MGET", client.MultiGet, server.MultiGet, client.MultiGet - carried.MultiGet, proxied
                ? client.KeysRead - client.Get + more.KeysRead
                : client.MultiGet + more.MultiGet),
            ("MSET", client.MultiSet, server.MultiSet, client.MultiSet - carried.MultiSet, proxied
                ? client.KeysWritten - client.Set + more.KeysWritten
                : client.MultiSet + more.MultiSet),
            ("EXEC", client.Exec, server.Exec, client.Exec - carried.Exec, client.Exec + more.Exec),
            ("EVALSHA", client.EvalSha, server.EvalSha, client.EvalSha - carried.EvalSha,
                client.EvalSha + more.EvalSha),
        ];
        foreach (var (name, ours, theirs, min, max) in counters)
        {
            if (theirs > max)
            {
                return new(
                    ReconciliationOutcome.Mismatch,
                    $"{theirs - ours} more {name} were served than sent; does another client use this store?");
            }

            if (theirs < min && !faulty)
            {
                return new(ReconciliationOutcome.Mismatch, $"{ours - theirs} fewer {name} were served than sent");
            }
        }

        if (Array.TrueForAll(counters, counter => counter.Client == counter.Server))
        {
            return new(ReconciliationOutcome.Equal);
        }

        var served = server.Commands - client.Commands;
        return new(ReconciliationOutcome.WithinBounds, (more != default, faulty) switch
        {
            (true, _) when served < 0 =>
                $"{Counted(-served, "reported command")} {Were(-served)} served in an earlier round",
            (true, _) =>
                $"{Counted(served, "command")} {Were(served)} served for processes that were lost before they reported",
            (_, true) => $"{Counted(-served, "command")} {Were(-served)} in doubt",
            _ => "the proxy split commands of several keys over the shards",
        });
    }
}
