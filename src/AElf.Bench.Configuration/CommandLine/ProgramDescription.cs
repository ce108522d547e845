using System.Reflection;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration.CommandLine;

/// <summary>Options that stand together in <c>--help</c>.</summary>
/// <param name="Title">The heading.</param>
/// <param name="Settings">What the options set, in their order.</param>
public sealed record HelpSection(string Title, IReadOnlyList<Setting> Settings);

/// <summary>A call <c>--help</c> shows.</summary>
/// <param name="Purpose">What it does.</param>
/// <param name="Arguments">What is typed after the program's name.</param>
public sealed record HelpExample(string Purpose, string Arguments);

/// <summary>A first word that makes the program do something else, with options of its own.</summary>
/// <param name="Name">The word.</param>
/// <param name="Arguments">What follows it.</param>
/// <param name="Purpose">What it is for.</param>
public sealed record HelpVerb(string Name, string Arguments, string Purpose);

/// <summary>What one program takes from its command line and says of itself.</summary>
public sealed record ProgramDescription
{
    private static readonly string[] OptionsOfAll = ["--config", "--help", "--version"];

    /// <summary>The program's assembly, which carries its name and version.</summary>
    public required Assembly Assembly { get; init; }

    /// <summary>Which HOCON file and which defaults it reads.</summary>
    public required ProcessRole Role { get; init; }

    /// <summary>What it is for, one sentence.</summary>
    public required string Purpose { get; init; }

    /// <summary>The options it takes, under their headings.</summary>
    public required IReadOnlyList<HelpSection> Sections { get; init; }

    /// <summary>Calls worth showing.</summary>
    public required IReadOnlyList<HelpExample> Examples { get; init; }

    /// <summary>An option with its value, for who typed a word that belongs to none.</summary>
    public required string ExampleOption { get; init; }

    /// <summary>Values that are typed without their option now and then, with the option they belong to.</summary>
    public IReadOnlyDictionary<string, string> BareValues { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>First words that make it do something else.</summary>
    public IReadOnlyList<HelpVerb> Verbs { get; init; } = [];

    /// <summary>The program's name.</summary>
    public string Name => Assembly.GetName().Name!;

    /// <summary>Name and version, one line.</summary>
    public string Version => $"{Name} {Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0] ?? "0"}";

    /// <summary>The settings the command line may set.</summary>
    public IEnumerable<Setting> Settings => Sections.SelectMany(section => section.Settings);

    /// <summary>Every option the program knows, as typed.</summary>
    public IReadOnlyList<string> Known => [.. Settings.SelectMany(setting => setting.OptionNames).Concat(OptionsOfAll).Distinct(StringComparer.Ordinal)];

    /// <summary>Whether the option stands alone, without a value.</summary>
    public bool IsSwitch(string option) =>
        option is "--help" or "--version"
            || Settings.Any(setting => setting.Placeholder.Length == 0 && setting.OptionNames.Contains(option, StringComparer.Ordinal));
}
