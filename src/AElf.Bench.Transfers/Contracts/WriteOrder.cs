using System.Numerics;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>
/// Decides the order in which a transaction writes its accounts, so that an attempt that ends at any point can be
/// repeated. Next: <see cref="ContractReader"/>, which refuses contracts without such an order.
/// </summary>
/// <remarks>
/// The rule: if the new value of account A is computed from account B, A is written and acknowledged before B changes.
/// If A's write is missing, all of its inputs are still there. The outcome (declined or not) needs no order: each write
/// contains it beside its number.
/// </remarks>
/// <param name="Stages">
/// Sets of places, as bits. A stage is written after the stages before it are acknowledged.
/// </param>
/// <param name="Sources">By place: the other accounts that its new value is computed from, as bits.</param>
internal sealed record WriteOrder(IReadOnlyList<int> Stages, IReadOnlyList<int> Sources)
{
    /// <summary>All written accounts, as bits.</summary>
    public int Written { get; } = Stages.Aggregate(0, (all, stage) => all | stage);

    public int Count => BitOperations.PopCount((uint)Written);

    public bool Writes(int place) => (Written & (1 << place)) != 0;

    /// <summary>Whether an account's new value is computed from another account.</summary>
    public bool Uses(int place, int source) => (Sources[place] & (1 << source)) != 0;

    /// <summary>The order of a contract's writes.</summary>
    /// <param name="steps">The steps, in which names are slots.</param>
    /// <param name="roles">Number of accounts.</param>
    /// <param name="circle">
    /// Without an order: accounts that depend on each other in a circle, as bits; otherwise 0.
    /// </param>
    public static WriteOrder Of(IEnumerable<Step> steps, int roles, int fields, int slots, out int circle)
    {
        var sources = new int[slots];
        for (var slot = 0; slot < roles * fields; slot++)
        {
            sources[slot] = 1 << (slot / fields);
        }

        var written = 0;
        foreach (var step in steps.Where(step => !step.IsRequirement))
        {
            sources[step.Target] = step.Value.Slots.Aggregate(0, (all, slot) => all | sources[slot]);
            written |= step.Target < roles * fields ? 1 << (step.Target / fields) : 0;
        }

        var ofAccount = Enumerable.Range(0, roles)
            .Select(place => sources.AsSpan(place * fields, fields).ToArray().Aggregate(0, (all, one) => all | one)
                & ~(1 << place))
            .ToArray();
        var stages = new List<int>();
        for (circle = written; circle != 0; circle &= ~stages[^1])
        {
            var left = circle;
            var next = Places(left).Where(place => Places(left).All(other => (ofAccount[other] & (1 << place)) == 0))
                .Aggregate(0, (all, place) => all | (1 << place));
            if (next == 0)
            {
                break;
            }

            stages.Add(next);
        }

        return new WriteOrder(stages, ofAccount);
    }

    public static IEnumerable<int> Places(int set) =>
        Enumerable.Range(0, ContractLimits.Roles).Where(place => (set & (1 << place)) != 0);
}
