using System.Buffers;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Transfers.Execution;

/// <summary>
/// Encodes grants of the rounds of a run; <see cref="AccountWork.Decode"/> reads them. All rounds offer one block,
/// merged into the same jobs. So the contents of a job are encoded once and then copied. Only the numbers of the
/// transfers and the keys of the accounts change from round to round.
/// </summary>
internal sealed class WorkEncoder(Block block)
{
    private readonly ArrayBufferWriter<byte> scratch = new();
    private int[] places = [];
    private byte[]?[] jobs = [];

    /// <summary>Encodes the groups of a grant, with their transfers and accounts.</summary>
    public void Encode(TransferRound round, in Grant grant, IBufferWriter<byte> output)
    {
        ReadOnlySpan<int> groups = grant.Job >= 0 ? round.Jobs[grant.Job] : new[] { grant.Unit };
        var writer = new VarintWriter(output);
        writer.Write((ulong)groups.Length);
        round.Work.Numbering.Write(ref writer);
        writer.Write((ulong)round.Age.Microseconds());
        var before = 0;
        foreach (var group in groups)
        {
            // Usually the same as in the previous group.
            var version = round.OpeningVersionOf(group);
            writer.Write((ulong)(version ^ before));
            before = version;
        }

        writer.Flush();
        output.Write(grant.Job >= 0 ? BodyOf(round, grant.Job) : EncodeGroups(round.Groups, groups));
    }

    private byte[] BodyOf(TransferRound round, int job)
    {
        if (jobs.Length != round.Jobs.Count)
        {
            jobs = new byte[round.Jobs.Count][];
        }

        return jobs[job] ??= EncodeGroups(round.Groups, round.Jobs[job]).ToArray();
    }

    private ReadOnlySpan<byte> EncodeGroups(TransferGroups all, ReadOnlySpan<int> groups)
    {
        if (places.Length < block.AccountCount)
        {
            // Allocated here: a round of this process does not need it.
            places = new int[block.AccountCount];
        }

        scratch.ResetWrittenCount();
        var writer = new VarintWriter(scratch);
        foreach (var group in groups)
        {
            EncodeGroup(ref writer, group, all[group]);
        }

        writer.Flush();
        return scratch.WrittenSpan;
    }

    private void EncodeGroup(ref VarintWriter writer, int group, ReadOnlySpan<int> members)
    {
        var all = block.Transfers;
        var count = 0;
        foreach (var index in members)
        {
            places[all[index].From] = -1;
            places[all[index].To] = -1;
        }

        foreach (var index in members)
        {
            count += Place(all[index].From, count) ? 1 : 0;
            count += Place(all[index].To, count) ? 1 : 0;
        }

        writer.Write((ulong)group);
        writer.Write((ulong)count);
        writer.Write((ulong)members.Length);
        EncodeAccounts(ref writer, members);
        var last = -1;
        foreach (var index in members)
        {
            ref readonly var transfer = ref all[index];
            writer.Write((ulong)(index - last));
            writer.Write((ulong)places[transfer.From]);
            writer.Write((ulong)places[transfer.To]);
            writer.Write((ulong)transfer.Amount);
            last = index;
        }
    }

    private bool Place(int account, int next)
    {
        if (places[account] >= 0)
        {
            return false;
        }

        places[account] = next;
        return true;
    }

    // Writes accounts in the order of their places, which is the order of first touch.
    private void EncodeAccounts(ref VarintWriter writer, ReadOnlySpan<int> members)
    {
        var next = 0;
        foreach (var index in members)
        {
            var (from, to, _) = block.Transfers[index];
            if (places[from] == next)
            {
                next++;
                writer.Write((ulong)from);
            }

            if (places[to] == next)
            {
                next++;
                writer.Write((ulong)to);
            }
        }
    }
}
