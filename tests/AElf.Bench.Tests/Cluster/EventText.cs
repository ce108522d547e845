using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Cluster;

/// <summary>
/// Effects as one readable line, and the small world the cores are tested in: groups 0 (0-1 1-2), 1 (3-4), 2 (5-6) in two jobs, 0 (group 0) and
/// 1 (groups 1 and 2).
/// </summary>
internal static class EventText
{
    public static readonly ClusterMember Ann = new("ann", 11, 1, 2, "north", Store);
    public static readonly ClusterMember Bob = new("bob", 21, 1, 2, "south", Store);

    public static Block Block { get; } =
        new([new Transfer(0, 1, 1), new Transfer(3, 4, 1), new Transfer(1, 2, 1), new Transfer(5, 6, 1)], [9, 9, 9, 9, 9, 9, 9]);

    public static RoundPlan Plan(long number = 0)
    {
        var groups = Grouper.Group(Block);
        return new RoundPlan(
            Block, groups, JobMerger.Merge(groups.Sizes(), 2), number, new int[7], TransferMode.Strict);
    }

    public static BlockManifest Manifest(long number = 0) => new(number, 0, 7, 4, 3, 2, BlockManifest.ChecksumOf(Block.Transfers));

    public const string Store = "127.0.0.1:6379";

    public static Message.Hello Hello(ClusterMember worker) => new(Message.ProtocolVersion, worker);

    public static string Describe(Grant work) => work.Job >= 0 ? $"job {work.Job}" : $"group {work.Group}@{work.Epoch}";

    public static string Describe(Message message) => message switch
    {
        Message.Hello reported => $"hello {reported.Worker.Name}",
        Message.Heartbeat reported => $"heartbeat {reported.Number}, credits {reported.Credits}, block {reported.Block}, "
            + $"holds [{string.Join(' ', reported.Running.Select(each => $"{Describe(each.Work)}:{each.Position}"))}]",
        Message.Done reported => $"done {reported.Number}: {string.Join(' ', reported.Attempts.Select(each => $"{each.Group}@{each.Epoch}"))}",
        Message.Failed reported => $"failed {reported.Number}: {reported.Failure.Group}@{reported.Failure.Epoch}",
        Message.Welcome reported => $"welcome to {string.Join(' ', reported.Members.Select(member => member.Name))}",
        Message.Rejected reported => $"rejected {reported.Refusal}",
        Message.OpenRun reported => $"run {reported.Run}",
        Message.BlockChunk reported => $"block {reported.Manifest.Number} [{reported.Offset}..{reported.Offset + reported.Transfers.Length}]",
        Message.Assign { Versions.Count: 0 } reported => $"grant {Describe(reported.Work)}",
        Message.Assign reported => $"grant {Describe(reported.Work)} over {string.Join(' ', reported.Versions.Select(key => $"{key.Account}@{key.Version}"))}",
        Message.Abort reported => $"abort {Describe(reported.Work)}",
        Message.Acknowledged reported => $"heard {reported.Number}",
        Message.CloseRun reported => $"close {reported.Failure}",
        _ => throw new ArgumentOutOfRangeException(nameof(message)),
    };

    public static string Describe(LogRecord record) => record switch
    {
        LogRecord.RunOpened => "run",
        LogRecord.BlockOpened reported => $"block {reported.Manifest.Number}",
        LogRecord.Granted reported => $"granted {Describe(reported.Work)} to {reported.Incarnation}",
        LogRecord.Done reported => $"done {string.Join(' ', reported.Attempts.Select(each => $"{each.Group}@{each.Epoch}"))}",
        LogRecord.RunClosed reported => $"closed {reported.Failure}",
        _ => throw new ArgumentOutOfRangeException(nameof(record)),
    };

    /// <summary>Without timers, joins and notes.</summary>
    public static string Describe(IReadOnlyList<ManagerEffect> effects) => string.Join(" | ", effects.Select(effect => effect switch
    {
        ManagerEffect.Send reported => $"{reported.Connection}← {Describe(reported.Message)}",
        ManagerEffect.Disconnect reported => $"{reported.Connection}×",
        ManagerEffect.Append reported => $"log {reported.Position}: {Describe(reported.Record)}",
        ManagerEffect.Lost reported => $"lost {reported.Worker.Name}",
        ManagerEffect.BlockDone reported => $"block {reported.Block} done",
        ManagerEffect.RunFailed reported => $"FAILED {reported.Reason}",
        _ => null,
    }).Where(text => text is not null));

    public static string Describe(IReadOnlyList<WorkerEffect> effects) => string.Join(" | ", effects.Select(effect => effect switch
    {
        WorkerEffect.Send reported => $"→ {Describe(reported.Message)}",
        WorkerEffect.Start reported => $"start {Describe(reported.Work)} on {reported.Actor}",
        WorkerEffect.Abort reported => $"end {Describe(reported.Work)} on {reported.Actor}",
        WorkerEffect.OpenStore reported => $"store of {reported.Run.Run}",
        WorkerEffect.CloseRun reported => $"run closed {reported.Failure}",
        WorkerEffect.Stop reported => $"STOP {reported.Reason}",
        _ => null,
    }).Where(text => text is not null));
}
