using System.Reflection;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>A group of options in <c>--help</c>.</summary>
/// <param name="Topics">The topics of the options, in order.</param>
public sealed record HelpSection(string Title, params Topic[] Topics);

/// <summary>An example call in <c>--help</c>.</summary>
/// <param name="Arguments">The arguments after the program's name.</param>
public sealed record HelpExample(string Purpose, string Arguments);

/// <summary>A first word that selects another action with its own options.</summary>
public record HelpVerb(string Name, string Arguments, string Purpose);

/// <summary>The options and the help of a program, or of one of its verbs.</summary>
public sealed class ProgramDescription
{
    /// <summary>Options that every program and verb accepts; the syntax is as the help shows it.</summary>
    public static readonly IReadOnlyList<(string Name, string Syntax, string Purpose)> OptionsOfAll =
    [
        ("--help", "--help [all|WORD ...]", "common options, all, or those whose lines contain every word"),
        ("--version", "--version", "name and version"),
    ];

    /// <summary>The verb these options belong to; null for the program itself.</summary>
    public string? Verb { get; init; }

    /// <summary>Selects the options, the defaults and the HOCON file.</summary>
    public Programs Program { get; init; } = Programs.Verb;

    /// <summary>All settings, including the workload's.</summary>
    public IReadOnlyList<Setting> Table { get; init; } = [];

    /// <summary>Its purpose, in one sentence.</summary>
    public required string Purpose { get; init; }

    /// <summary>The arguments, in short.</summary>
    public string Usage { get; init; } = "[options]";

    public IReadOnlyList<HelpSection> Sections { get; init; } = [];

    /// <summary>The options that the short help explains; if empty, it lists the names of all options.</summary>
    public IReadOnlyList<Setting> Everyday { get; init; } = [];

    /// <summary>Example calls. The short help shows the first two.</summary>
    public required IReadOnlyList<HelpExample> Examples { get; init; }

    /// <summary>Further text, before the examples.</summary>
    public string Notes { get; init; } = "";

    /// <summary>An option with its value, as an example after an unknown word; null without options.</summary>
    public string? ExampleOption { get; init; }

    /// <summary>The first word of a call, which names the workload; null for none.</summary>
    public string? Word { get; init; }

    /// <summary>Whether one word without an option is accepted as a name.</summary>
    public bool TakesName { get; init; }

    public IReadOnlyList<HelpVerb> Verbs { get; init; } = [];

    /// <summary>The programs whose options the verb also accepts, for its runs.</summary>
    public IReadOnlyList<ProgramDescription> OfRuns { get; init; } = [];

    /// <summary>The last line of a refused call.</summary>
    public string Refusal { get; init; } = "Nothing was started.";

    /// <summary>The words that call it in a shell, including the verb.</summary>
    public string Call => string.Join(' ', [.. OwnProgram.CallOf(Program), .. new[] { Word, Verb }.OfType<string>()]);

    /// <summary>The call that lists all options, for advice.</summary>
    public string HelpOfOptions => $"{Call} --help all lists the options";

    /// <summary>Name and version of the program, one line.</summary>
    public string Version
    {
        get
        {
            var version = typeof(ProgramDescription).Assembly
                .GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;
            return $"{OwnProgram.NameOf(Program)} {version?.Split('+')[0] ?? "0"}";
        }
    }

    /// <summary>The settings the command line may set.</summary>
    public IEnumerable<Setting> Settings => Table.Where(setting => setting.IsOptionOf(Program));

    /// <summary>The settings that a call may set, including those of its runs, each with its program.</summary>
    public IEnumerable<(Setting Setting, Programs Program)> AllSettings => OfRuns.Prepend(this)
        .SelectMany(program => program.Settings.Select(setting => (setting, program.Program)))
        .DistinctBy(each => each.setting.Option, StringComparer.Ordinal);

    /// <summary>All its options, as typed.</summary>
    public IReadOnlyList<string> Known =>
    [
        .. Settings.SelectMany(setting => setting.OptionNames.Concat(setting.OtherNames)),
        .. OptionsOfAll.Select(each => each.Name),
    ];

    /// <summary>
    /// The option that has a word as its value, such as <c>--mode multi</c>; null without one, and with several.
    /// </summary>
    public string? OptionOf(string word) => Settings.Where(setting => setting.Rule is ChoiceRule)
        .SelectMany(setting => setting.Rule.Words, (setting, value) => (setting.Option, Value: value))
        .Where(each => each.Value.Equals(word, StringComparison.OrdinalIgnoreCase))
        .ToArray() is [var (option, value)] ? $"{option} {value}" : null;

    /// <summary>The settings of a topic that the command line may set.</summary>
    public IEnumerable<Setting> OptionsAbout(Topic topic) => Settings.Where(setting => setting.Topic == topic);
}
