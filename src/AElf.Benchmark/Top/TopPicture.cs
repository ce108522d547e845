using AElf.Bench.Concurrency.Cluster.Health;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace AElf.Benchmark.Top;

/// <summary>A status as it is drawn on a terminal.</summary>
internal static class TopPicture
{
    // Beyond these a screen holds no more: a line for each worker, the last events, the longest stuck.
    private const int MostActorRows = 24;
    private const int MostEvents = 8;
    private const int MostStuck = 8;
    private const int CurveWidth = 60;

    private static readonly Style Quiet = new(Color.Grey);
    private static readonly Style Bold = new(decoration: Decoration.Bold);
    private static readonly Style Red = new(Color.Red);
    private static readonly Style Yellow = new(Color.Yellow);
    private static readonly Style Green = new(Color.Green);

    /// <summary>The picture; <paramref name="trouble"/> says why it is not the newest, null when it is.</summary>
    public static IRenderable Draw(ClusterStatus status, string? trouble)
    {
        var parts = new List<IRenderable>();
        if (trouble is not null)
        {
            parts.Add(new Text($"GONE: {trouble}. Below is what it showed at {TopText.Clock(status.At)}; trying again.", Red));
        }

        parts.Add(Facts(status));
        parts.AddRange(Stuck(status.Run));
        parts.Add(status.Workers.Count > 0 ? Members(status.Workers) : new Text("No worker has joined.", Yellow));
        if (status.Shards.Count > 0)
        {
            parts.Add(Shards(status.Shards));
        }

        parts.AddRange(status.Events.Skip(Math.Max(0, status.Events.Count - MostEvents)).Select(happened => new Text(TopText.Event(happened), StyleOf(happened))));
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
        var grid = new Grid().AddColumn(new GridColumn().NoWrap().PadLeft(0).PadRight(2)).AddColumn(new GridColumn().Padding(0, 0));
        void Add(string name, string value, Style? style = null) => grid.AddRow(new Text(name, Quiet), new Text(value, style));
        Add("manager", TopText.Clean($"{status.Address}, version {status.Version}, up {TopText.Span(status.UptimeSeconds)}"));
        Add("store", TopText.Clean(status.Store));
        if (status.Run is not { } run)
        {
            Add("run", "none is under way");
            return grid;
        }

        var speed = TopText.Speed(run);
        Add("run", $"{TopText.Clean(run.Id)}: {TopText.Phase(run)}");
        Add("speed", double.IsFinite(speed) ? $"{TopText.Count(speed)} transfers/s in the last slice, not audited yet" : TopText.None, Bold);
        Add("slices", TopText.Curve(run.TransfersPerSecond, CurveWidth), Green);
        Add("progress", TopText.Progress(run));
        return grid;
    }

    private static IEnumerable<IRenderable> Stuck(RunStatus? run)
    {
        var stuck = run?.Stuck ?? [];
        foreach (var one in stuck.Take(MostStuck))
        {
            yield return new Text($"STUCK {TopText.Stuck(one)}", Yellow);
        }

        if (stuck.Count > MostStuck)
        {
            yield return new Text($"STUCK {TopText.Count(stuck.Count - MostStuck)} more", Yellow);
        }
    }

    private static Table NewTable(params (string Name, bool IsNumber)[] columns)
    {
        var table = new Table().Border(TableBorder.Simple);
        foreach (var (name, isNumber) in columns)
        {
            var column = new TableColumn(new Text(name, Quiet)).NoWrap();
            table.AddColumn(isNumber ? column.RightAligned() : column);
        }

        return table;
    }

    private static Table Members(IReadOnlyList<WorkerStatus> workers)
    {
        var isByActor = workers.Sum(worker => worker.Actors.Count) <= MostActorRows;
        var deepest = workers.SelectMany(worker => worker.Actors).Select(actor => actor.MailboxDepth).DefaultIfEmpty().Max();
        var table = NewTable(
            ("worker", false), ("server", false), ("store", false), ("grants", true), ("heard", true), (isByActor ? "actor" : "actors", true), ("mailbox", false),
            ("jobs", true), ("oldest", true), ("committed", true));
        foreach (var worker in workers)
        {
            string[] about =
            [
                TopText.Clean(worker.Name), TopText.Clean(worker.Server), TopText.Clean(worker.Store), $"{TopText.Count(worker.Grants)}/{TopText.Count(worker.Credits)}",
                TopText.Span(worker.HeardSecondsAgo),
            ];
            foreach (var figures in isByActor && worker.Actors.Count > 0 ? ByActor(worker, deepest) : [Together(worker, deepest)])
            {
                table.AddRow([.. about.Concat(figures).Select(text => new Text(text))]);
                about = [.. about.Select(_ => "")];
            }
        }

        return table;
    }

    private static IEnumerable<string[]> ByActor(WorkerStatus worker, int deepest) => worker.Actors.Select((actor, index) => new[]
    {
        TopText.Count(index), TopText.Bar(actor.MailboxDepth, deepest), TopText.Count(actor.MailboxDepth),
        actor.MailboxDepth > 0 ? TopText.Span(actor.OldestSeconds) : TopText.None, TopText.Count(actor.Committed),
    });

    private static string[] Together(WorkerStatus worker, int deepest)
    {
        var depth = worker.Actors.Select(actor => actor.MailboxDepth).DefaultIfEmpty().Max();
        return
        [
            TopText.Count(worker.Actors.Count), TopText.Bar(depth, deepest), TopText.Count(worker.Actors.Sum(actor => (long)actor.MailboxDepth)),
            depth > 0 ? TopText.Span(worker.Actors.Max(actor => actor.OldestSeconds)) : TopText.None, TopText.Count(worker.Actors.Sum(actor => actor.Committed)),
        ];
    }

    private static Table Shards(IReadOnlyList<ShardStatus> shards)
    {
        var table = NewTable(("shard", false), ("share", false), ("operations", true), ("keys", true));
        var most = shards.Max(shard => shard.Operations);
        foreach (var shard in shards)
        {
            table.AddRow(
                new Text(TopText.Clean(shard.Endpoint)), new Text(TopText.Bar(shard.Operations, most)), new Text(TopText.Count(shard.Operations)), new Text(TopText.Count(shard.Keys)));
        }

        return table;
    }
}
