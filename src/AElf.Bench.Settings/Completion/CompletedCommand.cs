using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Bench.Settings.Completion;

/// <summary>The kind of value that a shell completes.</summary>
public enum CompletedValue
{
    /// <summary>A value that is not known beforehand.</summary>
    Anything,

    File,
    Folder,

    /// <summary>One of a few words.</summary>
    Words,
}

/// <summary>A word that may be typed next, with its purpose.</summary>
public sealed record CompletedWord(string Word, string Purpose);

/// <summary>What may follow an option.</summary>
/// <param name="Words">The words, with spaces between; empty for other kinds.</param>
public readonly record struct CompletedArgument(CompletedValue Kind, string Words);

/// <summary>A completed command, with its options from its description.</summary>
/// <param name="Path">The words that lead to it, each with a space before.</param>
/// <param name="Program">Its description; null when it takes names alone.</param>
/// <param name="Further">Whose options it takes too.</param>
public sealed record CompletedCommand(
    string Path, ProgramDescription? Program, params IReadOnlyList<ProgramDescription> Further)
{
    private static readonly CompletedWord[] OfAll =
        [new("--help", "options and examples"), new("--version", "name and version")];

    /// <summary>
    /// Words of its usage that are not options: those in small letters, and the kinds that <c>SCENARIO</c> stands for.
    /// </summary>
    public IReadOnlyList<string> Names { get; init; } = Program is null ? [] : [.. WordsOf(Program.Usage)];

    /// <summary>Whether a file may be named.</summary>
    public bool TakesFile => Program is not null
        && Positional(Program.Usage).Any(word => word is "FILE" or "SCENARIO" or "REPORT.json");

    public IEnumerable<CompletedWord> Verbs =>
        Program?.Verbs.Select(verb => new CompletedWord(verb.Name, verb.Purpose)) ?? [];

    /// <summary>The settings it has an option for.</summary>
    public IEnumerable<(Setting Setting, Programs Program)> Settings =>
        Program is null ? [] : new[] { Program }.Concat(Further)
            .SelectMany(program => program.Settings.Select(setting => (setting, program.Program)))
            .DistinctBy(each => each.setting.Option, StringComparer.Ordinal);

    /// <summary>Its options, those of all programs last.</summary>
    public IEnumerable<CompletedWord> Options =>
        Program is null ? [] : Settings.SelectMany(each => each.Setting.OptionNames.Select(
            name => new CompletedWord(name, HelpText.Describe(each.Setting, each.Program)))).Concat(OfAll);

    /// <summary>What may follow each of its options that takes a value.</summary>
    public IEnumerable<(string Option, CompletedArgument Argument)> Arguments =>
        from each in Settings
        where each.Setting.ValueCount > 0
        from name in each.Setting.OptionNames
        select (name, ArgumentOf(each.Setting));

    private static CompletedArgument ArgumentOf(Setting setting)
    {
        string[] words = [.. setting.Rule.Words, .. new[] { setting.Implies?.Value }.OfType<string>()];
        return words.Length > 0 ? new(CompletedValue.Words, string.Join(' ', words))
            : new(setting.Syntax!.Split(' ')[^1] switch
            {
                "FILE" => CompletedValue.File,
                "DIR" or "FOLDER" => CompletedValue.Folder,
                _ => CompletedValue.Anything,
            }, "");
    }

    private static IEnumerable<string> WordsOf(string usage) => Positional(usage).SelectMany(
        word => word is "SCENARIO" ? ScenarioSettings.Kinds : word.All(char.IsAsciiLetterLower) ? [word] : []);

    private static IEnumerable<string> Positional(string usage) => usage.Split("--")[0]
        .Split([' ', '|', '[', ']'], StringSplitOptions.RemoveEmptyEntries)
        .TakeWhile(word => word is not "options");
}
