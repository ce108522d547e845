using System.Reflection;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>Options that stand together in <c>--help</c>.</summary>
/// <param name="Topics">The topics of the options, in order.</param>
public sealed record HelpSection(string Title, params Topic[] Topics);

/// <summary>A call <c>--help</c> shows.</summary>
/// <param name="Arguments">The arguments after the program's name.</param>
public sealed record HelpExample(string Purpose, string Arguments);

/// <summary>A first word that selects another action with its own options.</summary>
/// <param name="Arguments">What follows it.</param>
public sealed record HelpVerb(string Name, string Arguments, string Purpose);

/// <summary>What one program, or a verb of it, takes from its command line and says of itself.</summary>
public sealed class ProgramDescription
{
    private static readonly string[] OptionsOfAll = ["--help", "--version"];

    /// <summary>The program's assembly, which carries its name and version.</summary>
    public required Assembly Assembly { get; init; }

    /// <summary>The verb these options belong to; null for the program itself.</summary>
    public string? Verb { get; init; }

    /// <summary>Which program or verb it is: its options, defaults and HOCON file.</summary>
    public Programs Program { get; init; } = Programs.Verb;

    /// <summary>Every setting there is, its workload's included.</summary>
    public required IReadOnlyList<Setting> Table { get; init; }

    /// <summary>Its purpose, in one sentence.</summary>
    public required string Purpose { get; init; }

    /// <summary>The arguments, in short.</summary>
    public string Usage { get; init; } = "[options]";

    /// <summary>The headings its options stand under.</summary>
    public required IReadOnlyList<HelpSection> Sections { get; init; }

    /// <summary>The options that a screen of help explains; empty where it names all.</summary>
    public IReadOnlyList<Setting> Everyday { get; init; } = [];

    /// <summary>Calls worth showing, the first two on a screen of help.</summary>
    public required IReadOnlyList<HelpExample> Examples { get; init; }

    /// <summary>Further text, before the examples.</summary>
    public string Notes { get; init; } = "";

    /// <summary>An option with its value, as an example after an unknown word.</summary>
    public required string ExampleOption { get; init; }

    /// <summary>The first word of a call, which names the workload; null for none.</summary>
    public string? Word { get; init; }

    /// <summary>Whether one word that belongs to no option is a name.</summary>
    public bool TakesName { get; init; }

    /// <summary>Values that are typed without their option now and then, with the option they belong to.</summary>
    public IReadOnlyDictionary<string, string> BareValues { get; init; } =
        new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>First words that make the program do something else.</summary>
    public IReadOnlyList<HelpVerb> Verbs { get; init; } = [];

    /// <summary>The program's or the verb's name.</summary>
    public string Name => Verb ?? Assembly.GetName().Name!;

    /// <summary>The words that call it in a shell, its verb included.</summary>
    public string Call =>
        string.Join(' ', [.. OwnProgram.CallOf(Assembly.GetName().Name!), .. new[] { Word, Verb }.OfType<string>()]);

    /// <summary>Name and version of the program, one line.</summary>
    public string Version
    {
        get
        {
            var version = Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;
            return $"{Assembly.GetName().Name} {version?.Split('+')[0] ?? "0"}";
        }
    }

    /// <summary>The settings the command line may set.</summary>
    public IEnumerable<Setting> Settings => Table.Where(setting => setting.IsOptionOf(Program));

    /// <summary>Every option it knows, as typed.</summary>
    public IReadOnlyList<string> Known =>
        [.. Settings.SelectMany(setting => setting.OptionNames.Concat(setting.OtherNames)).Concat(OptionsOfAll)];

    /// <summary>The settings of a topic that the command line may set.</summary>
    public IEnumerable<Setting> OptionsAbout(Topic topic) => Settings.Where(setting => setting.Topic == topic);
}
