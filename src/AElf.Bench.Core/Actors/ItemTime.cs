namespace AElf.Bench.Core.Actors;

/// <summary>When items of an attempt were done, in ticks of the pump's clock.</summary>
/// <param name="Due">Their intended start; 0 in a closed loop.</param>
/// <param name="StartedAt">When their first operation was queued.</param>
/// <param name="EndedAt">When their last write was acknowledged.</param>
/// <param name="Count">How many were done together in that time.</param>
/// <param name="Kind">Their kind, as the workload numbers them from 0.</param>
public readonly record struct ItemTime(long Due, long StartedAt, long EndedAt, int Count, int Kind = 0);
