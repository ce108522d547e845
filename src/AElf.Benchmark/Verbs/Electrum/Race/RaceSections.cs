using AElf.Bench.Core.Reports;
using AElf.Bench.Electrum.Server.Client;
using AElf.Bench.Electrum.Server.Client.Crowd;
using AElf.Bench.Electrum.Wallets;
using AElf.Benchmark.Verbs.Electrum.Client;
using MathNet.Numerics.Statistics;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Electrum.Race;

/// <summary>The tables of a race: times, indexes, and many wallets.</summary>
internal static class RaceSections
{
    private const double Megabyte = 1e6;

    private static readonly (string Name, Func<ClientRun, TimeSpan> Of)[] Tests =
        [("initial", run => run.InitialLoad.Elapsed), ("refresh", run => run.Refresh)];

    private static readonly ReportColumn[] TimeColumns =
    [
        new("test", IsText: true), new("server", IsText: true), new("cold ms"), new("min – max") { Dispensable = 2 },
        new("÷"), new("warm ms"), new("min – max") { Dispensable = 1 }, new("÷"),
    ];

    private static readonly ReportColumn[] IndexColumns =
    [
        new("index", IsText: true), new("software", IsText: true) { Dispensable = 1 }, new("index s"), new("CPU s"),
        new("RSS MB"), new("read MB"), new("written MB"), new("folder MB"), new("tests CPU s"),
    ];

    public static IReadOnlyList<ReportSection> From(
        IReadOnlyList<Racer> racers, RaceRequest request, ExpectedAnswers expected)
    {
        var measured = racers.Where(racer => racer.Results.Count > 0 && racer.Problem is null).ToList();
        var reference = measured.Find(racer => racer.Name.Contains("fulcrum", StringComparison.OrdinalIgnoreCase))
            ?? measured.FirstOrDefault();
        return
        [
            new(measured.Count == 0 ? "race: no server was measured" : $"race of {Counted(measured.Count, "server")}")
            {
                Figures =
                [
                    .. racers.Where(racer => racer.Problem is not null).Select(racer => new ReportFigure(
                        racer.Name, racer.Problem!)
                    { Tone = racer.HasFailed ? ReportTone.Alarm : ReportTone.Plain }),
                    new(
                        "each",
                        $"{Counted(request.Starts, "start")}, in turns; cold: the first run of a start, its index "
                            + "dropped from the page cache; warm: the median of its three further runs"),
                    new(
                        "wallet",
                        $"{Count(expected.Scripts.Count)} scripts of {Counted(request.Wallets, "wallet")}, height "
                            + $"{Count(expected.Height)}, "
                            + $"batches of {Plain(request.Settings.Get(ClientSettings.Batch))}; {request.Chain.Text}"),
                    new("÷", reference is null ? [] : [$"÷ {reference.Name}; medians over starts"]),
                    new("block", "from a new block at the node to the notification of each wallet"),
                    new("checked", "every answer against the chain; a server with a wrong answer has no figures"),
                ],
                Tables =
                [
                    Table(TimeColumns, Tests.SelectMany(test => measured.Select(
                        racer => Times(test.Name, test.Of, racer, reference!)))),
                    Table(IndexColumns, measured.Select(Index)),
                    CrowdSections.Table([.. measured.Select(racer => ((string?)racer.Name, racer.Crowd!))]),
                ],
            },
        ];
    }

    private static ReportTable Table(ReportColumn[] columns, IEnumerable<string[]> rows) =>
        new(columns, [.. rows]) { Audience = ReportAudience.Everyone };

    private static string[] Times(string test, Func<ClientRun, TimeSpan> of, Racer racer, Racer reference)
    {
        var (cold, warm) = (Cold(racer), Warm(racer));
        return
        [
            test, racer.Name, Number(cold.Median()), $"{Number(cold.Min())} – {Number(cold.Max())}",
            Number(cold.Median() / Cold(reference).Median()), Number(warm.Median()),
            $"{Number(warm.Min())} – {Number(warm.Max())}", Number(warm.Median() / Warm(reference).Median()),
        ];

        List<double> Cold(Racer each) => each.Results.ConvertAll(result => of(result.Runs[0]).TotalMilliseconds);
        List<double> Warm(Racer each) => each.Results.ConvertAll(
            result => result.Runs.Skip(1).Select(run => of(run).TotalMilliseconds).Median());
    }

    private static string[] Index(Racer racer)
    {
        var (time, use, bytes) = racer.Index!.Value;
        return
        [
            racer.Name, racer.Results[0].Software, Number(time.TotalSeconds), Number(use.Cpu.TotalSeconds),
            Number(racer.Use!.PeakBytes / Megabyte), Number(use.Disk?.Read / Megabyte),
            Number(use.Disk?.Written / Megabyte), Number(bytes / Megabyte),
            Number(racer.Use.Cpu.TotalSeconds),
        ];
    }
}
