using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Benchmark.Verbs.Runs;
using AElf.Benchmark.Verbs.Scenarios;
using AElf.Benchmark.Verbs.Studies;

namespace AElf.Benchmark.Verbs.Compare;

/// <summary>Reads the sides of a comparison.</summary>
/// <param name="runs">Turns values into options of runs.</param>
/// <param name="scenario">The scenario that starts the processes; null for runs of one process.</param>
/// <param name="shared">Words that both sides share.</param>
/// <param name="program">File of this program.</param>
/// <param name="problems">Collects the errors.</param>
internal sealed class ComparedSides(
    RunArguments runs,
    string? scenario,
    IReadOnlyList<string> shared,
    string program,
    List<ValidationError> problems)
{
    private const string ThisBuild = "this build";
    private const string Expected =
        "expected the folder of dotnet publish -o, a single file aelf-bench, or NAME=VALUE such as \"lanes=8\"";

    // The dll comes first: the executable may find another .NET than that of this process.
    private static readonly string[] Measuring =
        ["aelf-bench.dll", "AElf.Benchmark.dll", "aelf-bench", "AElf.Benchmark"];

    private readonly string[] words =
        [.. scenario is null ? [] : (string[])[ScenarioCommandLine.Verb, scenario], .. shared];

    /// <summary>Reads a side from its option; null for this build without further options.</summary>
    public StudyArm Read(Setting setting, string? what)
    {
        if (what is null)
        {
            return new StudyArm(ThisBuild, program, words);
        }

        if (Path.Exists(what))
        {
            return Build(setting, what);
        }

        string[][] values =
            [.. what.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(value => value.Split('=', 2))];
        if (!Array.TrueForAll(values, value => value is [{ Length: > 0 }, _]))
        {
            problems.Add(ValidationError.Error(
                setting.Option!,
                $"{Quoted.Text(what)} is neither a build nor options",
                Expected));
            values = [];
        }

        var pairs = values.Select(value => KeyValuePair.Create(value[0], value[1])).ToList();
        var typed = runs.Typed(scenario, pairs, unlessIn: []);
        var ofBoth = typed.Except(runs.Typed(scenario, pairs, unlessIn: shared), StringComparer.Ordinal);
        foreach (var option in ofBoth.Where(word => word.StartsWith('-')))
        {
            var other = setting == CompareSettings.Candidate ? CompareSettings.Baseline : CompareSettings.Candidate;
            problems.Add(ValidationError.Error(
                setting.Option!,
                $"sets {option}, which is also given for both sides",
                $"put the other value into {other.Option}, such as {other.Option} \"{option.TrimStart('-')}=VALUE\""));
        }

        return new StudyArm($"{ThisBuild} with {what}", program, [.. words, .. typed]);
    }

    private StudyArm Build(Setting setting, string path)
    {
        var whole = Path.GetFullPath(path);
        var isFolder = Directory.Exists(whole);
        if ((isFolder ? ProgramIn(whole) : IsMeasuring(whole) ? whole : null) is { } build)
        {
            return new StudyArm($"the build {(isFolder ? "in " : "")}{path}", build, words);
        }

        problems.Add(ValidationError.Error(
            setting.Option!,
            isFolder ? $"{Quoted.Text(path)} contains no benchmark program: neither aelf-bench nor AElf.Benchmark"
                : $"{Quoted.Text(path)} is not a benchmark program",
            Expected));
        return new StudyArm(path, whole, words);
    }

    /// <summary>
    /// The program with the name of this program, otherwise another benchmark program; null without any.
    /// </summary>
    private string? ProgramIn(string folder) =>
        new[] { Path.GetFileName(program) }.Concat(Measuring)
            .Select(name => Path.Combine(folder, name)).FirstOrDefault(File.Exists);

    // The name may end with a version. Other files with such a name are not executable.
    private bool IsMeasuring(string file)
    {
        const UnixFileMode Executable =
            UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
        var name = Path.GetFileName(file);
        var isNamed = Measuring.Append(Path.GetFileName(program))
            .Any(known => name.StartsWith(known, StringComparison.Ordinal));
        return isNamed
            && (name.EndsWith(".dll", StringComparison.Ordinal)
                || (File.GetUnixFileMode(file) & Executable) != UnixFileMode.None);
    }
}
