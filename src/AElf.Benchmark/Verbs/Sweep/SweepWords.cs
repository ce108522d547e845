using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Benchmark.Verbs.Scenarios;

namespace AElf.Benchmark.Verbs.Sweep;

/// <summary>Reads the scenario or file of a sweep, and its axes.</summary>
/// <param name="verb">The verb, for messages.</param>
/// <param name="isSearch">Whether the verb searches for the best points.</param>
/// <param name="problems">Receives the problems.</param>
internal sealed class SweepWords(string verb, bool isSearch, List<ValidationError> problems)
{
    /// <summary>The sweep; null after a problem.</summary>
    /// <param name="head">The words.</param>
    /// <param name="programDirectory">The folder with the shipped <c>config</c> folder.</param>
    /// <param name="limit">The limit of the latency in a search for the highest rate; otherwise null.</param>
    public SweepDefinition? Define(List<string> head, string programDirectory, FigureBound? limit)
    {
        var axes = head.Where(word => word.Contains('=', StringComparison.Ordinal)).ToList();
        var names = head.Except(axes, StringComparer.Ordinal).ToList();
        if (names.Count > 1)
        {
            problems.Add(ValidationError.Error(
                verb,
                $"{string.Join(" and ", names.Select(Quoted.Text))} are {names.Count} names",
                "give one scenario or one file, and axes as NAME=VALUES"));
            return null;
        }

        if (!isSearch && names is [var name] && FileOf(name, programDirectory) is { } file)
        {
            return ReadFile(file, axes);
        }

        if (limit is not null)
        {
            return DefineLimit(axes, names.FirstOrDefault(), limit);
        }

        var read = axes.ConvertAll(text => (Text: text, Axis: SweepAxis.Parse(text)));
        problems.AddRange(read.Where(each => each.Axis is null).Select(each =>
            ValidationError.Invalid(verb, Quoted.Text(each.Text), SweepAxis.Expected)));
        problems.AddRange(read.GroupBy(each => each.Axis?.Name, StringComparer.Ordinal)
            .Where(same => same.Key is not null && same.Count() > 1)
            .Select(same => ValidationError.Error(verb, $"{same.Key} is given twice", "give each axis once")));
        if (axes.Count == 0)
        {
            problems.Add(ValidationError.Error(
                verb,
                "nothing to vary",
                $"name an axis, such as actors=1,2,4,8{(isSearch ? "" : ", or a file of config/sweeps")}"));
        }

        var varied = string.Join(" × ", read.Select(each => each.Axis?.Name));
        return problems.Count > 0
            ? null
            : Over(
                $"{(isSearch ? "Optimum" : "Sweep")} over {varied}",
                names.FirstOrDefault(),
                read.ConvertAll(each => each.Axis!));
    }

    private static SweepDefinition Over(string title, string? scenario, IReadOnlyList<SweepAxis> axes) => new(
        scenario is null ? title : $"{title}, scenario {scenario}",
        Source: null,
        scenario,
        [],
        SweepAxis.Combine(axes));

    /// <summary>The search for the highest rate in a range.</summary>
    private SweepDefinition? DefineLimit(List<string> axes, string? scenario, FigureBound limit)
    {
        if (axes is [var only] && RateRange.Parse(only) is { } rates)
        {
            return Over($"Highest rate with {limit}", scenario, [rates]);
        }

        problems.Add(ValidationError.Error(
            SweepSettings.Limit.Option!,
            axes.Count == 0 ? "no rates to search" : $"{Quoted.Text(string.Join(' ', axes))} is not a range of rates",
            $"expected {RateRange.Expected}"));
        return null;
    }

    private SweepDefinition? ReadFile(string file, List<string> axes)
    {
        if (axes.Count > 0)
        {
            problems.Add(ValidationError.Error(
                verb, $"{Quoted.Text(axes[0])} cannot be combined with a file of points", "remove one of the two"));
            return null;
        }

        try
        {
            return SweepFile.Read(file);
        }
        catch (ConfigurationFormatException exception)
        {
            problems.Add(exception.Problem);
            return null;
        }
    }

    private static string? FileOf(string name, string programDirectory)
    {
        var shipped = Path.Combine(programDirectory, "config", "sweeps", $"{name}.json");
        if (!name.Contains('/', StringComparison.Ordinal) && File.Exists(shipped))
        {
            return shipped;
        }

        return name.EndsWith(".json", StringComparison.OrdinalIgnoreCase)
            && !Path.GetDirectoryName(Path.GetFullPath(name))!.EndsWith("/scenarios", StringComparison.Ordinal)
            ? name
            : null;
    }
}

/// <summary>Compares engines: <c>--engine all</c> is a sweep over all engines, with one scenario.</summary>
internal static class EngineWords
{
    private const string All = "all";
    private const string DefaultScenario = "cluster";

    /// <summary>The arguments of that sweep; null for a call with one engine.</summary>
    public static string[]? InTurns(string[] args)
    {
        var option = CommonSettings.Engine.Option!;
        string[] call =
        [
            .. args.SelectMany(word => word.Equals($"{option}={All}", StringComparison.Ordinal)
                ? [option, All]
                : new[] { word }),
        ];
        var at = Array.IndexOf(call, option);
        if (at < 0 || call.ElementAtOrDefault(at + 1) is not All
            || call[0] is not ScenarioCommandLine.Verb and not ['-', ..])
        {
            return null;
        }

        string[] rest = [.. call[..at], .. call[(at + 2)..]];
        var (scenario, options) = rest is [ScenarioCommandLine.Verb, var name, .. var more]
            ? (name, more)
            : (DefaultScenario, rest);
        return [scenario, $"engine={string.Join(',', CommonSettings.Engine.Rule.Words)}", .. options];
    }
}
