using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Bench.Settings.Completion;

/// <summary>A word that may be typed next, with its purpose.</summary>
public sealed record CompletedWord(string Word, string Purpose = "");

/// <summary>What may be typed next.</summary>
/// <param name="Paths">The kind of path: <c>file</c>, <c>directory</c>, or empty for none.</param>
public sealed record CompletedWords(string Paths, IReadOnlyList<CompletedWord> Words);

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
    public IReadOnlyList<string> Names { get; init; } = [.. Positional(Program).SelectMany(
        word => word is "SCENARIO" ? ScenarioSettings.Kinds : word.All(char.IsAsciiLetterLower) ? [word] : [])];

    private IEnumerable<(Setting Setting, Programs Program)> Settings =>
        new[] { Program }.Concat(Further).OfType<ProgramDescription>()
            .SelectMany(program => program.Settings.Select(setting => (setting, program.Program)))
            .DistinctBy(each => each.setting.Option, StringComparer.Ordinal);

    /// <summary>What may be typed after the words of a call, which begin behind the program's own name.</summary>
    public static CompletedWords After(IEnumerable<CompletedCommand> commands, IReadOnlyList<string> words)
    {
        var known = commands.ToDictionary(command => command.Path, StringComparer.Ordinal);
        var at = "";
        foreach (var word in words.TakeWhile(word => known.ContainsKey($"{at} {word}")))
        {
            at += $" {word}";
        }

        return known[at].After(words is [.., var last] ? last : null);
    }

    /// <summary>What may be typed after a word of this command, which is an option with a value or any other.</summary>
    public CompletedWords After(string? word) =>
        Settings.FirstOrDefault(each => each.Setting.ValueCount > 0
            && each.Setting.OptionNames.Contains(word, StringComparer.Ordinal)).Setting is { } setting
            ? ValuesOf(setting)
            : new(
                Positional(Program).Any(each => each is "FILE" or "SCENARIO" or "REPORT.json") ? "file" : "",
                [
                    .. Program?.Verbs.Select(verb => new CompletedWord(verb.Name, verb.Purpose)) ?? [],
                    .. Names.Select(name => new CompletedWord(name)),
                    .. Program is null ? [] : Settings.SelectMany(each => each.Setting.OptionNames.Select(
                        name => new CompletedWord(name, HelpText.Describe(each.Setting, each.Program)))).Concat(OfAll),
                ]);

    private static CompletedWords ValuesOf(Setting setting)
    {
        string[] words = [.. setting.Rule.Words, .. new[] { setting.Implies?.Value }.OfType<string>()];
        return new(
            setting.Syntax!.Split(' ')[^1] switch
            {
                "FILE" => "file",
                "WHAT" when words.Length == 0 => "file",
                "DIR" or "FOLDER" => "directory",
                _ => "",
            },
            Array.ConvertAll(words, word => new CompletedWord(word)));
    }

    private static IEnumerable<string> Positional(ProgramDescription? program) => (program?.Usage ?? "").Split("--")[0]
        .Split([' ', '|', '[', ']'], StringSplitOptions.RemoveEmptyEntries)
        .TakeWhile(word => word is not "options");
}
