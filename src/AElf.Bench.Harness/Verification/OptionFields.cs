using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Verification;

/// <summary>The options whose values a report repeats in fields. Both values must be equal.</summary>
internal static class OptionFields
{
    private static readonly Dictionary<string, ValueRule> Rules = new(
        ((Setting[])[.. ActorSettings.All, .. MeasureSettings.All, .. ReportSettings.All, .. StoreSettings.All])
            .Select(setting => KeyValuePair.Create(setting.Name, setting.Rule)),
        StringComparer.Ordinal);

    // The value of the field as text of the option; null where the option does not decide the field.
    private static readonly (string Option, string Field, Func<RunReport, string?> Of)[] All =
    [
        ("Actor.Lanes", "lanes", run => $"{run.Lanes}"),
        ("Actor.WorkerCount", "actors", run =>
            run.Workers.Count > 0 || run.TextOf("Scenario.kind") is not (null or "single")
                ? OfScenario(run, run.Actors)
                : $"{run.Actors}"),
        ("Actor.Dispatchers", "dispatchers", run =>
            Unlike(run, "Actor.Dispatchers", ActorLimit(run), run.Dispatchers)),
        ("Actor.ConcurrencyLevel", "jobs", run =>
            run.OpenLoop is null ? Unlike(run, "Actor.ConcurrencyLevel", run.Units, run.Jobs) : null),
        ("Actor.Routing", "routing", run => run.Routing),
        ("Measure.Rate", "openLoop.rate", run => run.OpenLoop is { } loop ? $"{loop.Rate}" : Unset),
        ("Measure.Blocks", "blocks", run => run.TextOf("Measure.Blocks") is "auto" ? null : $"{run.Blocks}"),
        ("Measure.SliceMs", "raw.sliceAskedMs", run => run.Raw is { } raw ? Milliseconds(raw.SliceAskedMs) : null),
        ("Measure.Starts", "processStarts", run =>
            run.TextOf("Measure.Starts") is null ? null : $"{run.ProcessStarts}"),
        ("Measure.WarmupRounds", "raw.warmUp", run =>
            run.Raw?.WarmUp.Count < ValueOf<int>(run, "Measure.WarmupRounds") ? $"{run.Raw!.WarmUp.Count}" : null),
        ("Measure.Duration", "raw.rounds", run =>
            run.Raw?.Rounds.Sum(round => round.WindowNs) / 1e6 is { } measuredMs
                && measuredMs < ValueOf<TimeSpan>(run, "Measure.Duration")?.TotalMilliseconds / run.ProcessStarts
                ? Milliseconds(measuredMs)
                : null),
        ("Measure.Ceiling", "raw.ceiling", run => run.Raw?.BareStore is null ? null : "on"),
        ("Measure.Controls", "controls", run => run.Controls is null ? "off" : "on"),
        ("Output.FailIf", "failIf", run => run.FailIf.Count == 0 ? Unset : string.Join(',', run.FailIf)),
        ("Database.Type", "store.type", run => run.Store.Type),
        ("Database.Client", "store.client", run => run.Store.Endpoint is null ? null : run.Store.Client),
        ("Database.Port", "store.endpoint", run =>
            run.Store is { Type: "redis" or "ssdb" or "twemproxy", Endpoint: { } address }
                && !address.Equals($"{AddressOf(run)}", StringComparison.Ordinal) ? address : null),
        ("Database.Db", "store.database", run => $"{run.Store.Database}"),
        ("Database.Latency", "store.addedRoundTripMs", run =>
            run.Store.AddedRoundTripMs == 0 && run.TextOf("Database.Latency") is null
                ? Unset
                : Milliseconds(run.Store.AddedRoundTripMs)),
        ("Scenario.servers", "servers", run => OfScenario(run, run.Servers)),

        // A hosts file may have another number for each host.
        ("Scenario.processes", "processes", run =>
            run.Options.ContainsKey("Scenario.hosts") ? null : OfScenario(run, run.Processes)),
        ("Scenario.shards", "store.shards", run => OfScenario(run, run.Store.Shards.Count)),
        ("Scenario.proxies", "store.proxies", run => OfScenario(run, run.Store.Proxies)),
    ];

    private const string Unset = "none";

    private const double MaxLengthMs = 1e12;

    // Times of starts have whole seconds, and the clock of the machine may be corrected between two starts.
    private static readonly TimeSpan ClockError = TimeSpan.FromSeconds(2);

