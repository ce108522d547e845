using AElf.Bench.Harness.Runs;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports.Summaries;

/// <summary>What limited a run, in a sentence.</summary>
internal static class LimitWords
{
    /// <summary>The sentence; null when nothing was measured that could be the limit.</summary>
    public static string? Of(LimitReport? limit) => limit switch
    {
        null or { Bounds: [] } => null,
        { Name: null } => $"none found; nearest was {Nearest(limit.Bounds[0])}",
        _ => Sentence(limit.Bounds[0]),
    };

    private static string Nearest(BoundReport bound) => $"{bound.Name}, with {Percent(bound.Share)} {bound.Text}";

    private static string Sentence(BoundReport bound) => $"{Subject(bound.Name)}: {Percent(bound.Share)} {bound.Text}";

    private static string Subject(string name) => name switch
    {
        "schedule" => "the schedule (--rate), which asked for no more",
        "load" => "the load, since some of it has to be done one after the other",
        LimitReport.Depth => "how little is in flight",
        "garbage collection" => "the .NET garbage collector",
        "serialization" => "the manager, which encodes and decodes messages",
        "manager" => "the manager's CPU",
        LimitReport.Actors => "the CPU that the actors use, not the store",
        "processors" => "the CPU, whatever used it",
        "mailboxes" => "handing out work in this process",
        LimitFinder.ManagerAndWire => "handing out work from the manager over the network",
        "harness" => "the benchmark itself, not the store",
        "round trip" => "waiting for the store and the network to answer",
        _ when name.StartsWith("shard ", StringComparison.Ordinal) => $"the store ({name})",
        _ when name.StartsWith(LimitReport.Worker, StringComparison.Ordinal) => $"the CPU of {name}, not the store",
        _ => $"the {name}",
    };
}
