using AElf.Bench.Core.Actors;

namespace AElf.Bench.Transfers.Execution;

/// <summary>A job of account groups in flight: the group it has reached, and how far it is in that group.</summary>
internal abstract class AccountLane : Lane
{
    /// <summary>Accounts in one MGET or MSET, and copies in flight at once in one lane.</summary>
    public const int ChunkSize = 32;

    /// <summary>The version the group's accounts are accepted at, where the lane does not know it by account.</summary>
    public int Accepted { get; set; }

    /// <summary>Blocks of the round that the attempt has behind it.</summary>
    public int BlocksDone { get; set; }

    /// <summary>The number of the last transaction before the block it is at.</summary>
    public long SequenceBase { get; set; }

    /// <summary>The slot of the transaction it is at.</summary>
    public int Slot { get; set; }

    public int FirstSlot { get; set; }

    /// <summary>One past the group's last slot.</summary>
    public int EndSlot { get; set; }

    /// <summary>The number of the transaction it is at, rising over all rounds of the run.</summary>
    public long Sequence { get; set; }

    /// <summary>When the transaction, or in batch mode the group, was started, in ticks of the pump's clock.</summary>
    public long StartedAt { get; set; }

    /// <summary>First of the group's accounts in the chunk under way.</summary>
    public int ChunkStart { get; set; }

    /// <summary>One past the last of the group's accounts in the chunk under way.</summary>
    public int ChunkEnd { get; set; }
}
