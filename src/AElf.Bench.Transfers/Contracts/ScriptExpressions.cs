using System.Diagnostics;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>
/// Writes the expressions of a contract as Lua, over doubles or over the numbers of <c>exact.lua</c>. Numbers have a
/// decimal point: the Lua of Garnet also has integers, which overflow without an error.
/// </summary>
/// <param name="isExact">Whether to use the numbers of <c>exact.lua</c>.</param>
/// <param name="name">Returns the name of a slot.</param>
internal sealed class ScriptExpressions(bool isExact, Func<int, string> name)
{
    private const string Limit = "9007199254740991";

    private bool isWatched;
    private bool isDivided;

    /// <summary>The functions that the expressions over doubles call.</summary>
    public IEnumerable<string> Functions
    {
        get
        {
            if (isWatched)
            {
                yield return $"local function k(x) {Watch("x")} return x end";
            }

            if (isDivided)
            {
                yield return "local function R(a,b) if b==0 then z=2 return 0 end return math.fmod(a,b) end";
                yield return "local function D(a,b) if b==0 then z=2 return 0 end return (a-math.fmod(a,b))/b end";
            }
        }
    }

    /// <summary>A statement that records whether a double left the exact range.</summary>
    public static string Watch(string value) => $"if {value}>{Limit} or {value}<-{Limit} then big=true end";

    /// <summary>The statements of a step.</summary>
    public IEnumerable<string> Of(Step step)
    {
        var canFail = isExact || HasDivision(step.Value);
        if (step.IsRequirement)
        {
            yield return $"c={Text(step.Value)}";
            if (canFail)
            {
                yield return Fault;
            }

            yield return $"if not c then r={Plain(step.Reason)} break end";
            yield break;
        }

        // The outermost operation of doubles needs no call.
        if (!isExact && step.Value is Operation { Operator: <= Operator.Multiply } operation)
        {
            yield return $"{name(step.Target)}={Text(operation.Left)}{Signs[(int)operation.Operator]}"
                + Text(operation.Right);
            yield return Watch(name(step.Target));
        }
        else
        {
            yield return $"{name(step.Target)}={Text(step.Value)}";
        }

        if (canFail)
        {
            yield return Fault;
        }
    }

    private static readonly string[] Signs = ["+", "-", "*", "", "", "", "", "<", "<=", ">", ">=", "==", "~="];

    private static readonly string[] Names = ["A", "S", "M", "Q", "R", "N", "X"];

    private string Fault => isExact ? "if f then r=f break end" : "if z>0 then r=z break end";

    private static bool HasDivision(Term term) => term.All.OfType<Operation>()
        .Any(operation => operation.Operator is Operator.Divide or Operator.Remainder);

    private string Text(Term term) => term switch
    {
        Number number when isExact => $"P('{Plain(number.Value)}')",
        Number number => Watched($"({Plain(number.Value)}.0)", number.Value is > 1L << 52 or < -(1L << 52)),
        Slot slot => name(slot.Index),
        Inversion inversion => $"(not {Text(inversion.Of)})",

        // A false condition would choose the other value.
        Choice { IsCondition: true } choice =>
            $"({Text(choice.If)} and {{{Text(choice.Then)}}} or {{{Text(choice.Else)}}})[1]",
        Choice choice => $"({Text(choice.If)} and {Text(choice.Then)} or {Text(choice.Else)})",
        Operation operation => OfOperation(operation.Operator, Text(operation.Left), Text(operation.Right)),
        _ => throw new UnreachableException($"{term} is not bound"),
    };

    private string OfOperation(Operator sign, string left, string right)
    {
        switch (sign)
        {
            case Operator.And:
                return $"({left} and {right})";
            case Operator.Or:
                return $"({left} or {right})";
            case >= Operator.Less when isExact:
                return $"(C({left},{right}){Signs[(int)sign]}0)";
            case >= Operator.Less:
                return $"({left}{Signs[(int)sign]}{right})";
            case var _ when isExact:
                return $"{Names[(int)sign]}({left},{right})";
            case Operator.Min or Operator.Max:
                return $"math.{(sign == Operator.Min ? "min" : "max")}({left},{right})";
            case Operator.Divide or Operator.Remainder:
                isDivided = true;
                return $"{(sign == Operator.Divide ? "D" : "R")}({left},{right})";
            default:
                return Watched($"{left}{Signs[(int)sign]}{right}", true);
        }
    }

    private string Watched(string text, bool isNeeded)
    {
        isWatched |= isNeeded;
        return isNeeded ? $"k({text})" : text;
    }
}
