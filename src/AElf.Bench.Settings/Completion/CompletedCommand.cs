using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Bench.Settings.Completion;

/// <summary>A word that completion offers, with its purpose.</summary>
public sealed record CompletedWord(string Word, string Purpose = "");

/// <summary>The words and paths that completion offers.</summary>
/// <param name="Paths">The kind of path: <c>file</c>, <c>directory</c>, or empty for none.</param>
public sealed record CompletedWords(string Paths, IReadOnlyList<CompletedWord> Words);

/// <summary>A command that shells complete.</summary>
/// <param name="Path">The words of the command, each after a space.</param>
/// <param name="Program">The description with its options.</param>
public sealed record CompletedCommand(string Path, ProgramDescription Program)
{
    /// <summary>
    /// Words of its usage that are not options: the words in lower case and, for <c>SCENARIO</c>, the kinds of
    /// scenarios.
    /// </summary>
    public IReadOnlyList<string> Names { get; init; } = [.. Positional(Program).SelectMany(
        word => word is "SCENARIO" ? ScenarioSettings.Kinds : word.All(char.IsAsciiLetterLower) ? [word] : [])];

    /// <summary>The words to offer after a call.</summary>
    /// <param name="words">The words of the call after the program's name.</param>
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

    /// <summary>The words to offer after an option with a value, or after another word, of this command.</summary>
    public CompletedWords After(string? word) =>
        Program.AllSettings.FirstOrDefault(each => each.Setting.ValueCount > 0
            && each.Setting.OptionNames.Contains(word, StringComparer.Ordinal)).Setting is { } setting
            ? ValuesOf(setting)
            : new(
                Positional(Program).Any(each => each is "FILE" or "SCENARIO" or "REPORT.json") ? "file" : "",
                [
                    .. Program.Verbs.Select(verb => new CompletedWord(verb.Name, verb.Purpose)),
                    .. Names.Select(name => new CompletedWord(name)),
                    .. Program.AllSettings.SelectMany(each => each.Setting.OptionNames.Select(
                        name => new CompletedWord(name, HelpText.Describe(each.Setting, each.Program)))),
                    .. ProgramDescription.OptionsOfAll.Select(each => new CompletedWord(each.Name, each.Purpose)),
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

    private static IEnumerable<string> Positional(ProgramDescription program) => program.Usage.Split("--")[0]
        .Split([' ', '|', '[', ']'], StringSplitOptions.RemoveEmptyEntries)
        .TakeWhile(word => word is not "options");
}
