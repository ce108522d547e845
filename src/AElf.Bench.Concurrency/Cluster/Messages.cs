using AElf.Bench.Core.Accounts;
using AElf.Bench.Core.Blocks;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>Why a manager does not take a worker.</summary>
public enum Refusal
{
    /// <summary>They speak different versions of the protocol.</summary>
    Version = 1,

    /// <summary>A worker of that name, of another incarnation, is a member. It may be dead without the manager knowing: trying again helps then.</summary>
    Duplicate = 2,

    /// <summary>The worker is configured for something else.</summary>
    Configuration = 3,

    /// <summary>The manager holds the worker for dead, or has been started anew: another Hello helps.</summary>
    NotMember = 4,
}

/// <summary>A worker of the cluster.</summary>
/// <param name="Name">Unique in the cluster, the same for every incarnation.</param>
/// <param name="Incarnation">Drawn anew by each process.</param>
/// <param name="Actors">Actors in it.</param>
/// <param name="Lanes">Most jobs in flight inside one actor; a run may ask for fewer.</param>
/// <param name="Server">The host it runs on.</param>
/// <param name="Store">The address of the store, or of the proxy before it, that its actors talk to; <c>host:port</c>.</param>
public sealed record ClusterMember(string Name, long Incarnation, int Actors, int Lanes, string Server, string Store);

/// <summary>One actor's figures.</summary>
/// <param name="Committed">Transfers committed since the process started.</param>
/// <param name="Waiting">Jobs in its mailbox.</param>
/// <param name="OldestAge">How long the oldest of them has been there.</param>
public readonly record struct ActorHealth(long Committed, int Waiting, TimeSpan OldestAge);

/// <summary>How far a worker has come with a grant it holds.</summary>
/// <param name="Work">The grant.</param>
/// <param name="Actor">The actor that has it; −1 while any may take it.</param>
/// <param name="Position">As in <see cref="LaneProgress"/>; −1 while the grant waits for a lane.</param>
public readonly record struct AttemptProgress(Grant Work, int Actor, long Position);

/// <summary>One attempt.</summary>
/// <param name="Group">The group.</param>
/// <param name="Epoch">The attempt's epoch.</param>
public readonly record struct Attempt(int Group, int Epoch);

/// <summary>
/// All that a manager and its workers say to each other: a closed set, every one safe to lose, to repeat, and to hear late or out of order.
/// Messages with an incarnation concern that process of the worker alone.
/// </summary>
public abstract record Message
{
    /// <summary>The version of these messages and their meaning.</summary>
    public const int ProtocolVersion = 1;

    private Message()
    {
    }

    /// <summary>Worker: asks to be a member. All it was granted before under the same incarnation is void.</summary>
    /// <param name="Version">The protocol version it speaks.</param>
    /// <param name="Worker">Who it is.</param>
    public sealed record Hello(int Version, ClusterMember Worker) : Message;

    /// <summary>Worker: is alive, and what it does.</summary>
    /// <param name="Incarnation">The sender's.</param>
    /// <param name="Number">Rising; a lower one that comes later tells nothing.</param>
    /// <param name="Credits">Most grants it can hold at once; less what void grants still occupy.</param>
    /// <param name="Block">The newest block it holds whole; −1 for none.</param>
    /// <param name="Actors">The figures of each actor.</param>
    /// <param name="Running">All grants it holds and may still report on.</param>
    public sealed record Heartbeat(
        long Incarnation,
        long Number,
        int Credits,
        long Block,
        IReadOnlyList<ActorHealth> Actors,
        IReadOnlyList<AttemptProgress> Running) : Message;

    /// <summary>Worker: attempts of which every write was acknowledged. Sent again until <see cref="Acknowledged"/>.</summary>
    /// <param name="Incarnation">The sender's.</param>
    /// <param name="Number">The report's, over <see cref="Done"/> and <see cref="Failed"/>, rising within the incarnation.</param>
    /// <param name="Run">The run.</param>
    /// <param name="Block">The block.</param>
    /// <param name="Attempts">The attempts.</param>
    public sealed record Done(long Incarnation, long Number, string Run, long Block, IReadOnlyList<Attempt> Attempts) : Message;

    /// <summary>Worker: an attempt is over and not done. Sent again until <see cref="Acknowledged"/>.</summary>
    /// <param name="Incarnation">The sender's.</param>
    /// <param name="Number">As in <see cref="Done"/>.</param>
    /// <param name="Run">The run.</param>
    /// <param name="Block">The block.</param>
    /// <param name="Failure">Group, epoch, step, account and reason.</param>
    public sealed record Failed(long Incarnation, long Number, string Run, long Block, AttemptFailure Failure) : Message;

