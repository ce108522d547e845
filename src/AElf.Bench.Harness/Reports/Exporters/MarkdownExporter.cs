using System.Text;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>Writes the runs as a page of GitHub tables, each run with its claim line first.</summary>
public sealed class MarkdownExporter(string path) : IReportExporter
{
    /// <inheritdoc/>
    public void Export(IReadOnlyList<RunReport> runs) => ReportFile.Replace(path, Format(runs));

    /// <summary>The page's text.</summary>
    public static string Format(IReadOnlyList<RunReport> runs)
    {
        var page = new MarkdownPage();
        if (runs.Count > 1)
        {
            Compare(page, [.. runs.Select(run => run.Published())]);
        }

        foreach (var run in runs)
        {
            Write(page, run.Published());
        }

        return page.ToString();
    }

    private static void Compare(MarkdownPage page, IReadOnlyList<RunReport> runs)
    {
        page.Table(
            [.. RunsTable.Columns.Select(column => column.Heading)],
            runs.Select(run => (string[])[.. RunsTable.Columns.Select(column => column.Cell(run))]));
        var comparisons = RoutingTable.From(runs).ToList();
        foreach (var routings in comparisons)
        {
            page.Heading(routings.Title);
            page.Table(RoutingTable.Headings, routings.Rows());
            page.List([.. routings.Differences()]);
        }

        if (comparisons.Count > 0)
        {
            page.Paragraph(RoutingTable.Caution);
        }
    }

    private static void Write(MarkdownPage page, RunReport run)
    {
        page.Paragraph($"**{MarkdownPage.Escape(run.Claim)}**");
        page.Paragraph($"Verdict: **{ReportText.Verdict(run)}** (run `{run.RunId}`)");
        page.List(run.Reasons);
        page.List([.. run.Notes.Select(note => $"note: {note}")]);
        page.Paragraph(MarkdownPage.Escape(ReportText.Load(run)) + ". Transfers: " + ReportText.Counts(run.Counts) + ".");
        WriteRounds(page, run);
        WriteLatency(page, run);
        WriteStore(page, run.Store);
        WriteWorkers(page, run);
        WriteCeiling(page, run.Ceiling);
        WriteAudit(page, run.Audit);
        WriteFaults(page, run.Faults);
        WriteEnvironment(page, run);
        page.Heading("Options");
        page.Table(["option", "value"], run.Options.OrderBy(option => option.Key, StringComparer.Ordinal).Select(option => new[] { option.Key, option.Value }));
    }

    private static void WriteRounds(MarkdownPage page, RunReport run)
    {
        page.Heading("Rounds");
        var tps = run.Tps;
        string[] headings = ["round", "grouping ms", "routing ms", "committed", "groups retried"];
        page.Table(
            tps is null ? headings : [.. headings, "window ms", "TPS"],
            run.Rounds.Select(round => tps is null ? Row(round) : [.. Row(round), NumberFormat.Decimal(round.ExecuteMs), NumberFormat.Whole(round.Tps)]));
        if (tps is null)
        {
            return;
        }

        page.Table(SpreadHeadings("over the rounds"), new (string Name, Spread? Spread, Func<double?, string> Format)[]
        {
            ("TPS", tps, NumberFormat.Whole),
            ("store operations/s", run.OperationsPerSecond, NumberFormat.Whole),
            ("grouping ms", run.GroupingMs, NumberFormat.Decimal),
            ("routing ms", run.RoutingMs, NumberFormat.Decimal),
        }.Where(line => line.Spread is not null).Select(line => SpreadRow(line.Name, line.Spread!, line.Format)));
    }

    private static string[] Row(RoundReport round) =>
    [
        NumberFormat.Count(round.Round),
        NumberFormat.Decimal(round.GroupingMs),
        NumberFormat.Decimal(round.RoutingMs),
        NumberFormat.Count(round.Committed),
        NumberFormat.Count(round.Retried),
    ];

    private static string[] SpreadHeadings(string what) => [what, "median", "min", "max", "mean", "95 % low", "95 % high", "variation", "n"];

    private static string[] SpreadRow(string name, Spread spread, Func<double?, string> format) =>
    [
        name,
        format(spread.Median),
        format(spread.Min),
        format(spread.Max),
        format(spread.Mean),
        format(spread.Low95),
        format(spread.High95),
        NumberFormat.Percent(spread.Variation),
        NumberFormat.Count(spread.Count),
    ];

    private static void WriteLatency(MarkdownPage page, RunReport run)
    {
        if (run.LatencyUs is not { } latency)
        {
            return;
        }

        page.Heading("Latency");
        double[] values = [latency.P50, latency.P90, latency.P99, latency.P999, latency.Max];
        page.Table(
            ["µs", "p50", "p90", "p99", "p99.9", "max", "transfers"],
            [["first read queued to last write acknowledged", .. values.Select(value => NumberFormat.Decimal(value)), NumberFormat.Count(latency.Count)]]);
    }

