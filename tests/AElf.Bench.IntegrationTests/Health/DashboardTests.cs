using System.Text.Json;
using System.Text.RegularExpressions;
using AElf.Bench.IntegrationTests.Cluster.Programs;
using AElf.Bench.TestKit.Health;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.Tests.Deployment;

namespace AElf.Bench.IntegrationTests.Health;

/// <summary>The dashboard of <c>docker/metrics</c>, compared with the metrics of a manager during a run.</summary>
public sealed partial class DashboardTests
{
    private static readonly string Job =
        DeploymentFiles.Yaml("metrics/prometheus.yml").Find("scrape_configs").Items().Single().TextAt("job_name")!;

    [Fact]
    public async Task Queries_OfTheDashboard_NameMetricsAndLabelsOfAManager()
    {
        var queries = Queries();
        Assert.True(queries.Count > 20, $"the dashboard has {queries.Count} queries");
        await using var trio = await ThreePrograms.OverRedisAsync();
        await trio.CallManagerAsync();
        await trio.CallWorkerAsync();
        trio.RunForEver();
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        var missing = "no metrics were read";

        await Wait.UntilAsync(
            async () =>
            {
                var text = await http.GetStringAsync(
                    new Uri($"http://{trio.PagesAddress}/metrics"), ThisTest.Cancelled);
                var samples = PrometheusReading.Read(text).Values.SelectMany(metric => metric.Samples).ToArray();
                missing = string.Join("; ", queries.SelectMany(query => Missing(query, samples))
                    .Distinct(StringComparer.Ordinal));
                return missing.Length == 0;
            },
            () => missing);
    }

    [Theory]
    [InlineData("aelf_bench_membres{job=\"aelf-manager\"}", "aelf_bench_membres, in ")]
    [InlineData("sum by (shard) (rate(aelf_bench_frames_total{job=\"aelf-manager\"}[5m]))", "label shard, in ")]
    [InlineData("aelf_bench_frames_total{job=\"manager\"}", "job manager, in ")]
    [InlineData("aelf_bench_frames_total", "job , in ")]
    public void Query_NothingAnswersIt_IsFound(string query, string expected)
    {
        var samples = PrometheusReading.Read(
            "# HELP aelf_bench_frames_total x\n# TYPE aelf_bench_frames_total counter\n"
                + "aelf_bench_frames_total{direction=\"receive\"} 1\n")
            .Values.SelectMany(metric => metric.Samples).ToArray();

        Assert.Equal($"{expected}{query}", Assert.Single(Missing((query, ""), samples)));
    }

    private static List<(string Text, string Legend)> Queries()
    {
        using var dashboard = JsonDocument.Parse(DeploymentFiles.Text("metrics/dashboard.json"));
        return
        [
            .. dashboard.RootElement.GetProperty("panels").EnumerateArray()
                .SelectMany(panel => panel.GetProperty("targets").EnumerateArray())
                .Select(target => (
                    target.GetProperty("expr").GetString()!, target.GetProperty("legendFormat").GetString()!)),
        ];
    }

    // Every metric of the query needs the labels that the query filters or sums by, and those of the legend. The label
    // "job" and the metric "up" come from Prometheus itself.
    private static IEnumerable<string> Missing((string Text, string Legend) query, PrometheusSample[] samples)
    {
        string[] shown =
        [
            .. SummedBy().Matches(query.Text).Select(match => match.Groups["label"].Value),
            .. Shown().Matches(query.Legend).Select(match => match.Groups["label"].Value),
        ];
        foreach (Match metric in Metric().Matches(query.Text))
        {
            var name = metric.Groups["name"].Value;
            var filters = Filter().Matches(metric.Groups["filters"].Value)
                .ToDictionary(
                    match => match.Groups["label"].Value,
                    match => match.Groups["value"].Value,
                    StringComparer.Ordinal);
            var job = filters.GetValueOrDefault("job", "");
            if (!job.Split('|').Contains(Job, StringComparer.Ordinal))
            {
                yield return $"job {job}, in {query.Text}";
            }

            var found = samples.Where(sample => string.Equals(sample.Name, name, StringComparison.Ordinal)
                && filters.All(filter => filter.Key is "job" || HasLabel(sample, filter.Key, filter.Value))).ToArray();
            if (found.Length == 0 && name is not "up")
            {
                yield return $"{name}, in {query.Text}";
                continue;
            }

            foreach (var label in shown.Where(
                label => Array.Exists(found, sample => !sample.Labels.ContainsKey(label))))
            {
                yield return $"label {label}, in {query.Text}";
            }
        }
    }

    private static bool HasLabel(PrometheusSample sample, string label, string value) =>
        string.Equals(sample.Labels.GetValueOrDefault(label), value, StringComparison.Ordinal);

    [GeneratedRegex(
        """(?<name>\b(up|aelf_[a-z_]+)\b)(\{(?<filters>[^}]*)\})?""", RegexOptions.ExplicitCapture)]
    private static partial Regex Metric();

    [GeneratedRegex("(?<label>[a-z_]+)=~?\"(?<value>[^\"]*)\"", RegexOptions.ExplicitCapture)]
    private static partial Regex Filter();

    [GeneratedRegex(@"\bby \((?<label>[a-z_]+)\)", RegexOptions.ExplicitCapture)]
    private static partial Regex SummedBy();

    [GeneratedRegex(@"\{\{(?<label>[a-z_]+)\}\}", RegexOptions.ExplicitCapture)]
    private static partial Regex Shown();
}