    /// <summary>Manager: the worker is a member.</summary>
    /// <param name="Incarnation">The worker's.</param>
    /// <param name="Members">All members, in the order they joined.</param>
    /// <param name="HeartbeatInterval">How often the worker shall say that it is alive.</param>
    /// <param name="AcceptableHeartbeatPause">The silence after which it is held for dead.</param>
    public sealed record Welcome(
        long Incarnation, IReadOnlyList<ClusterMember> Members, TimeSpan HeartbeatInterval, TimeSpan AcceptableHeartbeatPause) : Message;

    /// <summary>Manager: the worker is no member.</summary>
    /// <param name="Incarnation">The worker's.</param>
    /// <param name="Refusal">Why.</param>
    /// <param name="Text">The same in words, with what was given and what would be right.</param>
    public sealed record Rejected(long Incarnation, Refusal Refusal, string Text) : Message;

    /// <summary>Manager: what the coming grants are about.</summary>
    /// <param name="Run">The run whose keys are used.</param>
    /// <param name="Mode">How first attempts put reads and writes to the store.</param>
    /// <param name="Lanes">Jobs in flight inside one actor, unless the worker has fewer.</param>
    /// <param name="AddedRoundTrip">What the worker adds to each round trip to the store; zero for nothing.</param>
    public sealed record OpenRun(string Run, TransferMode Mode, int Lanes, TimeSpan AddedRoundTrip) : Message;

    /// <summary>Manager: a part of a block, or that a block has the transfers of an earlier one.</summary>
    /// <param name="Run">The run.</param>
    /// <param name="Manifest">Which block and what to expect of it.</param>
    /// <param name="Offset">The first transfer's place in the block.</param>
    /// <param name="Transfers">The transfers from there on; none when <see cref="BlockManifest.ContentId"/> has been sent before.</param>
    public sealed record BlockChunk(string Run, BlockManifest Manifest, int Offset, ReadOnlyMemory<Transfer> Transfers) : Message;

    /// <summary>Manager: permission to work, for one incarnation only; executed once however often it comes.</summary>
    /// <param name="Incarnation">The worker's.</param>
    /// <param name="Run">The run.</param>
    /// <param name="Block">The block.</param>
    /// <param name="Actor">The actor that shall do it; −1 for any.</param>
    /// <param name="Work">The job or group, and the epoch.</param>
    /// <param name="Versions">The accepted version of each account of the work that is not at version 0.</param>
    public sealed record Assign(long Incarnation, string Run, long Block, int Actor, Grant Work, IReadOnlyList<AccountKey> Versions) : Message;

    /// <summary>Manager: a grant is void; ending it early saves work and nothing else.</summary>
    /// <param name="Incarnation">The worker's.</param>
    /// <param name="Run">The run.</param>
    /// <param name="Block">The block.</param>
    /// <param name="Work">The grant.</param>
    public sealed record Abort(long Incarnation, string Run, long Block, Grant Work) : Message;

    /// <summary>Manager: a report was heard, and what it changed is in the log; it need not be sent again.</summary>
    /// <param name="Incarnation">The worker's.</param>
    /// <param name="Number">The report's.</param>
    public sealed record Acknowledged(long Incarnation, long Number) : Message;

    /// <summary>Manager: the run is over.</summary>
    /// <param name="Run">The run.</param>
    /// <param name="Failure">Why it failed; null when it did not.</param>
    public sealed record CloseRun(string Run, string? Failure) : Message;
}

/// <summary>
/// What a block is made of. Groups and jobs do not travel: both sides find the same ones from the transfers, and a worker whose numbers differ
/// says so.
/// </summary>
/// <param name="Number">The block's number in the run.</param>
/// <param name="ContentId">The number of the first block with the same transfers.</param>
/// <param name="Accounts">Accounts the transfers may touch.</param>
/// <param name="Transfers">Transfers in the block.</param>
/// <param name="Groups">Groups in the block.</param>
/// <param name="Jobs">Jobs the groups are merged into.</param>
/// <param name="Checksum">CRC-32C of the transfers.</param>
public sealed record BlockManifest(long Number, long ContentId, int Accounts, int Transfers, int Groups, int Jobs, uint Checksum)
{
    /// <summary>CRC-32C over the transfers: paying account, receiving account, amount, little-endian.</summary>
    public static uint ChecksumOf(ReadOnlySpan<Transfer> transfers)
    {
        var crc = Crc32C.Start;
        foreach (var (from, to, amount) in transfers)
        {
            crc = Crc32C.Append(crc, (uint)from | ((ulong)(uint)to << 32));
            crc = Crc32C.Append(crc, (ulong)amount);
        }

        return ~crc;
    }
}
