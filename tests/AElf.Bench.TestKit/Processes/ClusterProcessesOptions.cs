using AElf.Bench.Core.Options;
using AElf.Bench.Operations.Scenarios;

namespace AElf.Bench.TestKit.Processes;

/// <summary>Options of <see cref="ClusterProcesses"/>.</summary>
/// <param name="Programs">The programs of the manager and the worker.</param>
/// <param name="StoreType">The value of <c>--database</c>.</param>
/// <param name="Store">The store of the manager, and of the workers unless <see cref="WorkerStores"/> is set.</param>
public sealed record ClusterProcessesOptions(AElfPrograms Programs, string StoreType, Endpoint Store)
{
    /// <summary>
    /// Whether one program has both roles, chosen by its first argument: <c>manager</c> or <c>worker</c>.
    /// </summary>
    public bool IsOneProgram { get; init; }

    /// <summary>
    /// Returns the main method of a member that runs inside the tests' process, by the member's name; null for a
    /// separate process. A member inside cannot be killed, frozen or traced. By default all members are processes.
    /// </summary>
    public Func<string, ProgramMain?> Inside { get; init; } = _ => null;

    public int Workers { get; init; } = 2;

    public int Actors { get; init; } = 1;

    /// <summary>The stores of the workers, used in turn; empty for <see cref="Store"/>.</summary>
    public IReadOnlyList<Endpoint> WorkerStores { get; init; } = [];

    /// <summary>The shards behind a proxy.</summary>
    public IReadOnlyList<Endpoint> Shards { get; init; } = [];

    /// <summary>The manager's state folder; null for a folder inside <see cref="ClusterProcesses.Home"/>.</summary>
    public string? StateFolder { get; init; }

    /// <summary>
    /// Whether the manager soon detects a silent worker, for tests that freeze a process or hold its connection.
    /// Otherwise its time-out is long, so that a busy machine does not lose workers. A killed worker is detected at
    /// once in both cases.
    /// </summary>
    public bool NoticesSilence { get; init; }

    /// <summary>
    /// Whether workers reach the manager through a relay, for tests that hold or cut it. A relay accepts connections
    /// even without a manager, and then workers try to join all the time.
    /// </summary>
    public bool HasRelays { get; init; }

    /// <summary>Further options of the manager and the workers, such as time-outs of the store.</summary>
    public IReadOnlyList<string> StoreArguments { get; init; } = [];

    /// <summary>Time-outs of the store for tests that wait until they expire.</summary>
    public static IReadOnlyList<string> QuickTimeOuts { get; } =
        ["--timeout", Wait.SlowMilliseconds(3000), "--reconnect", "1"];

    internal TimeSpan HeartbeatPause => Wait.Slow(TimeSpan.FromSeconds(NoticesSilence ? 1.5 : 15));

    internal IReadOnlyList<string> Patience =>
        StoreArguments.Contains("--timeout", StringComparer.Ordinal)
            ? [] : ["--timeout", Wait.SlowMilliseconds(5000)];
}
