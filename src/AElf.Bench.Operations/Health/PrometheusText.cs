using System.Diagnostics.Metrics;
using System.Globalization;
using System.Text;

namespace AElf.Bench.Operations.Health;

/// <summary>
/// The instruments of some meters in the text format that Prometheus scrapes, version 0.0.4
/// (prometheus.io/docs/instrumenting/exposition_formats). Names and units become Prometheus' as OpenTelemetry says they
/// do: a count <c>a.b</c> of bytes is <c>a_b_bytes_total</c>. Any thread may measure or write.
/// </summary>
public sealed class PrometheusText : IDisposable
{
    public const string ContentType = "text/plain; version=0.0.4; charset=utf-8";

    private readonly MeterListener listener = new();
    private readonly SortedDictionary<string, PrometheusFamily> families = new(StringComparer.Ordinal);
    private readonly Lock writing = new();

    /// <summary>Listens to <paramref name="meters"/>, and to no other of the same name.</summary>
    /// <exception cref="InvalidOperationException">Two of their instruments have the same name here.</exception>
    public PrometheusText(params IReadOnlyList<Meter> meters)
    {
        listener.InstrumentPublished = (instrument, listening) =>
        {
            if (meters.Contains(instrument.Meter))
            {
                listening.EnableMeasurementEvents(instrument, Add(instrument));
            }
        };
        Listen<byte>();
        Listen<short>();
        Listen<int>();
        Listen<long>();
        Listen<float>();
        Listen<double>();
        Listen<decimal>();
        listener.Start();
    }

    public string Write()
    {
        lock (writing)
        {
            PrometheusFamily[] all;
            lock (families)
            {
                all = [.. families.Values];
            }

            Array.ForEach(all, family => family.BeginCollection());
            listener.RecordObservableInstruments();
            var text = new StringBuilder();
            Array.ForEach(all, family => family.Write(text));
            return text.ToString();
        }
    }

    public void Dispose() => listener.Dispose();

    private PrometheusFamily Add(Instrument instrument)
    {
        var family = new PrometheusFamily(instrument);
        lock (families)
        {
            return families.TryAdd(family.Name, family)
                ? family
                : throw new InvalidOperationException(
                    $"two instruments are called {family.Name}: {instrument.Name} ({instrument.Unit}) is the second");
        }
    }

    private void Listen<T>()
        where T : struct, IConvertible =>
        listener.SetMeasurementEventCallback<T>(
            static (_, value, tags, state) =>
                ((PrometheusFamily)state!).Record(value.ToDouble(CultureInfo.InvariantCulture), tags));
}

/// <summary>How Prometheus writes names, labels and numbers.</summary>
internal static class PrometheusSyntax
{
    /// <summary>A name of letters, digits and <c>_</c>, and for metrics <c>:</c>, that begins with no digit.</summary>
    public static string Name(string name, bool colon)
    {
        var made = string.Concat(
            name.Select(letter => char.IsAsciiLetterOrDigit(letter) || (colon && letter == ':') ? letter : '_'));
        return made.Length == 0 || char.IsAsciiDigit(made[0]) ? "_" + made : made;
    }

    /// <summary>Backslash, line feed and, between quotes, the quote are escaped; all else stands for itself.</summary>
    public static string Escaped(string text, bool quoted)
    {
        var escaped = text.Replace(
            "\\", "\\\\", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal);
        return quoted ? escaped.Replace("\"", "\\\"", StringComparison.Ordinal) : escaped;
    }

    public static string Number(double value) => value switch
    {
        double.PositiveInfinity => "+Inf",
        double.NegativeInfinity => "-Inf",
        double.NaN => "NaN",
        _ => value.ToString("R", CultureInfo.InvariantCulture),
    };

    public static string Labels(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        if (tags.IsEmpty)
        {
            return string.Empty;
        }

        var text = new StringBuilder();
        foreach (var (name, value) in tags)
        {
            text.Append(text.Length == 0 ? "" : ",").Append(Name(name, colon: false)).Append("=\"");
            text.Append(Escaped(Convert.ToString(value, CultureInfo.InvariantCulture) ?? "", quoted: true)).Append('"');
        }

        return text.ToString();
    }

    /// <summary>The suffix of a UCUM unit for a name; empty for counts, whose units are in braces.</summary>
    public static string UnitSuffix(string? unit)
    {
        var parts = (unit ?? "").Split('/', 2);
        var of = UnitName(parts[0]);
        var per = parts.Length > 1 ? "per_" + SingularUnitName(parts[1]) : "";
        return string.Concat(new[] { of, per }.Where(part => part.Length > 0).Select(part => "_" + part));
    }

    private static string UnitName(string unit) => unit switch
    {
        "" or "1" or ['{', ..] => "",
        "s" => "seconds",
        "ms" => "milliseconds",
        "us" => "microseconds",
        "ns" => "nanoseconds",
        "By" => "bytes",
        "%" => "percent",
        _ => Name(unit, colon: false),
    };

    private static string SingularUnitName(string unit) => unit switch
    {
        "s" => "second",
        "min" => "minute",
        "h" => "hour",
        _ => Name(unit, colon: false),
    };
}