    private static void WriteStore(MarkdownPage page, StoreReport store)
    {
        page.Heading("Store ledger");
        page.Table(["side", "GET", "SET", "MGET", "MSET", "keys read", "keys written"],
        [
            LedgerRow("actors", store.ClientOps),
            .. store.FaultOps is { } faults ? [LedgerRow("of these, after faults", faults)] : Array.Empty<string[]>(),
            LedgerRow("servers", store.ServerOps),
            .. store.Shards.Select(shard => LedgerRow(shard.Endpoint, shard.Ops)),
        ]);
        page.Paragraph($"Reconciliation: {MarkdownPage.Escape(store.Reconciliation)}");
        page.Table(
            ["shard", "version", "persistence", "keys", "CPU"],
            store.Shards.Select(shard => new[] { shard.Endpoint, shard.Version, shard.Persistence, Keys(shard), NumberFormat.Percent(shard.CpuShare) }));
    }

    private static string Keys(ShardReport shard) => NumberFormat.Count(shard.Keys < 0 ? null : shard.Keys);

    private static string[] LedgerRow(string side, OperationReport? operations) =>
    [
        side,
        NumberFormat.Count(operations?.Get),
        NumberFormat.Count(operations?.Set),
        NumberFormat.Count(operations?.MultiGet),
        NumberFormat.Count(operations?.MultiSet),
        NumberFormat.Count(operations?.KeysRead),
        NumberFormat.Count(operations?.KeysWritten),
    ];

    private static void WriteWorkers(MarkdownPage page, RunReport run)
    {
        if (run.Workers.Count == 0)
        {
            return;
        }

        page.Heading("Workers");
        page.Table(
            [.. WorkerTable.Headings, "GET", "SET", "MGET", "MSET", "keys read", "keys written"],
            run.Workers.Select(worker => (string[])[.. WorkerTable.Row(worker), .. LedgerRow("", worker.Ops).Skip(1)]));
    }

    private static void WriteCeiling(MarkdownPage page, CeilingReport? ceiling)
    {
        if (ceiling is null)
        {
            return;
        }

        page.Heading("Ceiling");
        page.List(ceiling.RedisBenchmark is { } benchmark
            ? [ReportText.Ceiling(ceiling), $"{ReportText.RedisBenchmark(benchmark)}: {benchmark.Command}"]
            : [ReportText.Ceiling(ceiling)]);
    }

    private static void WriteAudit(MarkdownPage page, AuditReport audit)
    {
        page.Heading("Audit");
        page.Paragraph(MarkdownPage.Escape(ReportText.Audit(audit)));
        page.Table(
            ["account", "key", "expected", "found"],
            audit.Differences.Select(wrong => new[] { NumberFormat.Plain(wrong.Account), wrong.Key, ReportText.Expected(wrong), wrong.Found }));
    }

    private static void WriteFaults(MarkdownPage page, IReadOnlyList<FaultReport> faults)
    {
        page.Heading("Faults");
        page.Paragraph(faults.Count == 0 ? "None." : $"{NumberFormat.Counted(faults.Sum(fault => fault.Count), "fault")}.");
        page.Table(
            ["where", "at ms", "kind", "count", "what"],
            faults.Select(fault => new[] { ReportText.Round(fault), NumberFormat.Decimal(fault.AtMs), fault.Kind, NumberFormat.Count(fault.Count), fault.What }));
    }

    private static void WriteEnvironment(MarkdownPage page, RunReport run)
    {
        page.Heading("Environment");
        page.List(
        [
            $"Machine: {ReportText.Environment(run.Environment)}",
            $"Cost: {ReportText.Resources(run.Resources)}, {NumberFormat.Whole(run.Resources.WorkingSetMb)} MiB",
            .. run.Rounds.Count == 0 ? Array.Empty<string>() : [$"Actors busy: {ReportText.Busy(run)}"],
            $"Phases, in ms: {ReportText.Phases(run.PhasesMs)}",
        ]);
    }
}

/// <summary>A page of GitHub Markdown under construction.</summary>
internal sealed class MarkdownPage
{
    private readonly StringBuilder document = new();

    public static string Escape(string text) => NumberFormat.OneLine(text)
        .Replace(@"\", @"\\", StringComparison.Ordinal)
        .Replace("|", @"\|", StringComparison.Ordinal)
        .Replace("<", "&lt;", StringComparison.Ordinal);

    public void Heading(string text) => Paragraph($"## {text}");

    public void Paragraph(string text)
    {
        if (document.Length > 0)
        {
            document.Append('\n');
        }

        document.Append(text).Append('\n');
    }

    public void List(IReadOnlyCollection<string> lines)
    {
        if (lines.Count > 0)
        {
            Paragraph(string.Join('\n', lines.Select(line => "- " + Escape(line))));
        }
    }

    /// <summary>A table; nothing when it has no rows.</summary>
    public void Table(IReadOnlyList<string> headings, IEnumerable<IReadOnlyList<string>> rows)
    {
        var lines = rows.Select(Line).ToList();
        if (lines.Count > 0)
        {
            Paragraph(string.Join('\n', [Line(headings), $"|{string.Concat(Enumerable.Repeat("--|", headings.Count))}", .. lines]));
        }
    }

    public override string ToString() => document.ToString();

    private static string Line(IReadOnlyList<string> cells) => $"| {string.Join(" | ", cells.Select(Escape))} |";
}
