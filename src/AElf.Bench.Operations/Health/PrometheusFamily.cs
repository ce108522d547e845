using System.Diagnostics.Metrics;
using System.Text;

namespace AElf.Bench.Operations.Health;

/// <summary>
/// One instrument as Prometheus sees it: a name, a type, and a value or histogram for each set of labels.
/// </summary>
internal sealed class PrometheusFamily
{
    // The boundaries OpenTelemetry gives a histogram whose instrument advises none.
    private static readonly double[] DefaultBoundaries =
        [0, 5, 10, 25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000];

    private readonly SortedDictionary<string, Series> series = new(StringComparer.Ordinal);
    private readonly Lock recording = new();
    private readonly string help;
    private readonly string type;
    private readonly bool isObserved;
    private readonly bool isSum;
    private readonly double[]? boundaries;

    public PrometheusFamily(Instrument instrument)
    {
        var kind = instrument.GetType().GetGenericTypeDefinition();
        var isCounter = kind == typeof(Counter<>) || kind == typeof(ObservableCounter<>);
        isObserved = instrument.IsObservable;
        isSum = kind == typeof(Counter<>) || kind == typeof(UpDownCounter<>);
        boundaries = kind == typeof(Histogram<>) ? BoundariesOf(instrument) : null;
        type = boundaries is not null ? "histogram" : isCounter ? "counter" : "gauge";
        help = instrument.Description ?? "";
        Name = NameOf(instrument, isCounter);
    }

    public string Name { get; }

    /// <summary>Drops the observations, so that a lost worker, for example, is not reported for ever.</summary>
    public void BeginCollection()
    {
        if (isObserved)
        {
            lock (recording)
            {
                series.Clear();
            }
        }
    }

    public void Record(double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var labels = PrometheusSyntax.Labels(tags);
        lock (recording)
        {
            if (!series.TryGetValue(labels, out var one))
            {
                one = new Series(boundaries);
                series.Add(labels, one);
            }

            one.Record(value, isSum);
        }
    }

    public void Write(StringBuilder text)
    {
        lock (recording)
        {
            if (series.Count == 0)
            {
                return;
            }

            text.Append($"# HELP {Name} {PrometheusSyntax.Escaped(help, quoted: false)}\n# TYPE {Name} {type}\n");
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

    private static string NameOf(Instrument instrument, bool isCounter)
    {
        var name = PrometheusSyntax.Name(instrument.Name, colon: true);
        var unit = PrometheusSyntax.UnitSuffix(instrument.Unit);
        name = name.EndsWith(unit, StringComparison.Ordinal) ? name : name + unit;
        if (!isCounter && instrument.Unit is "1" && !name.EndsWith("_ratio", StringComparison.Ordinal))
        {
            return name + "_ratio";
        }

        return isCounter && !name.EndsWith("_total", StringComparison.Ordinal) ? name + "_total" : name;
    }

    private static double[] BoundariesOf(Instrument instrument)
    {
        // The advice is of the instrument's number type.
        IEnumerable<double>? advised = instrument switch
        {
            Histogram<double> of => of.Advice?.HistogramBucketBoundaries,
            Histogram<float> of => of.Advice?.HistogramBucketBoundaries?.Select(bound => (double)bound),
            Histogram<long> of => of.Advice?.HistogramBucketBoundaries?.Select(bound => (double)bound),
            Histogram<int> of => of.Advice?.HistogramBucketBoundaries?.Select(bound => (double)bound),
            _ => null,
        };
        return advised is null ? DefaultBoundaries : [.. advised];
    }

    private void Histogram(StringBuilder text, string labels, Series one)
    {
        var comma = labels.Length > 0 ? "," : "";
        var count = 0L;
        for (var bucket = 0; bucket < one.Buckets.Length; bucket++)
        {
            count += one.Buckets[bucket];
            var bound = bucket < boundaries!.Length ? boundaries[bucket] : double.PositiveInfinity;
            Line(text, "_bucket", $"{labels}{comma}le=\"{PrometheusSyntax.Number(bound)}\"", count);
        }

        Line(text, "_sum", labels, one.Value);
        Line(text, "_count", labels, count);
    }

    private void Line(StringBuilder text, string suffix, string labels, double value)
    {
        text.Append(Name).Append(suffix);
        if (labels.Length > 0)
        {
            text.Append('{').Append(labels).Append('}');
        }

        text.Append(' ').Append(PrometheusSyntax.Number(value)).Append('\n');
    }

    private sealed class Series(double[]? boundaries)
    {
        public double Value { get; private set; }

        public long[] Buckets { get; } = boundaries is null ? [] : new long[boundaries.Length + 1];

        public void Record(double value, bool isSum)
        {
            if (boundaries is null)
            {
                Value = isSum ? Value + value : value;
                return;
            }

            // Buckets are inclusive; the last one is +Inf.
            var found = Array.BinarySearch(boundaries, value);
            Buckets[found < 0 ? ~found : found]++;
            Value += value;
        }
    }
}
