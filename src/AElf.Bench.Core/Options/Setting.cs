using System.Reflection;

namespace AElf.Bench.Core.Options;

/// <summary>The programs, and the verbs of the benchmark that share options.</summary>
[Flags]
public enum Programs
{
    /// <summary>None: the setting has no option.</summary>
    None = 0,

    /// <summary>The benchmark: reads <c>single.hocon</c>, in a cluster <c>master.hocon</c>.</summary>
    Benchmark = 1,

    /// <summary>A worker: reads <c>worker.hocon</c>.</summary>
    Worker = 2,

    /// <summary>The manager: reads <c>manager.hocon</c>.</summary>
    Manager = 4,

    /// <summary>The verb <c>scenario</c> of the benchmark, and scenario files.</summary>
    Scenario = 8,

    Top = 16,
    Cancel = 32,

    /// <summary>Any other verb of the benchmark. Its table contains only its own settings.</summary>
    Verb = 64,
    Cleanup = 128,

    /// <summary>The programs that run a workload.</summary>
    Runs = Benchmark | Scenario,

    /// <summary>The long-running programs of a cluster.</summary>
    Cluster = Worker | Manager,

    /// <summary>All three programs, without the verbs.</summary>
    All = Benchmark | Cluster,

    /// <summary>The programs that start or end runs, and therefore know the store and the cluster.</summary>
    Connecting = All | Scenario | Cancel,
}

/// <summary>The source of a value. A later source wins.</summary>
public enum SettingSource
{
    /// <summary>The option record's own default.</summary>
    Default,

    /// <summary>A <c>.json</c> or <c>.hocon</c> file of the configuration folder.</summary>
    File,

    Environment,

    /// <summary>The scenario that is run.</summary>
    Scenario,

    /// <summary>A submitted run, which contains all its settings, also the defaults.</summary>
    Submission,

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

/// <summary>The subject of a setting, which determines its heading in <c>--help</c>.</summary>
public enum Topic
{
    Scenario,
    Sweep,
    Comparison,
    Workload,
    Measurement,
    Actors,
    Store,

    /// <summary>The process itself: its address and its files.</summary>
    Process,

    /// <summary>The manager to join or to submit runs to.</summary>
    Cluster,

    /// <summary>Secret and certificates of a cluster.</summary>
    Security,

    Output,
    Configuration,

    /// <summary>Limits for clients.</summary>
    Limits,
}

/// <summary>When a setting is sent with a run that is submitted to a manager.</summary>
public enum Submission
{
    /// <summary>Never sent: the setting concerns only this process.</summary>
    Never,

    /// <summary>Sent with every submitted run.</summary>
    Always,

    /// <summary>
    /// Sent if it is on the command line. A value of a file or the environment may be for this process only.
    /// </summary>
    WhenTyped,

    /// <summary>
    /// Sent if the benchmark is configured for a store, so that a different store of the manager is noticed.
    /// </summary>
    WithStore,
}

/// <summary>A flag that an option sets in addition to its own setting, or instead of it.</summary>
/// <param name="Value">
/// The value that sets the flag instead of the option's setting; null if any value sets both.
/// </param>
public sealed record OptionEffect(string? Value, Setting<bool> Flag);

/// <summary>
/// The common properties of settings whose names begin with the same section. A copy with other properties adds its
/// settings to the same list.
/// </summary>
/// <param name="Programs">The programs and verbs whose command lines take their options.</param>
public sealed record SettingGroup(string Section, Topic Topic, Programs Programs)
{
    private readonly List<Setting> rows = [];

    /// <summary>The JSON file that may contain the settings.</summary>
    public SettingFile File { get; init; }

    public Submission Submission { get; init; }

    /// <summary>The prefix of the keys in a scenario file; null if scenarios cannot contain the settings.</summary>
    public string? InScenario { get; init; }

    /// <summary>A group of settings of a workload, which scenarios and submitted runs contain.</summary>
    public static SettingGroup OfWorkload() => new("Workload", Topic.Workload, Programs.Runs)
    { Submission = Submission.Always, InScenario = "workload." };

    /// <summary>All rows of its list, in the order of the help.</summary>
    public IReadOnlyList<Setting> All => rows;

    internal void Add(Setting row) => rows.Add(row);

    internal string? ScenarioKeyOf(string key) =>
        InScenario is null ? null : $"{InScenario}{char.ToLowerInvariant(key[0])}{key[1..]}";
}

/// <summary>
/// One row of the table of settings: name, accepted values, default, help and submission. Command lines, files,
/// environment and scenarios follow it. Its rule refuses invalid values. Next: <see cref="ValueRule"/>,
/// <see cref="ResolvedSettings"/>.
/// </summary>
public abstract class Setting
{
    private protected (Programs Program, object? Value)[] OtherDefaults = [];

    private protected Setting(
        SettingGroup group, string key, ValueRule rule, object? value, string purpose, string? syntax)
    {
        (Section, Key, Rule, Purpose, Syntax) = (group.Section, key, rule, purpose, syntax);
        (Topic, Programs, File, Submission) = (group.Topic, group.Programs, group.File, group.Submission);
        ScenarioKey = group.ScenarioKeyOf(key);
        Value = value;
        group.Add(this);
    }

    /// <summary>The section: the part of <see cref="Name"/> before the dot.</summary>
    public string Section { get; }

    /// <summary>The key in the JSON file: the part of <see cref="Name"/> after the dot.</summary>
    public string Key { get; }

