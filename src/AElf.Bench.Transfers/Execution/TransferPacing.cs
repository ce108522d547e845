using AElf.Bench.Core.Options;

namespace AElf.Bench.Transfers.Execution;

/// <summary>How pumps put transfers to the store.</summary>
/// <param name="Mode">How first attempts put reads and writes to it.</param>
/// <param name="Rate">How many are started per second; null in a closed loop, as many as can be.</param>
/// <param name="Seed">The seed of the schedule.</param>
public sealed record TransferPacing(TransferMode Mode, ArrivalRate? Rate = null, ulong Seed = 0);
