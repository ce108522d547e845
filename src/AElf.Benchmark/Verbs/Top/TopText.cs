using System.Globalization;
using System.Text;
using AElf.Bench.Operations.Health;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Top;

/// <summary>
/// Formats figures and names of a status. Text from the network becomes one line without terminal commands.
/// </summary>
internal static class TopText
{
    public static string Clean(string text)
    {
        var clean = new StringBuilder();
        foreach (var rune in text.EnumerateRunes())
        {
            var category = Rune.GetUnicodeCategory(rune);
            var isShown = category is not (UnicodeCategory.Control or UnicodeCategory.Format
                or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator);
            clean.Append(isShown ? rune.ToString() : " ");
        }

        return clean.ToString();
    }

    public static string Span(double seconds) => seconds switch
    {
        double.NaN or < 0 or > 1e9 => None,
        < 0.9995 => string.Create(CultureInfo.InvariantCulture, $"{1000 * seconds:0} ms"),
        < 60 => string.Create(CultureInfo.InvariantCulture, $"{seconds:0.0} s"),
        < 3600 => string.Create(CultureInfo.InvariantCulture, $"{(int)seconds / 60} min {(int)seconds % 60} s"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{(int)seconds / 3600} h {(int)seconds / 60 % 60} min"),
    };

    public static string Clock(DateTimeOffset at) =>
        at.ToLocalTime().ToString("HH:mm:ss", CultureInfo.InvariantCulture);

    public static double Speed(RunStatus run) => run.TransfersPerSecond is [.., var last] ? last : double.NaN;

    public static string Phase(RunStatus run)
    {
        var rounds = run.Rounds > 0 ? $" of {Count(run.Rounds)}" : "";
        return run.Round > 0 ? $"{Clean(run.Phase)}, round {Count(run.Round)}{rounds}" : Clean(run.Phase);
    }

    public static string Progress(RunStatus run) =>
        $"{Count(run.Committed)} of {Count(run.Transfers)} transfers committed, "
            + $"{Count(run.GroupsDone)} of {Count(run.Groups)} groups done";

    public static string Stuck(StuckUnit stuck)
    {
        var actor = stuck.Actor < 0 ? "no actor yet" : $"actor {stuck.Actor}";
        var item = stuck.Item is null ? "" : $", {Clean(stuck.Item)}";
        return $"unit {stuck.Unit}, epoch {stuck.Epoch}, {Clean(stuck.Worker)}, {actor}{item}: {Clean(stuck.Step)}, "
            + $"has not moved for {Span(stuck.IdleSeconds)}";
    }

    public static string Lost(LostWorker lost) =>
        $"{Clean(lost.Name)} on {Clean(lost.Server)}, at {Clock(lost.At)}: {Clean(lost.Reason)}";

    public static string Event(ClusterEvent happened) =>
        $"{Clock(happened.At)} {Clean(happened.Kind)}: {Clean(happened.Text)}";

    /// <summary>
    /// A bar with <paramref name="width"/> letters if <paramref name="value"/> is <paramref name="max"/>. Any value
    /// above 0 has at least one letter.
    /// </summary>
    public static string Bar(double value, double max, int width) =>
        new('█', max > 0 && value > 0 ? Math.Clamp((int)Math.Round(value / max * width), 1, width) : 0);

    /// <summary>
    /// Such as <c>16 actors on 2 dispatchers</c>; without dispatchers if each actor has its own, or no run is open.
    /// </summary>
    public static string Actors(IReadOnlyCollection<WorkerStatus> workers)
    {
        var (actors, dispatchers) = (workers.Sum(each => each.Actors.Count), workers.Sum(each => each.Dispatchers));
        var own = dispatchers == 0 || dispatchers == actors ? "" : $" on {Counted(dispatchers, "dispatcher")}";
        return Counted(actors, "actor") + own;
    }

    /// <summary>The status as a line of a log.</summary>
    public static string Line(ClusterStatus status)
    {
        var actors = status.Workers.SelectMany(worker => worker.Actors).ToArray();
        var members = $"{Counted(status.Workers.Count, "worker")}, {Actors(status.Workers)}"
            + (status.Lost.Count > 0 ? $", {Counted(status.Lost.Count, "worker")} lost" : "");
        if (status.Run is not { } run)
        {
            return $"{Clock(status.At)} no run; {members}";
        }

        var mailboxes = $"deepest mailbox {Count(actors.Select(actor => actor.MailboxDepth).DefaultIfEmpty().Max())}, "
            + $"oldest job {Span(actors.Select(actor => actor.OldestSeconds).DefaultIfEmpty().Max())}";
        var stuck = run.Stuck.Count > 0 ? $"; stuck: {string.Join("; ", run.Stuck.Select(Stuck))}" : "";
        var waiting = run.Waiting is null ? "" : $"; {Clean(run.Waiting)}";
        return $"{Clock(status.At)} {Phase(run)}: {Whole(Speed(run))} transfers/s, {Progress(run)}; "
            + $"{members}, {mailboxes}{stuck}{waiting}";
    }
}
