using System.Diagnostics;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>
/// Executes a contract by a walk over its tree, for the audit. It shares no code with <see cref="ContractCompiler"/>,
/// so that it can check the compiled code.
/// </summary>
internal sealed class ContractEvaluator(Contract contract)
{
    private readonly long[] slots = new long[contract.SlotCount];
    private int reason;

    /// <summary>Executes a transaction.</summary>
    /// <param name="fields">The fields of its accounts; changed unless it is declined.</param>
    /// <returns>The reason for declining the transaction, or <see cref="Contract.Accepted"/>.</returns>
    public int Execute(Span<long> fields, ReadOnlySpan<long> parameters)
    {
        fields[..contract.FirstParameter].CopyTo(slots);
        parameters[..contract.Parameters.Count].CopyTo(slots.AsSpan(contract.FirstParameter));
        reason = Contract.Accepted;
        foreach (var step in contract.Steps)
        {
            var value = ValueOf(step.Value);
            if (reason == Contract.Accepted && step.IsRequirement && value == 0)
            {
                reason = step.Reason;
            }

            if (reason != Contract.Accepted)
            {
                return reason;
            }

            if (!step.IsRequirement)
            {
                slots[step.Target] = value;
            }
        }

        slots.AsSpan(0, contract.FirstParameter).CopyTo(fields);
        return reason;
    }

    // A condition is 1 or 0. After the first reason to decline, values have no meaning.
    private long ValueOf(Term term) => term switch
    {
        Number number => number.Value,
        Slot slot => slots[slot.Index],
        Inversion inversion => ValueOf(inversion.Of) == 0 ? 1 : 0,
        Choice choice => ValueOf(choice.If) != 0 ? ValueOf(choice.Then) : ValueOf(choice.Else),
        Operation { Operator: Operator.And } both => ValueOf(both.Left) == 0 ? 0 : ValueOf(both.Right),
        Operation { Operator: Operator.Or } either => ValueOf(either.Left) != 0 ? 1 : ValueOf(either.Right),
        Operation operation => Compute(operation.Operator, ValueOf(operation.Left), ValueOf(operation.Right)),
        _ => throw new UnreachableException($"{term} is not bound"),
    };

    private long Compute(Operator sign, Int128 left, Int128 right)
    {
        if (reason != Contract.Accepted)
        {
            return 0;
        }

        if (sign is Operator.Divide or Operator.Remainder && right == 0)
        {
            reason = Contract.DivisionByZero;
            return 0;
        }

        var value = sign switch
        {
            Operator.Add => left + right,
            Operator.Subtract => left - right,
            Operator.Multiply => left * right,
            Operator.Divide => left / right,
            Operator.Remainder => left % right,
            Operator.Min => left < right ? left : right,
            Operator.Max => left > right ? left : right,
            Operator.Less => left < right ? 1 : 0,
            Operator.LessOrEqual => left <= right ? 1 : 0,
            Operator.Greater => left > right ? 1 : 0,
            Operator.GreaterOrEqual => left >= right ? 1 : 0,
            Operator.Equal => left == right ? 1 : 0,
            Operator.NotEqual => left != right ? 1 : 0,
            _ => throw new UnreachableException($"{sign} is of conditions"),
        };
        if (value < long.MinValue || value > long.MaxValue)
        {
            reason = Contract.Overflow;
            return 0;
        }

        return (long)value;
    }
}
