namespace AElf.Bench.Core.Scheduling;

/// <summary>
/// The load of a round: the block, repeated N times. Each unit executes its part of all blocks in a row, without
/// waiting for other units.
/// </summary>
/// <param name="Round">Rounds of the run before it, warm-up included.</param>
/// <param name="BlocksBefore">Blocks offered in those rounds. The numbering over the run continues after them.</param>
/// <param name="Blocks">The number of blocks, at least 1.</param>
public readonly record struct Offer(long Round, long BlocksBefore, int Blocks)
{
    /// <summary>One block, in a run whose rounds are all of one block.</summary>
    public static Offer Once(long round) => new(round, round, 1);
}
