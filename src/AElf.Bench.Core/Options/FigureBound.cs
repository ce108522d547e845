using System.Globalization;
using System.Text.Json.Serialization;

namespace AElf.Bench.Core.Options;

/// <summary>A figure of a run with its bound, such as <c>p99 &lt; 5ms</c> or <c>tps &gt;= 100000</c>.</summary>
/// <param name="Name">The figure: one of <see cref="Latencies"/> or <see cref="Numbers"/>.</param>
/// <param name="Operator"><c>&lt;</c>, <c>&lt;=</c>, <c>&gt;</c> or <c>&gt;=</c>.</param>
/// <param name="Value">The bound: for latencies in microseconds, otherwise in the unit of the report's field.</param>
[JsonConverter(typeof(FigureBoundConverter))]
public sealed record FigureBound(string Name, string Operator, decimal Value)
{
    // The rows of figures take their names from here, because options do not depend on reports.
    public const string Tps = "tps";
    public const string Operations = "operationsPerSecond";
    public const string CpuUs = "cpuUsPerTransfer";
    public const string AllocatedBytes = "allocatedBytesPerTransfer";
    public const string Retried = "retried";
    public const string Faults = "faults";
    public const string P50 = "p50";
    public const string P90 = "p90";
    public const string P99 = "p99";
    public const string P999 = "p99.9";
    public const string Max = "max";

    /// <summary>Figures that are compared with a time.</summary>
    public static readonly IReadOnlyList<string> Latencies = [P50, P90, P99, P999, Max];

    /// <summary>Figures that are compared with a number.</summary>
    public static readonly IReadOnlyList<string> Numbers = [Tps, Operations, CpuUs, AllocatedBytes, Retried, Faults];

    /// <summary>Accepts an upper bound of a latency.</summary>
    public static readonly TextRule<FigureBound> LimitRule = new(
        $"one of {string.Join(", ", Latencies)}, < and a time with its unit (us, ms or s), such as 'p99 < 5ms'",
        text => Parse(text) is { IsLatency: true, Operator: "<", Value: > 0 } bound ? bound : null);

    public bool IsLatency => Latencies.Contains(Name, StringComparer.Ordinal);

    /// <summary>Reads a bound such as <c>p99 &lt; 5ms</c>; null if the text is invalid.</summary>
    public static FigureBound? Parse(string text)
    {
        var at = text.AsSpan().IndexOfAny('<', '>');
        if (at < 0)
        {
            return null;
        }

        var length = at + 1 < text.Length && text[at + 1] == '=' ? 2 : 1;
        var (given, bound) = (text[..at].Trim(), text[(at + length)..].Trim());
        var name = Latencies.Concat(Numbers).FirstOrDefault(
            known => known.Equals(given, StringComparison.OrdinalIgnoreCase));
        return name is not null && ValueOf(name, bound) is { } value
            ? new FigureBound(name, text.Substring(at, length), value)
            : null;
    }

    /// <summary>Advice on the first invalid bound of a list; null if nothing in it looks like an operator.</summary>
    public static string? Hint(string text)
    {
        var wrong = text.Split(',').FirstOrDefault(bound => Parse(bound) is null) ?? "";
        var name = wrong.Split('<', '>', '=', '!')[0].Trim();
        var sign = wrong.SkipWhile(letter => !IsOfSign(letter)).TakeWhile(IsOfSign).ToArray();
        return name switch
        {
            _ when sign is [] => null,
            _ when sign is not (['<' or '>'] or ['<' or '>', '=']) =>
                $"expected <, <=, > or >= in place of {Quoted.Text(new string(sign))}",
            _ when Latencies.Contains(name, StringComparer.OrdinalIgnoreCase) =>
                $"expected a time with its unit (us, ms or s), such as '{name} > 5ms'",
            _ when Numbers.Contains(name, StringComparer.OrdinalIgnoreCase) =>
                $"expected a number, such as '{name} > 100'",
            _ => NearestName.Suggest(
                name, Latencies.Concat(Numbers), $"expected one of {string.Join(", ", Numbers.Concat(Latencies))}"),
        };
    }

    private static bool IsOfSign(char letter) => letter is '<' or '>' or '=' or '!';

    /// <summary>Whether a figure is on the operator's side of the bound.</summary>
    /// <param name="figure">The figure, in the bound's unit.</param>
    public bool Holds(double figure) => Operator switch
    {
        "<" => figure < (double)Value,
        "<=" => figure <= (double)Value,
        ">" => figure > (double)Value,
        _ => figure >= (double)Value,
    };

    public override string ToString() => (IsLatency, Value % 1000) switch
    {
        (false, _) => FormattableString.Invariant($"{Name} {Operator} {Value}"),
        (_, 0) when Value > 0 => FormattableString.Invariant($"{Name} {Operator} {Value / 1000:0}ms"),
        _ => FormattableString.Invariant($"{Name} {Operator} {Value:0}us"),
    };

    private static decimal? ValueOf(string name, string text)
    {
        if (Latencies.Contains(name, StringComparer.Ordinal))
        {
            return (decimal?)(TimeRule.RoundTrip.Parse(text) as TimeSpan?)?.TotalMicroseconds;
        }

        return decimal.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;
    }
}

/// <summary>Writes a bound as its text.</summary>
public sealed class FigureBoundConverter() : TextConverter<FigureBound>(FigureBound.Parse);

/// <summary>One or several bounds, separated by commas. A run breaks the threshold if any of them holds.</summary>
public sealed class ThresholdRule() : ValueRule(
    $"a figure ({string.Join(", ", FigureBound.Numbers)}) with <, <=, > or >= and a number, or a latency "
        + $"({string.Join(", ", FigureBound.Latencies)}) and a time with its unit (us, ms or s), such as "
        + "'tps < 100000' or 'p99 > 5ms'",
    JsonForm.Text), IRuleOf<IReadOnlyList<FigureBound>>
{
    public override object? Parse(string text) =>
        Array.ConvertAll(text.Split(','), FigureBound.Parse) is var bounds && !bounds.Contains(null)
            ? (FigureBound[])[.. bounds.OfType<FigureBound>().Distinct()]
            : null;

    /// <summary>The parts of <paramref name="text"/> that are not a bound, quoted.</summary>
    public override string Show(string text) => string.Join(
        ", ",
        from bound in text.Split(',')
        where FigureBound.Parse(bound) is null
        select Quoted.Text(bound.Trim()));

    public override string Format(object value) => string.Join(", ", (IReadOnlyList<FigureBound>)value);
}
