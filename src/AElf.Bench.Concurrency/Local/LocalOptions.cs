using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Local;

/// <summary>What the local host goes by.</summary>
/// <param name="Actors">How many actors work and how.</param>
/// <param name="Store">The store's time limits.</param>
/// <param name="Slice">The length of a sample.</param>
/// <param name="Seed">The seed of random routing.</param>
public sealed record LocalOptions(ActorOptions Actors, StoreOptions Store, TimeSpan Slice, ulong Seed)
{
    /// <summary>Time between two observations of grants that are not over.</summary>
    internal TimeSpan ObservationInterval { get; init; } = TimeSpan.FromSeconds(1);
}
