using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs.Rules;

namespace AElf.Bench.Harness.Verification;

/// <summary>
/// Draws the load of a report again from its options, and compares sizes, shape, checksum and all facts with the
/// report.
/// </summary>
/// <param name="workload">The workload of the report.</param>
internal sealed class LoadCheck(IWorkloadType workload)
{
    private const string Name = "load";

    // Variants with the group count of the report differ only in their skew, and a call has few skews.
    private const int MaxVariants = 4;

    // Another version may draw another load from the same options, but with the requested size and form.
    private static readonly string[] Requested =
    [
        "transfers", "raw.facts.mode", "raw.facts.load", "raw.facts.skew", "raw.facts.keySize", "raw.facts.valueSize",
    ];

    /// <summary>Broken if the report has another load than its options; a caution if the load was not drawn.</summary>
    public Guard Of(RunReport run)
    {
        var checksum = run.Facts.GetValueOrDefault(LoadFacts.Checksum).Text;
        if (checksum is not null && (checksum.Length != 8 || !checksum.All(char.IsAsciiHexDigitLower)))
        {
            return new(Name, GuardState.Broken, $"the checksum {Quoted.Text(checksum)} is not 8 hexadecimal digits");
        }

        var settings = SettingsOf(run);
        return (settings.Problems, workload.WhyNotDrawn(settings)) switch
        {
            _ when !run.Workload.Name.Equals(workload.Name, StringComparison.Ordinal) =>
                NotDrawn($"this program draws loads of {workload.Name}"),
            _ when run.Options.Count == 0 => NotDrawn("the report has no options"),

            // A manager gets the file of a load, but not its name.
            _ when run.Workers.Count > 0 && run.Facts.GetValueOrDefault(LoadFacts.Shape).Text is LoadFacts.File =>
                NotDrawn("it is from a file"),
            ([var problem, ..], _) =>
                new(Name, GuardState.Broken, $"invalid option {problem.What}: {problem.Problem}"),
            (_, { } reason) => NotDrawn(reason),
            _ => Compare(run, settings),
        };
    }

    private static Guard NotDrawn(string reason) => new(Name, GuardState.Caution, $"load not drawn again: {reason}");

    private Guard Compare(RunReport run, ResolvedSettings settings)
    {
        var requested = workload.Variants(settings).OrderBy(variant => !IsOf(run, variant)).Take(MaxVariants);
        List<CheckedField> differences = [];
        foreach (var variant in requested)
        {
            List<CheckedField> found = [.. DifferencesFrom(run, settings.With(variant))];
            if (found.Count == 0)
            {
                return new(Name, GuardState.Ok, "the load drawn again from the options is the load of the report");
            }

            differences = differences.Count > 0 ? differences : found;
        }

        var version = run.Environment.Version;
        var first = RunVerification.IsOfThisBuild(run)
            ? differences.FirstOrDefault()
            : differences.Find(field => Requested.Contains(field.Path, StringComparer.Ordinal));
        return (first, differences.Count) switch
        {
            (not null, _) => new(
                Name,
                GuardState.Broken,
                $"{first.Path} is {first.Given ?? "missing"}, and {first.Derived ?? "missing"} in the load drawn again "
                    + "from the options"),
            (_, 0) => NotDrawn("the options describe no load"),
            _ => NotDrawn(
                $"the report is of version {version}, and version {RunVerification.Build} draws another load from "
                    + "its options"),
        };
    }

    // The variant with the group count of the report is drawn first: a range may have thousands of counts.
    private static bool IsOf(RunReport run, IReadOnlyDictionary<Setting, object> variant) =>
        variant.Values.OfType<CountRange>().All(groups => groups.From == run.Units);

    private IEnumerable<CheckedField> DifferencesFrom(RunReport run, ResolvedSettings settings)
    {
        var (drawn, weight) = workload.Load(settings).Describe() ?? throw new InvalidOperationException(
            $"the workload {workload.Name} draws loads, and does not describe them");
        var raw = run.Raw!;
        return CheckedField.Compare(
            Element(new(run.Workload, run.BlockWeight, new(raw.CriticalSteps, raw.CriticalItem, raw.Facts))),
            Element(new(drawn, weight, new(drawn.CriticalSteps, drawn.CriticalItem, Fact.Named(drawn.Facts)))))
            .Where(field => !field.IsSame);
    }

    private static JsonElement Element(DrawnLoad load) =>
        JsonSerializer.SerializeToElement(load, VerificationJson.Default.DrawnLoad);

    private ResolvedSettings SettingsOf(RunReport run)
    {
        Setting[] known = [.. workload.Table, CommonSettings.Seed, .. ActorSettings.All, .. MeasureSettings.All];
        var layers =
            from setting in known
            where setting.SecretFile is null && run.TextOf(setting.Name) is not null
            let used = run.Options[setting.Name]
            where !used.IsDefault || !string.Equals(used.Text, setting.Default, StringComparison.Ordinal)
            group (setting, used.Text) by SourceOf(used) into source
            select LayerOf(source.Key, source);
        return new ResolvedSettings([.. layers]);
    }

    private static SettingLayer LayerOf(SettingSource source, IEnumerable<(Setting Setting, string Text)> texts)
    {
        var layer = new SettingLayer(source);
        foreach (var (setting, text) in texts)
        {
            layer.Add(setting, setting.Name, text);
        }

        return layer;
    }

    private static SettingSource SourceOf(UsedSetting used) => used.Source switch
    {
        "command line" => SettingSource.CommandLine,
        var word when Enum.TryParse<SettingSource>(word, ignoreCase: true, out var source) => source,
        _ => SettingSource.Submission,
    };
}

/// <summary>The fields of a report that depend only on its load.</summary>
internal sealed record DrawnLoad(WorkloadDescription Workload, long Transfers, DrawnLoad.RawFields Raw)
{
    internal sealed record RawFields(
        int? CriticalSteps, string? CriticalItem, IReadOnlyDictionary<string, FactValue> Facts);
}
