using System.Text;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Tests.Scheduling;

namespace AElf.Bench.Tests.Cluster;

/// <summary>
/// Formats effects as one line. Also the small round of the tests of the cores: unit 0 has weight 2, units 1 and 2 have
/// weight 1; job 0 is unit 0, job 1 is units 1 and 2.
/// </summary>
internal static class EventText
{
    public const string Store = "127.0.0.1:6379";

    public static readonly ClusterMember Ann = new("ann", 11, 1, 2, "north", Store);
    public static readonly ClusterMember Bob = new("bob", 21, 1, 2, "south", Store);

    public static SmallRound Round(long number = 0, int[]? versions = null) =>
        new(number, [2, 1, 1], maxJobs: 2, versions);

    public static Message.Hello Hello(ClusterMember worker) => new(Message.ProtocolVersion, worker);

    public static string Describe(Grant grant) =>
        grant.Job >= 0 ? $"job {grant.Job}" : $"unit {grant.Unit}@{grant.Epoch}";

    public static string Describe(Message message) => message switch
    {
        Message.Hello hello => $"hello {hello.Worker.Name}",
        Message.Heartbeat heartbeat => Describe(heartbeat),
        Message.Done done => $"done {done.Number}: {Describe(done.Attempts)}",
        Message.Failed failed => $"failed {failed.Number}: {failed.Failure.Unit}@{failed.Failure.Epoch}",
        Message.Sample sample => $"sample of {sample.Run}: {sample.Committed}",
        Message.RoundResult result => $"result of {result.Round}: {result.Stats.Committed}",
        Message.Welcome welcome => $"welcome to {string.Join(' ', welcome.Members.Select(member => member.Name))}",
        Message.Rejected rejected => $"rejected {rejected.Refusal}",
        Message.OpenRun run => $"run {run.Run}",
        Message.Assign assign => $"grant {Describe(assign.Grant)}{Describe(assign.Work)}",
        Message.Abort abort => $"abort {Describe(abort.Grant)}",
        Message.Acknowledged acknowledged => $"ack {acknowledged.Number}",
        Message.RequestResult request => $"result of {request.Round}?",
        Message.CloseRun closed => $"close {closed.Failure}",
        _ => throw new ArgumentOutOfRangeException(nameof(message)),
    };

    public static string Describe(LogRecord record) => record switch
    {
        LogRecord.RunOpened => "run",
        LogRecord.SeedingBegun seeding => $"seeding {seeding.Version}",
        LogRecord.RoundOpened opened => $"round {opened.Manifest.Number}",
        LogRecord.Granted granted => $"{Describe(granted.Grant)} to {granted.Incarnation}",
        LogRecord.Done done => $"done {Describe(done.Attempts)}",
        LogRecord.FaultMet(var kind, _) => $"fault {kind}",
        LogRecord.RunClosed closed => $"closed {closed.Failure}",
        _ => throw new ArgumentOutOfRangeException(nameof(record)),
    };

    /// <summary>Leaves out timers, joins and notes.</summary>
    public static string Describe(IReadOnlyList<ManagerEffect> effects) => Join(effects.Select(effect => effect switch
    {
        ManagerEffect.Send sent => $"{sent.Connection}← {Describe(sent.Message)}",
        ManagerEffect.Disconnect ended => $"{ended.Connection}×",
        ManagerEffect.Append append => $"log {append.Position}: {Describe(append.Record)}",
        ManagerEffect.Lost lost => $"lost {lost.Worker.Name}",
        ManagerEffect.SeedingLogged seeding => $"seed {seeding.Version}",
        ManagerEffect.RunReady => "ready",
        ManagerEffect.RoundDone done => $"round {done.Round} done",
        ManagerEffect.RoundMeasured measured => Describe(measured),
        ManagerEffect.RunFailed failed => $"FAILED {failed.Reason}",
        _ => null,
    }));

    public static string Describe(IReadOnlyList<WorkerEffect> effects) => Join(effects.Select(effect => effect switch
    {
        WorkerEffect.Send sent => $"→ {Describe(sent.Message)}",
        WorkerEffect.Start start => $"start {Describe(start.Grant)} on {start.Actor}",
        WorkerEffect.Abort abort => $"end {Describe(abort.Grant)} on {abort.Actor}",
        WorkerEffect.OpenStore opened => $"store of {opened.Run.Run}",
        WorkerEffect.TakeResult wanted => $"take result of {wanted.Round}",
        WorkerEffect.CloseRun closed => $"run closed {closed.Failure}",
        WorkerEffect.Stop stop => $"STOP {stop.Reason}",
        _ => null,
    }));

    private static string Describe(Message.Heartbeat heartbeat)
    {
        var held = heartbeat.Running.Select(each => $"{Describe(each.Grant)}:{each.Position}");
        return $"heartbeat {heartbeat.Number} | credits {heartbeat.Credits} | run {heartbeat.Run} | "
            + $"holds {string.Join(' ', held)}";
    }

    private static string Describe(IReadOnlyList<Attempt> attempts) =>
        string.Join(' ', attempts.Select(attempt => $"{attempt.Unit}@{attempt.Epoch}"));

    private static string Describe(WorkPart work) => work switch
    {
        { Length: 0 } => string.Empty,
        _ when work.Bytes.Length == work.Length => $" over {Encoding.ASCII.GetString(work.Bytes.Span)}",
        _ => $" [{work.Offset}..{work.Offset + work.Bytes.Length}/{work.Length}]",
    };

    private static string Describe(ManagerEffect.RoundMeasured measured)
    {
        var workers = measured.Workers.Select(worker => $"{worker.Worker.Name} {worker.Stats.Committed}");
        var unreported = measured.Unreported == default(OperationCounts)
            ? string.Empty
            : $" | unreported {measured.Unreported.Commands}";
        return $"measured {measured.Round} [{string.Join(' ', workers)}]{unreported}";
    }

    private static string Join(IEnumerable<string?> texts) => string.Join(" | ", texts.Where(text => text is not null));
}
