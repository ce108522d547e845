using System.Diagnostics.Metrics;
using System.Globalization;
using System.Text;

namespace AElf.Bench.Operations.Health;

/// <summary>
/// Writes instruments in the text format that Prometheus scrapes, version 0.0.4
/// (prometheus.io/docs/instrumenting/exposition_formats). Converts names and units as OpenTelemetry specifies: the
/// counter <c>a.b</c> of bytes is <c>a_b_bytes_total</c>. Supports only the kinds of instruments and the units of these
/// programs. Any thread may measure or write.
/// </summary>
public sealed class PrometheusText : IDisposable
{
    public const string ContentType = "text/plain; version=0.0.4; charset=utf-8";

    private readonly MeterListener listener = new();
    private readonly SortedDictionary<string, Family> families = new(StringComparer.Ordinal);
    private readonly Lock writing = new();

    /// <summary>Listens to <paramref name="meters"/>, but not to others of the same name.</summary>
    /// <exception cref="InvalidOperationException">Two instruments have the same name in Prometheus.</exception>
    public PrometheusText(params IReadOnlyList<Meter> meters)
    {
        listener.InstrumentPublished = (instrument, listening) =>
        {
            if (meters.Contains(instrument.Meter))
            {
                listening.EnableMeasurementEvents(instrument, Add(instrument));
            }
        };
        Listen<int>();
        Listen<long>();
        Listen<double>();
        listener.Start();
    }

    public string Write()
    {
        lock (writing)
        {
            Family[] all;
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

    /// <summary>The name in Prometheus: underscores instead of dots, then the unit and <c>total</c>.</summary>
    private static string NameOf(Instrument instrument, bool isCounter)
    {
        var unit = (instrument.Unit ?? "") switch
        {
            "s" => "_seconds",
            "By" => "_bytes",
            ['{', .., '/', 's'] => "_per_second",
            _ => "",
        };
        var name = instrument.Name.Replace('.', '_');
        return (name.EndsWith(unit, StringComparison.Ordinal) ? name : name + unit) + (isCounter ? "_total" : "");
    }

    private static string LabelsOf(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var text = new StringBuilder();
        foreach (var (name, value) in tags)
        {
            var escaped = Escaped(Convert.ToString(value, CultureInfo.InvariantCulture) ?? "");
            text.Append(text.Length == 0 ? "" : ",").Append(name).Append("=\"")
                .Append(escaped.Replace("\"", "\\\"", StringComparison.Ordinal)).Append('"');
        }

        return text.ToString();
    }

    private static string Escaped(string text) =>
        text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal);

    private static string NumberOf(double value) => value switch
    {
        double.PositiveInfinity => "+Inf",
        double.NegativeInfinity => "-Inf",
        _ => value.ToString("R", CultureInfo.InvariantCulture),
    };

    private Family Add(Instrument instrument)
    {
        var family = new Family(instrument);
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
            static (_, value, tags, family) =>
                ((Family)family!).Record(value.ToDouble(CultureInfo.InvariantCulture), tags));

    /// <summary>
    /// An instrument in Prometheus: a name, a type, and a value or histogram for each set of labels.
    /// </summary>
    private sealed class Family
    {
        private readonly SortedDictionary<string, Series> series = new(StringComparer.Ordinal);
        private readonly Lock recording = new();
        private readonly Instrument instrument;
        private readonly string type;
        private readonly bool isSum;
        private readonly IReadOnlyList<double>? boundaries;

        public Family(Instrument instrument)
        {
            this.instrument = instrument;
            var kind = instrument.GetType().GetGenericTypeDefinition();
            isSum = kind == typeof(Counter<>);
            boundaries = (instrument as Histogram<double>)?.Advice?.HistogramBucketBoundaries;
            var isCounter = isSum || kind == typeof(ObservableCounter<>);
            type = (boundaries, isCounter) switch
            {
                (not null, _) => "histogram",
                (_, true) => "counter",
                _ => "gauge",
            };
            Name = NameOf(instrument, isCounter);
        }

        public string Name { get; }

        /// <summary>Drops observed values: otherwise the values of a lost worker would remain.</summary>
        public void BeginCollection()
        {
            lock (recording)
            {
                if (instrument.IsObservable)
                {
                    series.Clear();
                }
            }
        }

        public void Record(double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
        {
            var labels = LabelsOf(tags);
            lock (recording)
            {
                if (!series.TryGetValue(labels, out var one))
                {
                    series.Add(labels, one = new Series(new long[(boundaries?.Count ?? 0) + 1]));
                }

                // Buckets are inclusive; the last one is +Inf.
                one.Buckets[boundaries?.TakeWhile(bound => bound < value).Count() ?? 0]++;
                one.Value = isSum || boundaries is not null ? one.Value + value : value;
            }
        }

        public void Write(StringBuilder text)
        {
            lock (recording)
            {
                if (series.Count > 0)
                {
                    text.Append($"# HELP {Name} {Escaped(instrument.Description ?? "")}\n# TYPE {Name} {type}\n");
                }

                foreach (var (labels, one) in series)
                {
                    if (boundaries is null)
                    {
                        Line(text, "", labels, one.Value);
                    }
                    else
                    {
                        Histogram(text, labels, one);
                    }
                }
            }
        }

        private void Histogram(StringBuilder text, string labels, Series one)
        {
            var before = labels.Length > 0 ? labels + "," : "";
            var count = 0L;
            foreach (var (bound, inside) in boundaries!.Append(double.PositiveInfinity).Zip(one.Buckets))
            {
                count += inside;
                Line(text, "_bucket", $"{before}le=\"{NumberOf(bound)}\"", count);
            }

            Line(text, "_sum", labels, one.Value);
            Line(text, "_count", labels, count);
        }

        private void Line(StringBuilder text, string suffix, string labels, double value) =>
            text.Append(Name).Append(suffix).Append(labels.Length > 0 ? $"{{{labels}}}" : "")
                .Append(' ').Append(NumberOf(value)).Append('\n');
    }

    private sealed class Series(long[] buckets)
    {
        public long[] Buckets => buckets;

        public double Value { get; set; }
    }
}
