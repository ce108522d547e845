using AElf.Bench.Harness.Reports;
using AElf.Bench.Operations.Health;
using Spectre.Console;
using Spectre.Console.Rendering;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Top;

/// <summary>Draws a status on a terminal.</summary>
internal static class TopPicture
{
    // With more actors, each worker has one row with its fullest mailbox. Only the last events and the first alerts are
    // shown.
    private const int MaxActorRows = 24;
    private const int MaxEvents = 8;
    private const int MaxAlerts = 8;
    private const int CurveWidth = 60;
    private const int BarWidth = 20;

    /// <summary>Columns of the widest row of figures. A narrower screen would break it.</summary>
    public const int Columns = 7 + 2 + BarWidth + 2 + 11 + 2 + 11 + 2 + 17;

    private static readonly Style Quiet = new(Color.Grey);
    private static readonly Style Bold = new(decoration: Decoration.Bold);
    private static readonly Style Red = new(Color.Red);
    private static readonly Style Yellow = new(Color.Yellow);
    private static readonly Style Green = new(Color.Green);

    /// <summary>
    /// Draws a status. <paramref name="error"/> says why the status is old; null for a current status.
    /// </summary>
    public static IRenderable Draw(ClusterStatus status, string? error)
    {
        var parts = new List<IRenderable>();
        if (error is not null)
        {
            parts.Add(
                new Text($"GONE: {error}. Below is its state at {TopText.Clock(status.At)}; retrying.", Red));
        }

        parts.Add(Facts(status));
        parts.AddRange(Alerts("STUCK", status.Run?.Stuck ?? [], TopText.Stuck, Yellow));
        parts.AddRange(Members(status.Workers));
        parts.AddRange(Alerts("LOST", status.Lost, TopText.Lost, Red));
        parts.AddRange(Shards(status.Shards));
        parts.AddRange(
            status.Events.Skip(Math.Max(0, status.Events.Count - MaxEvents))
                .Select(happened => new Text(TopText.Event(happened), StyleOf(happened))));
        return new Rows(parts);
    }

    private static Style StyleOf(ClusterEvent happened) => happened.Kind switch
    {
        "joined" => Green,
        "lost" or "failed" => Red,
        "again" => Yellow,
        _ => Quiet,
    };

    private static Grid Facts(ClusterStatus status)
    {
        var grid = new Grid()
            .AddColumn(new GridColumn().NoWrap().PadLeft(0).PadRight(2))
            .AddColumn(new GridColumn().Padding(0, 0));
        void Add(string name, string value, Style? style = null) =>
            grid.AddRow(new Text(name, Quiet), new Text(value, style));
        Add(
            "manager",
            TopText.Clean($"{status.Address}, version {status.Version}, up {TopText.Span(status.UptimeSeconds)}"));
        Add("store", TopText.Clean(status.Store));
        Add("actors", TopText.Actors(status.Workers));
        if (status.Run is not { } run)
        {
            Add("run", "none");
            return grid;
        }

        var speed = TopText.Speed(run);
        Add("run", $"{TopText.Clean(run.Id)}: {TopText.Phase(run)}");
        if (run.Waiting is { } waiting)
        {
            Add("state", TopText.Clean(waiting), Red);
        }

        Add(
            "speed",
            double.IsFinite(speed)
                ? $"{Whole(speed)} transfers/s in the last slice, not audited yet"
                : None,
            Bold);
        Add("slices", Sparkline.Last(run.TransfersPerSecond, CurveWidth), Green);
        Add("progress", TopText.Progress(run));
        return grid;
    }

    /// <summary>A line for each of the first eight, and the number of the others.</summary>
    private static IEnumerable<IRenderable> Alerts<T>(
        string word, IReadOnlyList<T> all, Func<T, string> text, Style style)
    {
        foreach (var one in all.Take(MaxAlerts))
        {
            yield return new Text($"{word} {text(one)}", style);
        }

        if (all.Count > MaxAlerts)
        {
            yield return new Text($"{word} {Count(all.Count - MaxAlerts)} more", style);
        }
    }

    // Columns have fixed widths. Names are last or on separate lines, so that a long name does not move a figure. All
    // figures fit 80 columns.
    private static IEnumerable<IRenderable> Members(IReadOnlyList<WorkerStatus> workers)
    {
        if (workers.Count == 0)
        {
            yield return new Text("No worker is a member.", Yellow);
            yield break;
        }

        var isByActor = workers.Sum(worker => worker.Actors.Count) <= MaxActorRows;
        var deepest = workers.SelectMany(worker => worker.Actors)
            .Select(actor => actor.MailboxDepth)
            .DefaultIfEmpty()
            .Max();
        yield return new Text(
            $"{"actor",7}  {"mailbox",-BarWidth}  {"jobs",11}  {"oldest",11}  {"committed",17}", Quiet);
        foreach (var worker in workers)
        {
            yield return new Text(About(worker), Bold);
            if (isByActor)
            {
                foreach (var (index, actor) in worker.Actors.Index())
                {
                    yield return new Text(Row(Count(index), actor, deepest));
                }
            }
            else
            {
                yield return new Text(Row($"all {worker.Actors.Count}", Fullest(worker), deepest));
            }
        }
    }

    private static string About(WorkerStatus worker) => TopText.Clean(
        $"{worker.Name} on {worker.Server}, store {worker.Store}, "
        + $"{Count(worker.Grants)} of {Count(worker.Credits)} grants, "
        + $"last message {TopText.Span(worker.HeardSecondsAgo)} ago");

    private static string Row(string name, ActorStatus actor, int deepest)
    {
        var oldest = actor.MailboxDepth > 0 ? TopText.Span(actor.OldestSeconds) : None;
        return $"{name,7}  {TopText.Bar(actor.MailboxDepth, deepest, BarWidth),-BarWidth}"
            + $"  {Count(actor.MailboxDepth),11}  {oldest,11}  {Count(actor.Committed),17}";
    }

    private static ActorStatus Fullest(WorkerStatus worker) => new(
        worker.Actors.Sum(actor => actor.Committed),
        worker.Actors.Select(actor => actor.MailboxDepth).DefaultIfEmpty().Max(),
        worker.Actors.Select(actor => actor.OldestSeconds).DefaultIfEmpty().Max());

    private static IEnumerable<IRenderable> Shards(IReadOnlyList<ShardStatus> shards)
    {
        if (shards.Count == 0)
        {
            yield break;
        }

        var max = shards.Max(shard => shard.Operations);
        yield return new Text($"{"",7}  {"operations",-BarWidth}  {"",11}  {"keys",11}  shard", Quiet);
        foreach (var shard in shards)
        {
            var bar = TopText.Bar(shard.Operations, max, BarWidth);
            yield return new Text(
                $"{"",7}  {bar,-BarWidth}  {Count(shard.Operations),11}  {Count(shard.Keys),11}"
                    + $"  {TopText.Clean(shard.Endpoint)}");
        }
    }
}
