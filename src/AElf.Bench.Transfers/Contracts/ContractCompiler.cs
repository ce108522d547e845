using System.Diagnostics;
using System.Linq.Expressions;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>Executes a transaction over arrays.</summary>
/// <param name="fields">The fields of its accounts, side by side; changed unless it is declined.</param>
/// <param name="row">The row of the transaction.</param>
/// <param name="first">Offset of its parameters in <paramref name="row"/>.</param>
/// <returns>The reason for declining the transaction, or <see cref="Contract.Accepted"/>.</returns>
internal delegate int ContractCode(long[] fields, long[] row, int first);

/// <summary>
/// Compiles contracts to delegates that allocate nothing. Each operation is a statement that stores its result in a
/// variable, and a fault is a jump to the end.
/// </summary>
internal sealed class ContractCompiler
{
    private readonly Contract contract;
    private readonly bool isChecked;
    private readonly ParameterExpression fields = Expression.Parameter(typeof(long[]), "fields");
    private readonly ParameterExpression row = Expression.Parameter(typeof(long[]), "row");
    private readonly ParameterExpression first = Expression.Parameter(typeof(int), "first");
    private readonly LabelTarget end = Expression.Label(typeof(int), "end");
    private readonly List<ParameterExpression> variables = [];
    private readonly ParameterExpression[] slots;
    private List<Expression> code = [];

    private ContractCompiler(Contract contract, bool isChecked)
    {
        (this.contract, this.isChecked) = (contract, isChecked);
        slots = [.. Enumerable.Range(0, contract.SlotCount).Select(_ => Variable(typeof(long)))];
    }

    /// <summary>Code that can decline a transaction.</summary>
    public static ContractCode Compile(Contract contract) => new ContractCompiler(contract, isChecked: true).Build();

    /// <summary>
    /// Code for a transaction that was accepted before, and whose new values are already in some accounts. It declines
    /// nothing. Its results are right for accounts that are computed from old values.
    /// </summary>
    public static ContractCode CompileAccepted(Contract contract) =>
        new ContractCompiler(contract, isChecked: false).Build();

    private ContractCode Build()
    {
        foreach (var slot in contract.Inputs)
        {
            code.Add(Expression.Assign(slots[slot], slot < contract.FirstParameter
                ? FieldAt(slot)
                : Expression.ArrayIndex(
                    row, Expression.Add(first, Expression.Constant(slot - contract.FirstParameter)))));
        }

        foreach (var step in contract.Steps)
        {
            if (!step.IsRequirement)
            {
                code.Add(Expression.Assign(slots[step.Target], Emit(step.Value)));
            }
            else if (isChecked)
            {
                Leave(Expression.Not(Emit(step.Value)), step.Reason);
            }
        }

        foreach (var target in contract.Outputs)
        {
            code.Add(Expression.Assign(FieldAt(target), slots[target]));
        }

        code.Add(Expression.Label(end, Expression.Constant(Contract.Accepted)));
        return Expression.Lambda<ContractCode>(Expression.Block(variables, code), fields, row, first).Compile();
    }

    private IndexExpression FieldAt(int slot) => Expression.ArrayAccess(fields, Expression.Constant(slot));

    private ParameterExpression Variable(Type type)
    {
        var variable = Expression.Variable(type);
        variables.Add(variable);
        return variable;
    }

    private void Leave(Expression condition, int reason)
    {
        if (isChecked)
        {
            code.Add(Expression.IfThen(condition, Expression.Return(end, Expression.Constant(reason))));
        }
    }

    /// <summary>Adds the code of a term, and returns a variable or a constant.</summary>
    private Expression Emit(Term term) => term switch
    {
        Number number => Expression.Constant(number.Value),
        Slot slot => slots[slot.Index],
        Inversion inversion => Keep(Expression.Not(Emit(inversion.Of))),
        Choice choice => EmitChoice(Emit(choice.If), choice.Then, choice.Else),
        Operation { Operator: Operator.And } both => EmitChoice(Emit(both.Left), both.Right, otherwise: null),
        Operation { Operator: Operator.Or } either => EmitChoice(
            Keep(Expression.Not(Emit(either.Left))), either.Right, otherwise: null, isInverted: true),
        Operation operation => EmitOperation(
            operation.Operator, Emit(operation.Left), Emit(operation.Right)),
        _ => throw new UnreachableException($"{term} is not bound"),
    };

