namespace AElf.Bench.Core.Execution;

/// <summary>The rates of the harness alone, measured with a run; null if the load is too short.</summary>
/// <param name="NullStorePerSecond">
/// The rate of the same load over a store inside this process; also null if the run itself uses that store.
/// </param>
/// <param name="NullActorPerSecond">
/// The rate of the same load with actors of this process that report each job as done without executing it; also null
/// if the run's actors are in other processes.
/// </param>
public sealed record ControlRates(double? NullStorePerSecond, double? NullActorPerSecond);
