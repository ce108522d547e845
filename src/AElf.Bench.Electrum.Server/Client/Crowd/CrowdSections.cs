using System.Text.Json;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Electrum.Server.Client.Crowd;

/// <summary>Shows the curve of a server over the number of wallets, with its knee.</summary>
public static class CrowdSections
{
    // Share of the best rate at which more wallets mostly wait longer.
    private const double NearlyBest = 0.9;

    // With a rate, a server whose latency grows by more than this factor no longer keeps up.
    private const double Growth = 3;

    private const double Busy = 0.5;

    private static readonly (string Name, Func<CrowdPoint, LatencyHistogram> Of)[] Latencies =
    [
        ("initial", point => point.Loads), ("refresh", point => point.Refreshes), ("ping", point => point.Pings),
        ("block", point => point.Notifications),
    ];

    /// <summary>The sections of the report.</summary>
    /// <param name="points">In rising order of wallets, at least one.</param>
    /// <param name="checkedBy">The reference of the checks, in words.</param>
    public static IReadOnlyList<ReportSection> From(
        ClientOptions options, CrowdOptions crowd, IReadOnlyList<CrowdPoint> points, string checkedBy) =>
    [
        new($"wallets at {options.Server}")
        {
            Figures =
            [
                .. ClientSections.LimitOf(options),
                .. points.Where(point => point.IsCut).Select(point => new ReportFigure(
                    "INTERRUPTED",
                    $"with {Counted(point.Wallets, "wallet")}, {TimeOfMs(point.Elapsed.TotalMilliseconds)} after the "
                        + "start")
                { Tone = ReportTone.Warning }),
                new(
                    "each",
                    $"wallet has a connection{(options.IsTls ? " over TLS" : "")}, and makes initial loads and "
                        + $"refreshes in turns for {TimeOfMs(crowd.Time.TotalMilliseconds)}; "
                        + (crowd.Rate is null ? "each starts when the one before has ended"
                            : $"{crowd.Rate} start per second; latency counts from the scheduled start")),
                new("ms", "block: from a new block to the notification of each wallet; without a node of this "
                    + "program, from the first notification"),
                new("knee", options.Limit is { HasLimited: true } limit
                    ? $"not found: the client's limit of {Plain(limit.PerSecond)} requests/s was measured"
                    : KneeOf(crowd, points)),
                .. points.Where(point => point.NotStarted > 0).Select(point => new ReportFigure(
                    "BEHIND",
                    $"with {Counted(point.Wallets, "wallet")} the server is behind: {Count(point.NotStarted)} of "
                        + $"{Counted(point.NotStarted + point.Tests, "test")} were not started")
                { Tone = ReportTone.Warning }),
                .. points.SelectMany(StallsOf),
                .. points.Where(point => point.ClientCpu > Busy).Take(1).Select(point => new ReportFigure(
                    "client",
                    $"from {Counted(point.Wallets, "wallet")} on, this client used {Percent(point.ClientCpu)} of the "
                        + "CPU; a server on this machine had only the rest")
                { Tone = ReportTone.Warning }),
                new("checked", $"{checkedBy}; all answers are right"),
            ],
            Tables = [Table([.. points.Select(point => (default(string), point))])],
        },
    ];

    /// <summary>The latencies of points; each row may begin with its server.</summary>
    public static ReportTable Table(IReadOnlyList<(string? Server, CrowdPoint Point)> points) => new(
        [
            .. points.Any(each => each.Server is not null)
                ? (ReportColumn[])[new("ms of many", IsText: true)]
                : [],
            new("wallets"), new("tests/s"),
            .. Latencies.SelectMany(each => each.Name is "ping"
                ? (ReportColumn[])[new("ping p50") { Dispensable = 2 }, new("ping p99") { Dispensable = 2 }]
                : [new($"{each.Name} p50"), new("p99")]),
            new("stalls") { Dispensable = 1 }, new("not started"),
        ],
        [.. points.Select(each => (string[])
            [.. each.Server is { } server ? (string[])[server] : [], .. Row(each.Point)])])
    { Audience = ReportAudience.Everyone };