    // Starts have the same machine, program and load. The addresses of a scenario's store differ.
    private static readonly string[] OfAllStarts =
    [
        "environment.", "options.Workload.", "options.Measure.", $"facts.{LoadFacts.Checksum}",
        $"facts.{LoadFacts.ContractHash}",
    ];

    /// <summary>
    /// The first option that contradicts its field, or the first field that differs between starts, in words; null if
    /// all agree.
    /// </summary>
    public static string? Contradiction(RunReport run) =>
        (run.Starts ?? []).Select(start => start with { ProcessStarts = run.ProcessStarts }).Prepend(run)
            .Select(OfOne).OfType<string>().FirstOrDefault()
            ?? DifferenceOf(run.Starts ?? []);

    private static string? DifferenceOf(IReadOnlyList<RunReport> starts)
    {
        var elements = starts.Select(ReportReader.ElementOf).ToList();
        var difference = elements.Skip(1).SelectMany(other => CheckedField.Compare(elements[0], other))
            .FirstOrDefault(field => !field.IsSame && field.Path is not "environment.startedUtc"
                && OfAllStarts.Any(path => field.Path.StartsWith(path, StringComparison.Ordinal)));
        return difference is null ? starts.Zip(starts.Skip(1)).Select(OverlapOf).OfType<string>().FirstOrDefault()
            : $"{difference.Path} is {difference.Given} in the first start, and {difference.Derived} in another";
    }

    // A start begins when the previous start has ended.
    private static string? OverlapOf((RunReport Before, RunReport After) pair)
    {
        var (before, after) = (StartOf(pair.Before), StartOf(pair.After));
        return LengthOf(pair.Before) > after - before + ClockError
            ? $"a start began at {pair.After.Environment.StartedUtc}, before the start of "
                + $"{pair.Before.Environment.StartedUtc} had ended"
            : null;
    }

    private static TimeSpan LengthOf(RunReport run) => run.PhasesMs?.Sum is >= 0 and < MaxLengthMs and var length
        ? TimeSpan.FromMilliseconds(length)
        : throw new FormatException("phasesMs is not the length of a start");

    private static DateTimeOffset StartOf(RunReport run) => DateTimeOffset.TryParse(
        run.Environment.StartedUtc, CultureInfo.InvariantCulture, out var time)
        ? time
        : throw new FormatException($"environment.startedUtc {Quoted.Text(run.Environment.StartedUtc)} is not a time");

    private static string? OfOne(RunReport run) => (
        from each in All
        where run.Options.ContainsKey(each.Option)
        let option = run.TextOf(each.Option) ?? Unset
        let field = each.Of(run)
        where field is not null
            && !string.Equals(Canonical(each.Option, option), Canonical(each.Option, field), StringComparison.Ordinal)
        select $"the option {each.Option} is {Quoted.Text(option)}, and {each.Field} is {Quoted.Text(field)}")
        .FirstOrDefault();

    private static string Canonical(string option, string text) =>
        Rules.GetValueOrDefault(option)?.Normalise(text) ?? text;

    private static T? ValueOf<T>(RunReport run, string option)
        where T : struct => run.TextOf(option) is { } text ? Rules[option].Parse(text) as T? : null;

    // An option is a maximum: the field is the option or the limit, if that is less. An option of 0 decides nothing.
    private static string? Unlike(RunReport run, string option, int limit, int? field) =>
        field is not null && ValueOf<int>(run, option) is > 0 and var most && Math.Min(most, limit) != field
            ? $"{field}"
            : null;

    private static int ActorLimit(RunReport run) => run.Workers.Where(worker => worker.Committed > 0)
        .Select(worker => worker.Actors).DefaultIfEmpty(run.Actors).Max();

    private static Endpoint AddressOf(RunReport run) =>
        new(run.TextOf("Database.Host") ?? "", ValueOf<int>(run, "Database.Port") ?? 0);

    // A field counts the processes that worked: those of the scenario, if it started them and all of them worked.
    private static string? OfScenario(RunReport run, int field) =>
        run.Options.ContainsKey("Scenario.kind") && run.TextOf("Scenario.hosts.manager") is null
            && run is { Workers.Count: > 0, IdleWorkers: null, Faults.Count: 0 }
            && run.Workers.All(worker => worker.Committed > 0)
            ? $"{field}"
            : null;

    private static string Milliseconds(double time) => FormattableString.Invariant($"{time:0.###}ms");
}
