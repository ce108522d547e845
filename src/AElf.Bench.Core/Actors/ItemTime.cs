namespace AElf.Bench.Core.Actors;

/// <summary>Start and end of items of an attempt, in ticks of the pump's clock.</summary>
/// <param name="Due">Their intended start; 0 in a closed loop.</param>
/// <param name="StartedAt">When their first operation was queued.</param>
/// <param name="EndedAt">When their last write was acknowledged.</param>
/// <param name="Count">The number of items with these times.</param>
/// <param name="Kind">The workload's number of their kind, from 0.</param>
public readonly record struct ItemTime(long Due, long StartedAt, long EndedAt, int Count, int Kind = 0);
