using AElf.Bench.Core.Options;

namespace AElf.Benchmark.CommandLine;

/// <summary>Reads what the sides of a comparison are.</summary>
/// <param name="runs">Types options of runs.</param>
/// <param name="scenario">What starts the processes; null for runs of one process.</param>
/// <param name="shared">The words that both sides share.</param>
/// <param name="program">The dll of this program.</param>
/// <param name="problems">Takes what is wrong.</param>
internal sealed class ComparedSides(
    RunWords runs,
    string? scenario,
    IReadOnlyList<string> shared,
    string program,
    List<ValidationError> problems)
{
    private const string ThisBuild = "this build";

    private readonly string[] words =
        [.. scenario is null ? [] : (string[])[ScenarioCommandLine.Verb, scenario], .. shared];

    /// <summary>A side from what was given for it; this build as it is when that is nothing.</summary>
    public ComparedSide Read(Setting setting, string? what)
    {
        if (what is null)
        {
            return new ComparedSide(ThisBuild, program, words);
        }

        if (Directory.Exists(what))
        {
            return BuildIn(setting, what);
        }

        string[][] values =
            [.. what.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(value => value.Split('=', 2))];
        if (!Array.TrueForAll(values, value => value is [{ Length: > 0 }, _]))
        {
            problems.Add(ValidationError.Error(
                setting.Option!,
                $"{Quoted.Text(what)} is neither a folder nor options",
                "expected the folder of dotnet publish -o, or NAME=VALUE such as \"lanes=8\""));
            values = [];
        }

        var typed = runs.Typed(scenario, values.Select(value => KeyValuePair.Create(value[0], value[1])), unlessIn: []);
        return new ComparedSide($"{ThisBuild} with {what}", program, [.. words, .. typed]);
    }

    private ComparedSide BuildIn(Setting setting, string folder)
    {
        var name = Path.GetFileName(program);
        var build = Path.Combine(Path.GetFullPath(folder), name);
        if (!File.Exists(build))
        {
            problems.Add(ValidationError.Error(
                setting.Option!,
                $"{Quoted.Text(folder)} has no {name}",
                "expected the folder of dotnet publish -o, with all three programs"));
        }

        return new ComparedSide($"the build in {folder}", build, words);
    }
}
