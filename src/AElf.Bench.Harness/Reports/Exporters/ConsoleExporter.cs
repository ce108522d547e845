using Spectre.Console;
using Spectre.Console.Rendering;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>Prints a summary of one run, or a line for each of several. It fits a screen: the other exporters have the detail.</summary>
public sealed class ConsoleExporter(IAnsiConsole console) : IReportExporter
{
    /// <summary>Columns of piped output, which has no width of its own.</summary>
    public const int PipedColumns = 100;

    // The screen has to hold the whole summary.
    private const int MaxLines = 3;
    private const int MaxLetters = 160;
    private const int TableGap = 2;
    private const int MaxWorkers = 12;
    private const int TextColumnsOfWorkers = 3;

    private static readonly Style Bold = new(decoration: Decoration.Bold);
    private static readonly Style Red = new(Color.Red);
    private static readonly Style Yellow = new(Color.Yellow);

    /// <summary>
    /// A console on <paramref name="output"/>: plain, of fixed width and without spaces at line ends when it is piped.
    /// </summary>
    public static IAnsiConsole Open(TextWriter output, bool piped)
    {
        var text = piped ? new TrimmedLineWriter(output) : output;
        var settings = new AnsiConsoleSettings { Out = new AnsiConsoleOutput(text) };
        if (!piped)
        {
            return AnsiConsole.Create(settings);
        }

        settings.Ansi = AnsiSupport.No;
        settings.ColorSystem = ColorSystemSupport.NoColors;
        settings.Interactive = InteractionSupport.No;
        var plain = AnsiConsole.Create(settings);
        plain.Profile.Width = PipedColumns;
        return plain;
    }

    /// <inheritdoc/>
    public void Export(IReadOnlyList<RunReport> runs)
    {
        if (runs.Count == 1)
        {
            Summarise(runs[0].Published());
        }
        else
        {
            Compare([.. runs.Select(run => run.Published())]);
        }
    }

    private void Summarise(RunReport run)
    {
        Line(run.Claim, run.Verdict is Verdict.Failed ? Red : Bold);
        var table = new Grid().AddColumn(new GridColumn().NoWrap().PadLeft(0).PadRight(2)).AddColumn(new GridColumn().Padding(0, 0));
        Add(table, "verdict", ReportText.Verdict(run), StyleOf(run));
        AddSome(table, run.Reasons.Count == 1 ? "reason" : "reasons", run.Reasons, StyleOf(run));
        AddStats(table, run);
        Add(table, "audit", ReportText.Audit(run.Audit), run.Audit.Passed() ? null : Red);
        AddSome(table, "wrong", [.. run.Audit.Differences.Select(ReportText.Difference)], Red);
        AddSome(table, "faults", [.. run.Faults.Select(ReportText.Fault)], Yellow);
        AddStore(table, run.Store);
        AddWorkers(table, run.Workers);
        Add(table, "load", ReportText.Load(run));
        Add(table, "transfers", ReportText.Counts(run.Counts));
        Add(table, "phases ms", ReportText.Phases(run.PhasesMs));
        Add(table, "machine", ReportText.Environment(run.Environment));
        console.Write(table);
    }

    private static void AddStats(Grid table, RunReport run)
    {
        if (run.Tps is not { } tps)
        {
            return;
        }

        Add(table, "TPS", ReportText.Tps(tps), Bold);
        AddIfAny(table, "operations", run.OperationsPerSecond is { } operations ? $"{ReportText.Range(operations, NumberFormat.Whole)} per second" : null);
        foreach (var note in run.Notes)
        {
            Add(table, "note", note);
        }

        AddIfAny(table, "latency", run.LatencyUs is { } latency ? ReportText.Latency(latency) : null);
        Add(table, "stages", ReportText.Stages(run));
        AddIfAny(table, "ceiling", run.Ceiling is { } ceiling ? ReportText.Ceiling(ceiling) : null);
        AddIfAny(table, "", run.Ceiling?.RedisBenchmark is { } benchmark ? ReportText.RedisBenchmark(benchmark) : null);
        Add(table, "cost", ReportText.Resources(run.Resources));
        Add(table, "actors busy", ReportText.Busy(run));
    }

