namespace AElf.Bench.Core.Execution;

/// <summary>The rates of the harness alone, measured with a run; null if the load is too short.</summary>
/// <param name="NullStorePerSecond">
/// The same load over a store inside this process; null, too, where the run itself is over that one.
/// </param>
/// <param name="NullActorPerSecond">
/// The same load given to actors of this process that report every job done and do nothing; null, too, where the run's
/// actors are elsewhere.
/// </param>
public sealed record ControlRates(double? NullStorePerSecond, double? NullActorPerSecond);