    /// <summary>Writes the points as JSON, with times in milliseconds.</summary>
    public static void Write(Stream output, ClientOptions options, IReadOnlyList<CrowdPoint> points) =>
        JsonSerializer.Serialize(
            output,
            new
            {
                server = options.Server.ToString(),
                limited = options.Limit is { HasLimited: true },
                points = points.Select(point => FieldsOf(point).ToDictionary(StringComparer.Ordinal)),
            },
            ClientSections.Json);

    /// <summary>The number of wallets at which the rate stops rising, in words.</summary>
    internal static string KneeOf(CrowdOptions crowd, IReadOnlyList<CrowdPoint> points)
    {
        if (points.Count == 1)
        {
            return "a knee needs several numbers of wallets, such as wallets=1,10,100";
        }

        if (crowd.Rate is null)
        {
            var best = points.Max(point => point.PerSecond);
            var knee = points.First(point => point.PerSecond >= NearlyBest * best);
            return knee == points[^1]
                ? $"none up to {Counted(knee.Wallets, "wallet")}: the rate still rises"
                : $"at {Counted(knee.Wallets, "wallet")}, {PerSecond(knee.PerSecond)} tests/s: more wallets only wait "
                    + "longer";
        }

        var level = Milliseconds(points[0].Loads, 99);
        var kept = points.TakeWhile(point => Milliseconds(point.Loads, 99) <= Growth * level).Last();
        return kept == points[^1]
            ? $"none up to {Counted(kept.Wallets, "wallet")}: p99 stays below {Number(Growth)} × the first point's"
            : $"at {Counted(kept.Wallets, "wallet")}: with more, p99 of initial loads is above {Number(Growth)} × the "
                + "first point's";
    }

    private static IEnumerable<ReportFigure> StallsOf(CrowdPoint point) => point.Stalls.Select(
        stall => new ReportFigure(
            "STALL",
            $"with {Counted(point.Wallets, "wallet")} the server gave no answer for "
                + $"{TimeOfMs(stall.Length.TotalMilliseconds)}, {TimeOfMs(stall.After.TotalMilliseconds)} after the "
                + "start")
        { Tone = ReportTone.Warning });

    private static IEnumerable<KeyValuePair<string, object>> FieldsOf(CrowdPoint point) =>
    [
        new("wallets", point.Wallets), new("scripts", point.Scripts), new("perSecond", point.PerSecond),
        .. Latencies.SelectMany(each => (KeyValuePair<string, object>[])
        [
            new($"{each.Name}Count", each.Of(point).Count),
            new($"{each.Name}P50Ms", Milliseconds(each.Of(point), 50) ?? 0),
            new($"{each.Name}P99Ms", Milliseconds(each.Of(point), 99) ?? 0),
        ]),
        new("interrupted", point.IsCut), new("notStarted", point.NotStarted), new("stalls", point.Stalls.Count),
        new("stalledMs", point.Stalls.Sum(stall => stall.Length.TotalMilliseconds)), new("clientCpu", point.ClientCpu),
    ];

    private static string[] Row(CrowdPoint point) =>
    [
        Count(point.Wallets), PerSecond(point.PerSecond),
        .. Latencies.SelectMany(each => (string[])
            [Number(Milliseconds(each.Of(point), 50)), Number(Milliseconds(each.Of(point), 99))]),
        point.Stalls.Count == 0 ? None : Count(point.Stalls.Count),
        point.NotStarted == 0 ? None : Count(point.NotStarted),
    ];

    private static double? Milliseconds(LatencyHistogram histogram, double percentile) =>
        histogram.Count == 0 ? null : histogram.ValueAtPercentile(percentile) / 1e6;
}
