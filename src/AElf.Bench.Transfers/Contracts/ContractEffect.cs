using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>
/// Computes the amounts that an accepted transaction adds to its accounts, if they depend on its parameters alone. Also
/// decides whether a contract only moves units.
/// </summary>
/// <remarks>
/// Each value is a sum of parts with factors. A part is a field, a parameter, or any other expression that is not a
/// sum. So the analysis finds a part that one account loses and another gets, in any notation.
/// </remarks>
internal sealed class ContractEffect
{
    private readonly Dictionary<string, int> parts = new(StringComparer.Ordinal);
    private readonly HashSet<int> ofFields = [];
    private readonly SortedDictionary<int, Int128>[] values;
    private readonly ContractEvaluator? evaluator;
    private readonly long[] added;

    public ContractEffect(Contract contract)
    {
        Contract = contract;
        added = new long[contract.FirstParameter];
        values = new SortedDictionary<int, Int128>[contract.SlotCount];
        for (var slot = 0; slot < contract.FirstLocal; slot++)
        {
            values[slot] = Part(Plain(slot), slot < contract.FirstParameter);
        }

        foreach (var step in contract.Steps.Where(step => !step.IsRequirement))
        {
            values[step.Target] = Of(step.Value);
        }

        var changes = Enumerable.Range(0, contract.FirstParameter)
            .Select(slot => Sum(values[slot], Part(Plain(slot), isOfFields: true), -1)).ToList();
        MovesUnits = changes.Aggregate(new SortedDictionary<int, Int128>(), (all, one) => Sum(all, one, 1)).Count == 0;
        evaluator = changes.TrueForAll(change => !change.Keys.Any(ofFields.Contains))
            ? new ContractEvaluator(contract with { Steps = [.. contract.Steps.Where(step => !step.IsRequirement)] })
            : null;
    }

    public Contract Contract { get; }

    /// <summary>Whether the contract only moves units between its accounts, for any values.</summary>
    public bool MovesUnits { get; }

    /// <summary>The amounts that a transaction adds to the fields of its accounts.</summary>
    /// <param name="isKnown">Whether these amounts are independent of the values of the accounts.</param>
    public ReadOnlySpan<long> Of(ReadOnlySpan<long> parameters, out bool isKnown)
    {
        added.AsSpan().Clear();
        isKnown = evaluator?.Execute(added, parameters) == Contract.Accepted;
        return added;
    }

    private static SortedDictionary<int, Int128> Sum(
        SortedDictionary<int, Int128> left, SortedDictionary<int, Int128> right, Int128 factor)
    {
        var sum = new SortedDictionary<int, Int128>(left);
        foreach (var (part, times) in right)
        {
            sum[part] = sum.GetValueOrDefault(part) + (factor * times);
            if (sum[part] == 0)
            {
                sum.Remove(part);
            }
        }

        return sum;
    }

    private SortedDictionary<int, Int128> Part(string name, bool isOfFields)
    {
        if (!parts.TryGetValue(name, out var part))
        {
            parts[name] = part = parts.Count;
        }

        if (isOfFields)
        {
            ofFields.Add(part);
        }

        return new() { [part] = 1 };
    }

    private SortedDictionary<int, Int128> Of(Term term)
    {
        switch (term)
        {
            case Slot slot:
                return values[slot.Index];
            case Operation { Operator: Operator.Add } sum:
                return Sum(Of(sum.Left), Of(sum.Right), 1);
            case Operation { Operator: Operator.Subtract } difference:
                return Sum(Of(difference.Left), Of(difference.Right), -1);
            case Operation { Operator: Operator.Multiply, Left: Number factor } product:
                return Sum([], Of(product.Right), factor.Value);
            case Operation { Operator: Operator.Multiply, Right: Number factor } product:
                return Sum([], Of(product.Left), factor.Value);
            case Operation operation:
                return Whole($"{operation.Operator}", operation.Left, operation.Right);
            case Inversion inversion:
                return Whole("not", inversion.Of);
            case Choice choice:
                return Whole("if", choice.If, choice.Then, choice.Else);
            default:
                return Sum([], Part("one", isOfFields: false), ((Number)term).Value);
        }
    }

    /// <summary>An expression that is not a sum, as one part: equal parts have equal names.</summary>
    private SortedDictionary<int, Int128> Whole(string kind, params Term[] terms)
    {
        var all = terms.Select(Of).ToList();
        var name = string.Join(';', all.Select(value => string.Join(
            '+', value.Select(each => FormattableString.Invariant($"{each.Value}*{each.Key}")))));
        return Part($"{kind}({name})", all.Exists(value => value.Keys.Any(ofFields.Contains)));
    }
}