    /// <summary>Its name in reports: section, dot, key.</summary>
    public string Name => $"{Section}.{Key}";

    public ValueRule Rule { get; }

    /// <summary>The default; null when it is unset.</summary>
    public object? Value { get; }

    /// <summary>The default's text; null when it is unset.</summary>
    public string? Default => Value is null ? null : Rule.Format(Value);

    /// <summary>The property that holds its value in a class of options, by default its key.</summary>
    public string Property { get => field ?? Key; init; }

    /// <summary>The property in a class of options; null if the class does not have it.</summary>
    public PropertyInfo? PropertyOf(Type options) => options.GetProperty(
        Property, BindingFlags.Instance | BindingFlags.Public | BindingFlags.IgnoreCase);

    /// <summary>Its purpose, for <c>--help</c> and the table in <c>docs/settings.md</c>.</summary>
    public string Purpose { get; }

    /// <summary>
    /// The option as <c>--help</c> shows it: its spellings, separated by commas, then a word for each value (none for a
    /// switch). Null for a setting without an option.
    /// </summary>
    public string? Syntax { get; }

    /// <summary>Spellings of published commands and earlier versions. Only <c>--help all</c> shows them.</summary>
    public IReadOnlyList<string> OtherNames { get; init; } = [];

    public Topic Topic { get; init; }

    /// <summary>The programs and verbs whose command lines take the option.</summary>
    public Programs Programs { get; init; }

    /// <summary>Whether the option may be repeated. Its value is then all values, separated by commas.</summary>
    public bool IsRepeatable { get; init; }

    /// <summary>The expected values of the option, for messages; null for those of the rule.</summary>
    public string? OptionExpects { get; init; }

    /// <summary>Returns advice for an invalid text, or null if it knows none.</summary>
    public Func<string, string?>? Hint { get; init; }

    /// <summary>Expands a text such as a URI to several settings. Returns null for a text that is a value.</summary>
    public Func<string, IEnumerable<(Setting Setting, string Text)>?>? Expand { get; init; }

    /// <summary>The flag that the option sets too; null for none.</summary>
    public OptionEffect? Implies { get; init; }

    /// <summary>The JSON file that may contain it, as <see cref="Key"/>.</summary>
    public SettingFile File { get; }

    /// <summary>The key in a scenario file, with a dot inside objects; null if a scenario cannot contain it.</summary>
    public string? ScenarioKey { get; init; }

    public Submission Submission { get; init; }

    /// <summary>For a secret: the setting that names its file. Null if the value may be shown.</summary>
    public Setting<string?>? SecretFile { get; init; }

    /// <summary>Its purpose in programs where it differs.</summary>
    public (Programs Program, string Text)[] Purposes { private get; init; } = [];

    /// <summary>The option's spellings, first the one for messages; empty without an option.</summary>
    public IReadOnlyList<string> OptionNames => field ??=
        [.. (Syntax ?? "").Split(
            [' ', ','], StringSplitOptions.RemoveEmptyEntries).Where(word => word.StartsWith('-'))];

    /// <summary>The option as messages name it, such as <c>--actors</c>; null when it has none.</summary>
    public string? Option => Syntax is null ? null : OptionNames[0];

    /// <summary>How many values the option takes at most; 0 for a switch.</summary>
    public int ValueCount => Syntax!.Split(' ').Count(word => !word.StartsWith('-'));

    /// <summary>Whether a word is one of the option's names, perhaps with <c>=</c> and a value.</summary>
    public bool IsNamed(string word) =>
        OptionNames.Concat(OtherNames).Contains(word.Split('=')[0], StringComparer.Ordinal);

    /// <summary>
    /// Whether its numbers are sizes, over which a curve is drawn. Ids, seeds and labels are not sizes.
    /// </summary>
    public bool IsSize => Rule is not (LargeNumberRule or PlainTextRule or TextRule<string>);

    /// <summary>Whether it has an environment variable although it is neither in a JSON file nor a secret.</summary>
    public bool IsOfEnvironment { get; init; }

    /// <summary>The environment variable, such as <c>AELF_DATABASE_HOST</c>; null if it has none.</summary>
    public string? EnvironmentName => File == SettingFile.None && SecretFile is null && !IsOfEnvironment
        ? null
        : $"AELF_{Section}_{Key}".ToUpperInvariant();

    /// <summary>The default in this program; null when it is unset.</summary>
    public object? ValueFor(Programs program) =>
        Array.Find(OtherDefaults, each => each.Program == program).Value ?? Value;

    public string PurposeFor(Programs program) =>
        Array.Find(Purposes, each => each.Program == program).Text ?? Purpose;

    public bool IsOptionOf(Programs program) => Syntax is not null && Programs.HasFlag(program);
}

/// <summary>A setting with typed values.</summary>
/// <typeparam name="T">The type of its values; nullable if it may be unset.</typeparam>
/// <param name="value">The default; null when it is unset.</param>
/// <param name="syntax">The option; null for none.</param>
public sealed class Setting<T>(
    SettingGroup group, string key, IRuleOf<T> rule, T value, string purpose, string? syntax = null)
    : Setting(group, key, (ValueRule)rule, value, purpose, syntax)
{
    /// <summary>Its default in programs where it differs.</summary>
    public (Programs Program, T Value)[] Defaults
    {
        init => OtherDefaults = Array.ConvertAll(value, each => (each.Program, (object?)each.Value));
    }
}
