using System.Globalization;
using System.Text;

namespace AElf.Bench.TestKit.Health;

/// <summary>One sample of a metric.</summary>
/// <param name="Name">The metric's name with its suffix.</param>
/// <param name="Labels">Its labels, unescaped.</param>
public sealed record PrometheusSample(string Name, IReadOnlyDictionary<string, string> Labels, double Value);

/// <summary>A metric with its samples.</summary>
public sealed record PrometheusMetric(string Name, string Help, string Type, IReadOnlyList<PrometheusSample> Samples);

/// <summary>
/// Parses Prometheus' text format 0.0.4 as strictly as its documentation, and checks the parsed metrics.
/// </summary>
public sealed class PrometheusReading
{
    private readonly string[] lines;
    private int at;

    private PrometheusReading(string text)
    {
        lines = text.Length == 0 ? []
            : text.EndsWith('\n') ? text[..^1].Split('\n')
            : throw new FormatException("the last line does not end with a line feed");
    }

    /// <summary>All metrics by name.</summary>
    /// <exception cref="FormatException">The text breaks a rule; the message names the line.</exception>
    public static IReadOnlyDictionary<string, PrometheusMetric> Read(string text)
    {
        var reading = new PrometheusReading(text);
        var metrics = new Dictionary<string, PrometheusMetric>(StringComparer.Ordinal);
        try
        {
            while (reading.at < reading.lines.Length)
            {
                var metric = reading.Metric();
                Check(metrics.TryAdd(metric.Name, metric), $"{metric.Name} comes twice");
            }
        }
        catch (FormatException exception)
        {
            var line = reading.at < reading.lines.Length ? reading.lines[reading.at] : "the end";
            throw new FormatException($"line {reading.at + 1}, {line}: {exception.Message}", exception);
        }

        return metrics;
    }

    private static void Check(bool holds, string rule)
    {
        if (!holds)
        {
            throw new FormatException(rule);
        }
    }

    private PrometheusMetric Metric()
    {
        var (helped, help) = Comment("HELP");
        var (name, type) = Comment("TYPE");
        Check(helped.Equals(name, StringComparison.Ordinal), "HELP and TYPE are of one metric");
        Check(type is "counter" or "gauge" or "histogram", "a type is counter, gauge or histogram");
        Check(
            type is not "counter" || name.EndsWith("_total", StringComparison.Ordinal),
            "a counter's name ends with _total");
        Check(
            type is "counter" || !name.EndsWith("_total", StringComparison.Ordinal),
            "only a counter's name ends with _total");
        var samples = new List<PrometheusSample>();
        for (; at < lines.Length && !lines[at].StartsWith('#'); at++)
        {
            var sample = new SampleReader(lines[at]).Read();
            Check(IsOf(sample.Name, name, type), $"{sample.Name} does not belong to {type} {name}");
            Check(!samples.Exists(other => IsSame(other, sample)), "a name with the same labels occurs once");
            Check(type is "gauge" || sample.Value >= 0, "what is counted is not negative");
            samples.Add(sample);
        }

        Check(samples.Count > 0, "a metric has lines");
        if (type is "histogram")
        {
            CheckHistogram(name, samples);
        }

        return new PrometheusMetric(name, Unescaped(help, quoted: false), type, samples);
    }

    private (string Name, string Text) Comment(string kind)
    {
        Check(
            at < lines.Length && lines[at].StartsWith($"# {kind} ", StringComparison.Ordinal),
            $"a line # {kind} is expected");
        var parts = lines[at++].Split(' ', 4);
        Check(parts.Length == 4, $"# {kind} has a name and a text");
        Check(IsName(parts[2], colon: true), $"{parts[2]} is not a metric name");
        return (parts[2], parts[3]);
    }

    private static bool IsOf(string sample, string metric, string type) => type is "histogram"
        ? sample.Equals($"{metric}_bucket", StringComparison.Ordinal)
            || sample.Equals($"{metric}_sum", StringComparison.Ordinal)
            || sample.Equals($"{metric}_count", StringComparison.Ordinal)
        : sample.Equals(metric, StringComparison.Ordinal);