    private static void AddWorkers(Grid table, IReadOnlyList<WorkerReport> workers)
    {
        if (workers.Count == 0)
        {
            return;
        }

        var rows = new Grid();
        foreach (var (index, _) in WorkerTable.Headings.Index())
        {
            var column = new GridColumn().NoWrap().PadLeft(0).PadRight(2);
            rows.AddColumn(index < TextColumnsOfWorkers ? column : column.RightAligned());
        }

        rows.AddRow([.. WorkerTable.Headings.Select(heading => new Text(heading))]);
        foreach (var worker in workers.Take(MaxWorkers))
        {
            rows.AddRow([.. WorkerTable.Row(worker).Select(cell => new Text(NumberFormat.OneLine(cell)))]);
        }

        table.AddRow(new IRenderable[] { new Text("workers"), rows });
        if (workers.Count > MaxWorkers)
        {
            Add(table, "", $"and {NumberFormat.Count(workers.Count - MaxWorkers)} more in the report files");
        }
    }

    private static void AddStore(Grid table, StoreReport store)
    {
        Add(table, "actors sent", ReportText.Operations(store.ClientOps));
        AddIfAny(table, "after faults", store.FaultOps is { } faults ? ReportText.Operations(faults) : null);
        Add(table, "servers saw", ReportText.Operations(store.ServerOps));
        Add(table, "ledger", store.Reconciliation);
    }

    private void Compare(IReadOnlyList<RunReport> runs)
    {
        Line(ClaimLine.Setup(runs[0]), Bold);
        Line(RunsTable.Shared(runs), Style.Plain);
        var columns = RunsTable.Fitting(runs, console.Profile.Width - TableGap, TableGap);
        WriteTable(
            columns.Select(column => (column.Heading, column.IsText)),
            runs.Select(run => columns.Select(column => new Text(column.Cell(run), StyleOf(run)))));
        Explain(runs);
        var comparisons = RoutingTable.From(runs).ToList();
        comparisons.ForEach(WriteRoutings);
        if (comparisons.Count > 0)
        {
            Line(RoutingTable.Caution, Style.Plain);
        }
    }

    private void WriteRoutings(RoutingTable routings)
    {
        Line(routings.Title, Bold);
        WriteTable(
            RoutingTable.Headings.Select((heading, index) => (heading, index < RoutingTable.TextColumns)),
            routings.Rows().Select(row => row.Select(cell => new Text(cell))));
        foreach (var difference in routings.Differences())
        {
            Line(difference, Style.Plain);
        }
    }

    private void WriteTable(IEnumerable<(string Heading, bool IsText)> columns, IEnumerable<IEnumerable<IRenderable>> rows)
    {
        var table = new Table().Border(TableBorder.Simple);
        foreach (var (heading, isText) in columns)
        {
            var column = new TableColumn(new Text(heading)).NoWrap().PadLeft(1).PadRight(0);
            table.AddColumn(isText ? column : column.RightAligned());
        }

        foreach (var row in rows)
        {
            table.AddRow(row);
        }

        console.Write(table);
    }

    private void Explain(IReadOnlyList<RunReport> runs)
    {
        var notPassed = runs.Where(run => run.Verdict is not Verdict.Pass).ToList();

        // What failed before what merely struggled.
        foreach (var run in notPassed.OrderByDescending(run => run.Verdict).Take(MaxLines))
        {
            Explain(run, RunsTable.NameOf(run, runs));
        }

        if (notPassed.Count > MaxLines)
        {
            Line($"and {NumberFormat.Count(notPassed.Count - MaxLines)} more in the report files", Style.Plain);
        }
    }

    private void Explain(RunReport run, string name)
    {
        Line(Cut($"{name}, {ReportText.Verdict(run)}: {string.Join("; ", run.Reasons)}"), StyleOf(run));
        foreach (var difference in run.Audit.Differences.Take(1))
        {
            Line("  " + ReportText.Difference(difference), Red);
        }
    }

    private static Style StyleOf(RunReport run) => run.Verdict switch
    {
        Verdict.Failed => Red,
        Verdict.Degraded => Yellow,
        _ => Style.Plain,
    };

    private static void AddSome(Grid table, string name, IReadOnlyList<string> lines, Style style)
    {
        foreach (var (index, line) in lines.Take(MaxLines).Index())
        {
            Add(table, index == 0 ? name : "", Cut(line), style);
        }

        if (lines.Count > MaxLines)
        {
            Add(table, "", $"and {NumberFormat.Count(lines.Count - MaxLines)} more in the report files", style);
        }
    }

    private static string Cut(string line) => line.Length <= MaxLetters ? line : line[..MaxLetters] + "…";

    private static void AddIfAny(Grid table, string name, string? text)
    {
        if (text is not null)
        {
            Add(table, name, text);
        }
    }

    private static void Add(Grid table, string name, string text, Style? style = null) =>
        table.AddRow(new IRenderable[] { new Text(name), new Text(NumberFormat.OneLine(text), style) });

    private void Line(string text, Style style) => console.Write(new Rows(new Text(NumberFormat.OneLine(text), style)));
}
