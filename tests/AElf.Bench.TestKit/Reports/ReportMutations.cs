using System.Text.Json;
using System.Text.Json.Nodes;
using AElf.Bench.Harness.Verification;

namespace AElf.Bench.TestKit.Reports;

/// <summary>Changes the numbers of a report one by one, and sees whether checking it finds each.</summary>
public static class ReportMutations
{
    // What a run observed or was asked for, and nothing else in its report depends on, or only by a bound, or by the
    // middle one of several.
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

    /// <summary>The paths of numbers that were changed, and passed all the same.</summary>
    /// <param name="report">The text of a report with a figure.</param>
    /// <param name="onceOfList">Whether of the elements of a list one is changed, and not each.</param>
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

    /// <summary>The report with one number changed.</summary>
    /// <param name="report">Its text.</param>
    /// <param name="path">Where, such as <c>rounds[0].tps</c>.</param>
    public static string Changed(string report, string path)
    {
        var root = JsonNode.Parse(report)!;
        Change(Leaves(root).Single(leaf => string.Equals(leaf.Path, path, StringComparison.Ordinal)));
        return root.ToJsonString();
    }

    /// <summary>The report with another number.</summary>
    /// <param name="number">As JSON.</param>
    public static string With(string report, string path, string number)
    {
        var root = JsonNode.Parse(report)!;
        Leaves(root).Single(leaf => string.Equals(leaf.Path, path, StringComparison.Ordinal))
            .Value.ReplaceWith(JsonNode.Parse(number));
        return root.ToJsonString();
    }

    // A figure has to be named itself; what it follows from, by whatever does not follow any more.
    private static bool IsFound(JsonNode root, Leaf leaf, IReadOnlySet<string> before)
    {
        var old = leaf.Value.DeepClone();
        var changed = Change(leaf);
        var after = Problems(root);
        changed.ReplaceWith(old);
        return after.Contains(leaf.Path) || (!IsDerived(leaf.Path) && !after.SetEquals(before));
    }

    private static bool IsDerived(string path) => RunVerification.IsDerivedAt(path);

    // A hundredth of it, and at least one; of nanoseconds the grain of the clock.
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
        // Of ticks none of which was busy the busy share is 0, however many there were.
        var isIdle = root["raw"]!["rounds"]!.AsArray().All(round => round!["busyTicks"]!.GetValue<long>() == 0);

        // How fast a schedule was worked off is no capacity, and is held against no critical path.
        var isOpenLoop = root["openLoop"] is not null;

        // Where nothing was committed TPS is 0, however long it took, and behind a round's last slice comes none.
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