    private static bool IsSame(PrometheusSample left, PrometheusSample right) =>
        left.Name.Equals(right.Name, StringComparison.Ordinal) && left.Labels.Count == right.Labels.Count
        && left.Labels.All(label => right.Labels.TryGetValue(label.Key, out var value)
            && value.Equals(label.Value, StringComparison.Ordinal));

    private static void CheckHistogram(string name, List<PrometheusSample> samples)
    {
        var series = samples.GroupBy(
            sample => string.Join(
                ',',
                sample.Labels
                    .Where(label => label.Key is not "le")
                    .OrderBy(label => label.Key, StringComparer.Ordinal)),
            StringComparer.Ordinal);
        foreach (var one in series)
        {
            var buckets = one.Where(sample => sample.Name.EndsWith("_bucket", StringComparison.Ordinal)).ToArray();
            var bounds = buckets.Select(bucket => SampleReader.Number(bucket.Labels["le"])).ToArray();
            Check(bounds.SequenceEqual(bounds.Order()), "boundaries rise");
            var held = buckets.Select(bucket => bucket.Value).ToArray();
            Check(held.SequenceEqual(held.Order()), "buckets hold what the ones before hold");
            Check(bounds.Length > 0 && double.IsPositiveInfinity(bounds[^1]), "the last bucket is +Inf");
            var count = one.Single(sample => sample.Name.Equals($"{name}_count", StringComparison.Ordinal));
            Check(count.Value.Equals(held[^1]), "the count is that of the last bucket");
            Check(
                one.Any(sample => sample.Name.Equals($"{name}_sum", StringComparison.Ordinal)),
                "a histogram has a sum");
        }
    }

    private static bool IsName(string text, bool colon) =>
        text.Length > 0 && !char.IsAsciiDigit(text[0])
        && text.All(letter => char.IsAsciiLetterOrDigit(letter) || letter == '_' || (colon && letter == ':'));

    private static string Unescaped(string text, bool quoted)
    {
        var plain = new StringBuilder();
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] != '\\')
            {
                plain.Append(text[i]);
                continue;
            }

            Check(
                ++i < text.Length && (text[i] is '\\' or 'n' || (quoted && text[i] == '"')),
                "a backslash precedes a backslash, n or a quote");
            plain.Append(text[i] == 'n' ? '\n' : text[i]);
        }

        return plain.ToString();
    }

    private sealed class SampleReader(string line)
    {
        private int at;

        public PrometheusSample Read()
        {
            var name = Until('{', ' ');
            Check(IsName(name, colon: true), $"{name} is not a metric name");
            var labels = new Dictionary<string, string>(StringComparer.Ordinal);
            if (line[at] == '{')
            {
                do
                {
                    at++;
                    var label = Until('=');
                    Check(IsName(label, colon: false), $"{label} is not a label name");
                    at++;
                    Check(labels.TryAdd(label, QuotedText()), $"the label {label} comes twice");
                }
                while (line[at] == ',');

                Check(line[at++] == '}', "labels end with }");
            }

            Check(line[at] == ' ', "a blank comes before the figure");
            return new PrometheusSample(name, labels, Number(line[(at + 1)..]));
        }

        public static double Number(string text) => text switch
        {
            "+Inf" => double.PositiveInfinity,
            "-Inf" => double.NegativeInfinity,
            "NaN" => double.NaN,
            _ => double.Parse(
                text,
                NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent,
                CultureInfo.InvariantCulture),
        };

        private string Until(params char[] ends)
        {
            var end = line.IndexOfAny(ends, at);
            Check(end >= 0, $"one of {string.Join(' ', ends)} is expected");
            var text = line[at..end];
            at = end;
            return text;
        }

        private string QuotedText()
        {
            Check(line[at] == '"', "a label's value is in quotes");
            var start = ++at;
            while (at < line.Length && line[at] != '"')
            {
                at += line[at] == '\\' ? 2 : 1;
            }

            Check(at < line.Length, "the quote is closed");
            return Unescaped(line[start..at++], quoted: true);
        }
    }
}
