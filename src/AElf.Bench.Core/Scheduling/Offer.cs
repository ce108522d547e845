namespace AElf.Bench.Core.Scheduling;

/// <summary>
/// The load of a round: the block, repeated N times. Each unit executes its part of all blocks in a row, without
/// waiting for other units.
/// </summary>
/// <param name="Round">Rounds of the run before it, warm-up included.</param>
/// <param name="BlocksBefore">Blocks offered in them: numbers over the run continue from there.</param>
/// <param name="Blocks">How often the load is offered, at least once.</param>
public readonly record struct Offer(long Round, long BlocksBefore, int Blocks)
{
    /// <summary>One block, in a run whose rounds are all of one block.</summary>
    public static Offer Once(long round) => new(round, round, 1);
}