    private ParameterExpression Keep(Expression value)
    {
        var variable = Variable(value.Type);
        code.Add(Expression.Assign(variable, value));
        return variable;
    }

    private ParameterExpression EmitChoice(Expression condition, Term then, Term? otherwise, bool isInverted = false)
    {
        var result = Variable(then.IsCondition ? typeof(bool) : typeof(long));
        var outer = code;
        code = [];
        code.Add(Expression.Assign(result, Emit(then)));
        var chosen = Expression.Block(code);
        code = [];
        code.Add(Expression.Assign(result, otherwise is null ? Expression.Constant(isInverted) : Emit(otherwise)));
        var other = Expression.Block(code);
        code = outer;
        code.Add(Expression.IfThenElse(condition, chosen, other));
        return result;
    }

    private ParameterExpression EmitOperation(Operator sign, Expression left, Expression right)
    {
        switch (sign)
        {
            case Operator.Add:
                var sum = Keep(Expression.Add(left, right));
                Leave(
                    IsNegative(Expression.And(Expression.ExclusiveOr(left, sum), Expression.ExclusiveOr(right, sum))),
                    Contract.Overflow);
                return sum;
            case Operator.Subtract:
                var rest = Keep(Expression.Subtract(left, right));
                Leave(
                    IsNegative(Expression.And(Expression.ExclusiveOr(left, right), Expression.ExclusiveOr(left, rest))),
                    Contract.Overflow);
                return rest;
            case Operator.Multiply:
                return EmitProduct(left, right);
            case Operator.Divide:
            case Operator.Remainder:
                return EmitQuotient(sign == Operator.Divide, left, right);
            case Operator.Min:
                return Keep(Expression.Condition(Expression.LessThan(left, right), left, right));
            case Operator.Max:
                return Keep(Expression.Condition(Expression.GreaterThan(left, right), left, right));
            default:
                return Keep(Expression.MakeBinary(
                    sign switch
                    {
                        Operator.Less => ExpressionType.LessThan,
                        Operator.LessOrEqual => ExpressionType.LessThanOrEqual,
                        Operator.Greater => ExpressionType.GreaterThan,
                        Operator.GreaterOrEqual => ExpressionType.GreaterThanOrEqual,
                        Operator.Equal => ExpressionType.Equal,
                        _ => ExpressionType.NotEqual,
                    },
                    left,
                    right));
        }
    }

    // Without an overflow, each bit of the product's high half equals the sign of its low half.
    private ParameterExpression EmitProduct(Expression left, Expression right)
    {
        var low = Keep(Expression.Multiply(left, right));
        if (isChecked)
        {
            var high = Keep(Expression.Call(typeof(ContractCompiler), nameof(HighHalf), null, left, right));
            Leave(Expression.NotEqual(high, Expression.RightShift(low, Expression.Constant(63))), Contract.Overflow);
        }

        return low;
    }

    // The processor traps a division by 0, and the division of the lowest number by −1.
    private ParameterExpression EmitQuotient(bool isDivision, Expression left, Expression right)
    {
        Leave(Expression.Equal(right, Expression.Constant(0L)), Contract.DivisionByZero);
        var isMinusOne = Expression.Equal(right, Expression.Constant(-1L));
        if (isDivision)
        {
            Leave(
                Expression.AndAlso(isMinusOne, Expression.Equal(left, Expression.Constant(long.MinValue))),
                Contract.Overflow);
        }

        var safe = isChecked ? right : Expression.Condition(
            Expression.Equal(right, Expression.Constant(0L)), Expression.Constant(1L), right);
        return Keep(Expression.Condition(
            isMinusOne,
            isDivision ? Expression.Negate(left) : Expression.Constant(0L),
            isDivision ? Expression.Divide(left, safe) : Expression.Modulo(left, safe)));
    }

    private static BinaryExpression IsNegative(Expression value) =>
        Expression.LessThan(value, Expression.Constant(0L));

    private static long HighHalf(long left, long right) => Math.BigMul(left, right, out _);
}
