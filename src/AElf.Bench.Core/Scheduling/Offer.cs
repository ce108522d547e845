namespace AElf.Bench.Core.Scheduling;

/// <summary>
/// What a round offers: the load, a block of work, so many times. Each unit does its part of all blocks, one block
/// after the other, and waits for no other unit in between.
/// </summary>
/// <param name="Round">Rounds of the run before it, warm-up included.</param>
/// <param name="BlocksBefore">Blocks offered in them: what is numbered over the run continues from there.</param>
/// <param name="Blocks">How often the load is offered, at least once.</param>
public readonly record struct Offer(long Round, long BlocksBefore, int Blocks)
{
    /// <summary>One block, in a run whose rounds are all of one block.</summary>
    public static Offer Once(long round) => new(round, round, 1);
}
