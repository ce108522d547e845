using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>The blocks of a run as they come to a worker: in chunks, in any order, any of them more than once.</summary>
internal sealed class WorkerBlocks
{
    private readonly HashSet<int> offsets = [];
    private Transfer[] transfers = [];
    private BlockManifest? collecting;
    private BlockManifest? newest;
    private int missing;
    private Block? block;
    private TransferGroups? groups;
    private Jobs? jobs;

    /// <summary>The run; null before the first.</summary>
    public Message.OpenRun? Run { get; private set; }

    /// <summary>The newest block that is whole; null before the first.</summary>
    public RoundPlan? Plan { get; private set; }

    /// <summary>Its number; −1 before the first.</summary>
    public long Number => Plan?.BlockNumber ?? -1;

    /// <summary>Whether this is the newest whole block of the run at hand.</summary>
    public bool Has(string run, long number) => number == Number && string.Equals(run, Run?.Run, StringComparison.Ordinal);

    /// <summary>Takes note of a run; false when it is the one at hand.</summary>
    public bool Open(Message.OpenRun run)
    {
        if (string.Equals(run.Run, Run?.Run, StringComparison.Ordinal))
        {
            return false;
        }

        Run = run;
        Plan = null;
        collecting = newest = null;
        block = null;
        return true;
    }

    /// <summary>Forgets the run at hand: one of the same name may be opened anew.</summary>
    public void Close()
    {
        Run = null;
        Plan = null;
        collecting = newest = null;
        block = null;
    }

    /// <summary>Takes a chunk; true when a newer block is whole by it.</summary>
    /// <param name="chunk">The chunk.</param>
    /// <param name="mismatch">What the chunks do not agree with; null when they do.</param>
    public bool Add(Message.BlockChunk chunk, out string? mismatch)
    {
        mismatch = null;
        var manifest = chunk.Manifest;
        if (!string.Equals(chunk.Run, Run?.Run, StringComparison.Ordinal)
            || manifest.Number < (newest?.Number ?? 0)
            || manifest.ContentId < (collecting?.ContentId ?? 0))
        {
            return false;
        }

        if (manifest.Transfers < 0 || manifest.Accounts < 0 || manifest.Jobs < 0)
        {
            mismatch = $"block {manifest.Number} cannot be: {manifest}";
            return false;
        }

        newest = manifest;
        if (collecting?.ContentId != manifest.ContentId)
        {
            collecting = manifest;
            transfers = new Transfer[manifest.Transfers];
            missing = manifest.Transfers;
            offsets.Clear();
            block = null;
        }

        if (!chunk.Transfers.IsEmpty && block is null)
        {
            if (chunk.Offset < 0 || chunk.Offset > transfers.Length - chunk.Transfers.Length)
            {
                mismatch = $"a chunk of block {manifest.Number} has transfers {chunk.Offset} to {chunk.Offset + chunk.Transfers.Length - 1} of {transfers.Length}";
                return false;
            }

            if (offsets.Add(chunk.Offset))
            {
                chunk.Transfers.Span.CopyTo(transfers.AsSpan(chunk.Offset));
                missing -= chunk.Transfers.Length;
            }
        }

        return missing == 0 && newest.Number > Number && Build(newest, out mismatch);
    }

    private bool Build(BlockManifest manifest, out string? mismatch)
    {
        if (block is null)
        {
            if (BlockManifest.ChecksumOf(transfers) != manifest.Checksum)
            {
                mismatch = $"the transfers of block {manifest.Number} do not match their checksum";
                return false;
            }

            try
            {
                // Balances are the store's affair.
                block = new Block(transfers, new long[manifest.Accounts]);
            }
            catch (ArgumentException exception)
            {
                mismatch = $"block {manifest.Number} is none: {exception.Message}";
                return false;
            }

            groups = Grouper.Group(block);
        }

        if (jobs?.Count != manifest.Jobs || !ReferenceEquals(Plan?.Block, block))
        {
            jobs = JobMerger.Merge(groups!.Sizes(), Math.Max(manifest.Jobs, 1));
        }

        if (groups!.Count != manifest.Groups || jobs.Count != manifest.Jobs)
        {
            mismatch = $"block {manifest.Number} has {groups.Count} groups in {jobs.Count} jobs here, {manifest.Groups} in {manifest.Jobs} at the manager: "
                + "different programs";
            return false;
        }

        Plan = new RoundPlan(block, groups, jobs, manifest.Number, new int[manifest.Accounts], Run!.Mode);
        mismatch = null;
        return true;
    }
}
