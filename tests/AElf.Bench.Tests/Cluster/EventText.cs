using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Accounts;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Grouping;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

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
        return new RoundPlan(Block, groups, JobMerger.Merge(groups, 2), number, new int[7], TransferMode.Strict);
    }

    public static BlockManifest Manifest(long number = 0) => new(number, 0, 7, 4, 3, 2, BlockManifest.ChecksumOf(Block.Transfers));

    public const string Store = "127.0.0.1:6379";

    public static Message.Hello Hello(ClusterMember worker) => new(Message.ProtocolVersion, worker);

    public static string Of(Grant work) => work.Job >= 0 ? $"job {work.Job}" : $"group {work.Group}@{work.Epoch}";

    public static string Of(Message message) => message switch
    {
        Message.Hello said => $"hello {said.Worker.Name}",
        Message.Heartbeat said => $"heartbeat {said.Number}, credits {said.Credits}, block {said.Block}, "
            + $"holds [{string.Join(' ', said.Running.Select(each => $"{Of(each.Work)}:{each.Position}"))}]",
        Message.Done said => $"done {said.Number}: {string.Join(' ', said.Attempts.Select(each => $"{each.Group}@{each.Epoch}"))}",
        Message.Failed said => $"failed {said.Number}: {said.Failure.Group}@{said.Failure.Epoch}",
        Message.Welcome said => $"welcome to {string.Join(' ', said.Members.Select(member => member.Name))}",
        Message.Rejected said => $"rejected {said.Refusal}",
        Message.OpenRun said => $"run {said.Run}",
        Message.BlockChunk said => $"block {said.Manifest.Number} [{said.Offset}..{said.Offset + said.Transfers.Length}]",
        Message.Assign { Versions.Count: 0 } said => $"grant {Of(said.Work)}",
        Message.Assign said => $"grant {Of(said.Work)} over {string.Join(' ', said.Versions.Select(key => $"{key.Account}@{key.Version}"))}",
        Message.Abort said => $"abort {Of(said.Work)}",
        Message.Acknowledged said => $"heard {said.Number}",
        Message.CloseRun said => $"close {said.Failure}",
        _ => throw new ArgumentOutOfRangeException(nameof(message)),
    };

    public static string Of(LogRecord record) => record switch
    {
        LogRecord.RunOpened => "run",
        LogRecord.BlockOpened said => $"block {said.Manifest.Number}",
        LogRecord.Granted said => $"granted {Of(said.Work)} to {said.Incarnation}",
        LogRecord.Done said => $"done {string.Join(' ', said.Attempts.Select(each => $"{each.Group}@{each.Epoch}"))}",
        LogRecord.RunClosed said => $"closed {said.Failure}",
        _ => throw new ArgumentOutOfRangeException(nameof(record)),
    };

    /// <summary>Without timers, joins and notes.</summary>
    public static string Of(IReadOnlyList<ManagerEffect> effects) => string.Join(" | ", effects.Select(effect => effect switch
    {
        ManagerEffect.Send said => $"{said.Connection}← {Of(said.Message)}",
        ManagerEffect.Disconnect said => $"{said.Connection}×",
        ManagerEffect.Append said => $"log {said.Position}: {Of(said.Record)}",
        ManagerEffect.Lost said => $"lost {said.Worker.Name}",
        ManagerEffect.BlockDone said => $"block {said.Block} done",
        ManagerEffect.RunFailed said => $"FAILED {said.Reason}",
        _ => null,
    }).Where(text => text is not null));

    public static string Of(IReadOnlyList<WorkerEffect> effects) => string.Join(" | ", effects.Select(effect => effect switch
    {
        WorkerEffect.Send said => $"→ {Of(said.Message)}",
        WorkerEffect.Start said => $"start {Of(said.Work)} on {said.Actor}",
        WorkerEffect.Abort said => $"end {Of(said.Work)} on {said.Actor}",
        WorkerEffect.OpenStore said => $"store of {said.Run.Run}",
        WorkerEffect.CloseRun said => $"run closed {said.Failure}",
        WorkerEffect.Stop said => $"STOP {said.Reason}",
        _ => null,
    }).Where(text => text is not null));
}
