using AElf.Bench.Core.Options;
using AElf.Bench.Operations.Scenarios;

namespace AElf.Bench.TestKit.Processes;

/// <summary>What cluster to start.</summary>
/// <param name="Programs">The manager and the worker.</param>
/// <param name="StoreType">As <c>--database</c> has it.</param>
/// <param name="Store">Where the manager and, unless <see cref="WorkerStores"/> says otherwise, the workers have their
/// store.</param>
public sealed record ClusterProcessesOptions(AElfPrograms Programs, string StoreType, Endpoint Store)
{
    /// <summary>
    /// Whether one program is both, and told by its first word which: <c>manager</c> or <c>worker</c>.
    /// </summary>
    public bool IsOneProgram { get; init; }

    /// <summary>
    /// The program of a member, by its name, that is called inside the tests' process: of who is never killed, frozen
    /// or traced, and need not be a process. By default all are.
    /// </summary>
    public Func<string, ProgramMain?> Inside { get; init; } = _ => null;

    /// <summary>Workers.</summary>
    public int Workers { get; init; } = 2;

    /// <summary>Actors in each of them.</summary>
    public int Actors { get; init; } = 1;

    /// <summary>The store of each worker, in turn; empty for <see cref="Store"/>.</summary>
    public IReadOnlyList<Endpoint> WorkerStores { get; init; } = [];

    /// <summary>The servers behind a proxy.</summary>
    public IReadOnlyList<Endpoint> Shards { get; init; } = [];

    /// <summary>The manager's state folder; null for one inside the cluster's.</summary>
    public string? StateFolder { get; init; }

    /// <summary>
    /// Whether the manager soon notices that a worker is silent, for tests that freeze a process or hold its wire. Else
    /// it is so patient that no worker is lost that merely did not get its turn; who is killed is lost at once.
    /// </summary>
    public bool NoticesSilence { get; init; }

    /// <summary>
    /// Whether workers reach the manager through a relay, for tests that hold or cut it. A relay takes connections also
    /// when the manager is away, and then workers try to join all the time.
    /// </summary>
    public bool HasRelays { get; init; }

    /// <summary>Further options of the manager and the workers, such as time limits of the store.</summary>
    public IReadOnlyList<string> StoreArguments { get; init; } = [];

    /// <summary>Time limits of the store for tests that wait until they are over.</summary>
    public static IReadOnlyList<string> QuickTimeOuts { get; } =
        ["--timeout", Wait.SlowMilliseconds(3000), "--reconnect", "1"];

    internal TimeSpan HeartbeatPause => Wait.Slow(TimeSpan.FromSeconds(NoticesSilence ? 1.5 : 15));

    internal IReadOnlyList<string> Patience =>
        StoreArguments.Contains("--timeout", StringComparer.Ordinal)
            ? [] : ["--timeout", Wait.SlowMilliseconds(5000)];
}
