using System.Text.Json;
using System.Text.Json.Nodes;
using AElf.Bench.Harness.Verification;

namespace AElf.Bench.TestKit.Reports;

/// <summary>Changes the numbers of a report one by one and checks that verification finds each change.</summary>
public static class ReportMutations
{
    // Observed or requested numbers. No other number in the report depends on them, except through a bound or a median
    // of several.
    private static readonly string[] Free =
    [
        "phasesMs.prepare", "phasesMs.seed", "phasesMs.warmUp", "phasesMs.measure", "phasesMs.ceiling",
        "phasesMs.audit", "phasesMs.cleanup", "slices[].deepestMailbox", "slices[].oldestMs", "store.shards[].keys",
        "store.shards[].setup.ioThreads", "store.shards[].setup.replicas", "store.shards[].setup.maxMemoryMb",
        "faults[].round", "faults[].atMs", "raw.workingSetMb", "environment.cores", "environment.memoryGb",
        "raw.warmUp[].windowNs", "raw.warmUp[].compilingNs", "raw.carriedOps.*", "raw.rounds[].actors",
        "raw.rounds[].imbalance", "raw.facts.groupSizeGini.whole", "raw.workers[].dispatchers",
        "raw.ceiling.samples[].*", "raw.ceiling.bareShard.samples[].*", "raw.ceiling.deep.samples[].*",
        "controls.roundTripUs", "raw.rounds[].unreportedOps.*", "raw.reads", "raw.writes",
    ];

    /// <summary>The paths of changed numbers that verification did not find.</summary>
    /// <param name="report">The text of a report with a figure.</param>
    /// <param name="onceOfList">Whether only one element of each list is changed.</param>
    public static IReadOnlyList<string> Missed(string report, bool onceOfList = false)
    {
        var root = JsonNode.Parse(report)!;
        var before = Problems(root);
        var free = FreeOf(root);
        var changed = Leaves(root).Where(leaf => !IsFree(leaf.Path, free));
        return
        [
            .. (onceOfList ? changed.DistinctBy(leaf => RunVerification.PatternOf(leaf.Path)) : changed)
                .Where(leaf => !IsFound(root, leaf, before)).Select(leaf => leaf.Path),
        ];
    }

    /// <summary>The report with one changed number.</summary>
    /// <param name="path">The number's path, such as <c>rounds[0].tps</c>.</param>
    public static string Changed(string report, string path)
    {
        var root = JsonNode.Parse(report)!;
        Change(Leaves(root).Single(leaf => string.Equals(leaf.Path, path, StringComparison.Ordinal)));
        return root.ToJsonString();
    }

    /// <summary>The report with this number at the path.</summary>
    /// <param name="number">As JSON.</param>
    public static string With(string report, string path, string number)
    {
        var root = JsonNode.Parse(report)!;
        Leaves(root).Single(leaf => string.Equals(leaf.Path, path, StringComparison.Ordinal))
            .Value.ReplaceWith(JsonNode.Parse(number));
        return root.ToJsonString();
    }

    // A changed figure must be reported by its own path. For a raw number any new problem counts.
    private static bool IsFound(JsonNode root, Leaf leaf, IReadOnlySet<string> before)
    {
        var old = leaf.Value.DeepClone();
        var changed = Change(leaf);
        var after = Problems(root);
        changed.ReplaceWith(old);
        return after.Contains(leaf.Path) || (!RunVerification.IsDerived(leaf.Path) && !after.SetEquals(before));
    }

    // Changes a number by a hundredth, and by at least one; nanoseconds by the resolution of the clock.
    private static JsonNode Change(Leaf leaf)
    {
        var number = leaf.Value.GetValue<double>();
        var least = leaf.Path.EndsWith("Ns", StringComparison.Ordinal) ? TimeSpan.NanosecondsPerTick : 1;
        JsonNode other = number == Math.Floor(number)
            ? (long)number + least + (long)(Math.Abs(number) * 0.01)
            : number * 1.01;
        leaf.Value.ReplaceWith(other);
        return other;
    }

    private static HashSet<string> Problems(JsonNode root)
    {
        using var document = JsonDocument.Parse(root.ToJsonString());
        var checkedRun = RunVerification.Of(document.RootElement);
        return
        [
            .. checkedRun.Fields.Where(field => !field.IsSame).Select(field => field.Path),
            .. checkedRun.Guards.Select(guard => $"{guard.Name} {guard.State}"),
        ];
    }

    private static string[] FreeOf(JsonNode root)
    {
        // If no tick was busy, the busy share is 0 for any number of ticks.
        var isIdle = root["raw"]!["rounds"]!.AsArray().All(round => round!["busyTicks"]!.GetValue<long>() == 0);

        // The rate of an open loop is not a capacity and is not compared with the critical path.
        var isOpenLoop = root["openLoop"] is not null;

        // If nothing was committed, TPS is 0 for any length. After a round's last slice no slice follows.
        var slices = root["slices"]!.AsArray().Select(slice => (
            Round: slice!["round"]!.GetValue<int>(), Committed: slice["committed"]!.GetValue<long>())).ToList();
        var empty = slices.Index()
            .Where(slice => slice.Item.Committed == 0
                && (slice.Index == slices.Count - 1 || slices[slice.Index + 1].Round != slice.Item.Round))
            .Select(slice => FormattableString.Invariant($"slices[{slice.Index}].lengthMs"));
        return
        [
            .. Free, .. empty, .. isIdle ? ["raw.rounds[].processorTicks"] : Array.Empty<string>(),
            .. isOpenLoop ? ["raw.criticalSteps"] : Array.Empty<string>(),
        ];
    }

    private static bool IsFree(string path, string[] allFree)
    {
        var pattern = RunVerification.PatternOf(path);
        return Array.Exists(allFree, free => string.Equals(free, pattern, StringComparison.Ordinal)
            || string.Equals(free, path, StringComparison.Ordinal)
            || (free.EndsWith('*') && pattern.StartsWith(free[..^1], StringComparison.Ordinal)));
    }

    private static List<Leaf> Leaves(JsonNode root)
    {
        var found = new List<Leaf>();
        Collect("", root);
        return found;

        void Collect(string path, JsonNode? node)
        {
            switch (node)
            {
                case JsonObject fields:
                    foreach (var (name, value) in fields)
                    {
                        Collect(path.Length == 0 ? name : $"{path}.{name}", value);
                    }

                    break;
                case JsonArray items:
                    foreach (var (index, value) in items.Index())
                    {
                        Collect(FormattableString.Invariant($"{path}[{index}]"), value);
                    }

                    break;
                case JsonValue value when value.GetValueKind() is JsonValueKind.Number:
                    found.Add(new(path, value));
                    break;
            }
        }
    }

    private sealed record Leaf(string Path, JsonValue Value);
}
