namespace AElf.Bench.Core.Options;

/// <summary>The processes a HOCON file is for.</summary>
public enum ProcessRole
{
    /// <summary>The benchmark: <c>single.hocon</c>, in a cluster <c>master.hocon</c>.</summary>
    Benchmark,

    /// <summary>A worker: <c>worker.hocon</c>.</summary>
    Worker,

    /// <summary>The manager: <c>manager.hocon</c>.</summary>
    Manager,
}

/// <summary>Where a value came from; a later source wins.</summary>
public enum SettingSource
{
    /// <summary>The option record's own default.</summary>
    Default,

    /// <summary>A <c>.json</c> or <c>.hocon</c> file of the configuration folder.</summary>
    File,

    /// <summary>An environment variable.</summary>
    Environment,

    /// <summary>The scenario that is run.</summary>
    Scenario,

    /// <summary>The command line.</summary>
    CommandLine,
}

/// <summary>The JSON files of the configuration folder.</summary>
public enum SettingFile
{
    /// <summary>In no JSON file.</summary>
    None,

    /// <summary><c>database.json</c>.</summary>
    Database,

    /// <summary><c>actor.json</c>.</summary>
    Actor,
}

/// <summary>One thing that can be set: its names in every source, its rule and its default.</summary>
/// <param name="Name">Its name in reports: section, dot, key.</param>
/// <param name="Rule">What is accepted.</param>
/// <param name="Default">The default's text; null when it is unset.</param>
/// <param name="Purpose">What it is for, for <c>--help</c>.</param>
public sealed record Setting(string Name, ValueRule Rule, string? Default, string Purpose)
{
    /// <summary>The option of the command line, such as <c>--actors</c>; null when it has none.</summary>
    public string? Option { get; init; }

    /// <summary>The option's spellings, the one for messages first; empty when it has none.</summary>
    public IReadOnlyList<string> OptionNames => Option?.Split(", ") ?? [];

    /// <summary>What would be right for an option that takes more than the rule's one value; null leaves it to the rule.</summary>
    public string? OptionRight { get; init; }

    /// <summary>Defaults of the programs that do not have <see cref="Default"/>.</summary>
    public IReadOnlyDictionary<ProcessRole, string> Defaults { get; init; } = new Dictionary<ProcessRole, string>();

    /// <summary>What it is for in the programs where <see cref="Purpose"/> does not say it.</summary>
    public IReadOnlyDictionary<ProcessRole, string> Purposes { get; init; } = new Dictionary<ProcessRole, string>();

    /// <summary>What stands for the value in <c>--help</c>; empty for a switch.</summary>
    public string Placeholder { get; init; } = "";

    /// <summary>The JSON file it may stand in, as <see cref="Key"/>.</summary>
    public SettingFile File { get; init; }

    /// <summary>The dotted path in a HOCON file; null when HOCON cannot carry it.</summary>
    public string? HoconPath { get; init; }

    /// <summary>The section: the part of <see cref="Name"/> before the dot.</summary>
    public string Section => Name[..Name.IndexOf('.', StringComparison.Ordinal)];

    /// <summary>The key in the JSON file: the part of <see cref="Name"/> after the dot.</summary>
    public string Key => Name[(Name.IndexOf('.', StringComparison.Ordinal) + 1)..];

    /// <summary>The environment variable, such as <c>AELF_DATABASE_HOST</c>; null for what stands in no JSON file.</summary>
    public string? EnvironmentName => File == SettingFile.None ? null : $"AELF_{Section}_{Key}".ToUpperInvariant();

    /// <summary>The default in this program; null when it is unset.</summary>
    public string? DefaultFor(ProcessRole role) => Defaults.GetValueOrDefault(role) ?? Default;

    /// <summary>What it is for in this program.</summary>
    public string PurposeFor(ProcessRole role) => Purposes.GetValueOrDefault(role) ?? Purpose;
}
