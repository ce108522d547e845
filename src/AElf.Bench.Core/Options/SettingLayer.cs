using System.Diagnostics.CodeAnalysis;

namespace AElf.Bench.Core.Options;

/// <summary>A value as one source gave it.</summary>
/// <param name="Value">The value, of the setting's type.</param>
/// <param name="What">The place, for messages: an option, a variable, or <c>file:line: key</c>.</param>
public sealed record GivenValue(object Value, SettingSource Source, string What);

/// <summary>The values of one source, and the problems of invalid ones.</summary>
public sealed class SettingLayer(SettingSource source)
{
    private readonly Dictionary<Setting, GivenValue> values = [];
    private readonly List<ValidationError> problems = [];

    /// <summary>The accepted values.</summary>
    public IReadOnlyDictionary<Setting, GivenValue> Values => values;

    public IReadOnlyList<ValidationError> Problems => problems;

    public void Set<T>(Setting<T> setting, string what, [DisallowNull] T value) => Take(setting, what, value);

    /// <summary>Takes a value that was resolved elsewhere.</summary>
    /// <param name="settings">The settings that contain the value and its place.</param>
    public void Take(Setting setting, ResolvedSettings settings) =>
        Take(setting, settings.What(setting), settings.ValueOf(setting)!);

    /// <summary>
    /// Accepts a valid value that does not contradict another text of this source; otherwise records a problem. A text
    /// that expands to several settings sets each of them.
    /// </summary>
    /// <param name="expected">The accepted values in this place; null for those of the rule.</param>
    public void Add(Setting setting, string what, string text, string? expected = null)
    {
        if (setting.Expand?.Invoke(text) is { } parts)
        {
            foreach (var (other, part) in parts)
            {
                Add(other, what, part);
            }

            return;
        }

        if (setting.Rule.Parse(text) is { } value)
        {
            if (values.TryGetValue(setting, out var said) && !said.Value.Equals(value))
            {
                Reject(setting, ValidationError.Error(
                    what,
                    $"sets {setting.Key} to {setting.Rule.Show(text)}, but {said.What} sets it to "
                        + setting.Rule.Show(setting.Rule.Format(said.Value)),
                    "set only one of the two"));
                return;
            }

            Take(setting, what, value);
            return;
        }

        var right = setting.Hint?.Invoke(text) ?? $"expected {expected ?? setting.Rule.Expected}";
        Reject(
            setting,
            ValidationError.Error(
                what, text.Length == 0 ? "empty value" : $"{setting.Rule.Show(text)} is not valid", right) with
            { Kind = ProblemKind.InvalidValue });
    }

    /// <summary>Records a problem with a setting's value. Rules that depend on the setting are then skipped.</summary>
    public void Reject(Setting setting, ValidationError problem) => problems.Add(problem with { Setting = setting });

    /// <summary>Records a problem that concerns no single setting.</summary>
    public void Add(ValidationError problem) => problems.Add(problem);

    private void Take(Setting setting, string what, object value) =>
        values[setting] = new GivenValue(value, source, what);

    /// <summary>Moves the values and problems of some settings to a new layer.</summary>
    public SettingLayer Split(IReadOnlyCollection<Setting> settings)
    {
        var other = new SettingLayer(source);
        foreach (var setting in settings.Where(values.ContainsKey))
        {
            other.values[setting] = values[setting];
            values.Remove(setting);
        }

        other.problems.AddRange(problems.Where(IsMoved));
        problems.RemoveAll(IsMoved);
        return other;

        bool IsMoved(ValidationError problem) => problem.Setting is { } setting && settings.Contains(setting);
    }
}

/// <summary>All settings after the sources were merged. A later source wins.</summary>
public sealed class ResolvedSettings
{
    private readonly Dictionary<Setting, GivenValue> values;
    private readonly List<ValidationError> problems = [];

    /// <summary>
    /// Merges the layers over the benchmark's defaults; of two layers with one source the later wins.
    /// </summary>
    public ResolvedSettings(params ReadOnlySpan<SettingLayer> layers)
        : this(Programs.Benchmark, layers)
    {
    }

    /// <summary>
    /// Merges the layers over the defaults of a program; of two layers with one source the later wins.
    /// </summary>
    public ResolvedSettings(Programs program, params ReadOnlySpan<SettingLayer> layers)
        : this(program, new Dictionary<Setting, GivenValue>())
    {
        foreach (var layer in layers)
        {
            Overlay(layer);
        }
    }

    private ResolvedSettings(Programs program, Dictionary<Setting, GivenValue> values) =>
        (Program, this.values) = (program, new(values));

    public Programs Program { get; }

    /// <summary>The problems of all layers, in their order.</summary>
    public IReadOnlyList<ValidationError> Problems => problems;

    /// <summary>The value's text, for messages; null when it is unset.</summary>
    public string? this[Setting setting] => ValueOf(setting) is { } value ? setting.Rule.Format(value) : null;

    /// <summary>The path of the file that the program may read for the value; null for none.</summary>
    public string? InputOf(Setting setting) => ValueOf(setting) is { } value ? setting.Rule.InputOf(value) : null;

    /// <summary>Whether the benchmark only prepares accounts for a later run.</summary>
    public bool IsPreparing => Get(CommonSettings.IsPreparing);

    /// <summary>
    /// Whether this is a benchmark that submits its runs to a manager: it has neither store nor actors.
    /// </summary>
    public bool IsForManager => Program == Programs.Benchmark && Get(CommonSettings.IsCluster);

    /// <summary>The value, or the program's default.</summary>
    public T Get<T>(Setting<T> setting) => (T)ValueOf(setting)!;

    /// <summary>The value of a setting of any type, or the program's default; null when it is unset.</summary>
    public object? ValueOf(Setting setting) =>
        values.TryGetValue(setting, out var value) ? value.Value : setting.ValueFor(Program);

    /// <summary>
    /// Sets the properties of options to the values of their settings. A property keeps its initial value if the
    /// setting is unset, or has another type, which the caller converts.
    /// </summary>
    public T Bind<T>(T options, IReadOnlyList<Setting> table)
        where T : class
    {
        foreach (var setting in table)
        {
            if (setting.PropertyOf(typeof(T)) is { CanWrite: true } property
                && ValueOf(setting) is { } value
                && property.PropertyType.IsInstanceOfType(value))
            {
                property.SetValue(options, value);
            }
        }

        return options;
    }

    /// <summary>The source of the value; <see cref="SettingSource.Default"/> if no source gave one.</summary>
    public SettingSource Source(Setting setting) =>
        values.TryGetValue(setting, out var value) ? value.Source : SettingSource.Default;

    /// <summary>Whether the command line gave the value.</summary>
    public bool IsTyped(Setting setting) => Source(setting) == SettingSource.CommandLine;

    /// <summary>The place of the value, for messages; the option or name for a default.</summary>
    public string What(Setting setting) =>
        values.TryGetValue(setting, out var value) ? value.What : setting.Option ?? setting.Name;

    /// <summary>The value for a message, with a note if it is the default.</summary>
    public string Shown(Setting setting) =>
        Quoted.Text(this[setting]!) + (Source(setting) == SettingSource.Default ? " (the default)" : "");

    /// <summary>Whether any source gave an invalid value.</summary>
    public bool IsRejected(Setting setting) => problems.Exists(problem => problem.Setting == setting);

    /// <summary>
    /// Whether any source gave an invalid value for any of these settings. A rule over them is then skipped.
    /// </summary>
    public bool IsAnyRejected(params IEnumerable<Setting> needed) => needed.Any(IsRejected);

    /// <summary>A copy with some values replaced, without the problems.</summary>
    /// <param name="others">The new values, of the settings' types.</param>
    public ResolvedSettings With(IReadOnlyDictionary<Setting, object> others)
    {
        var other = new ResolvedSettings(Program, values);
        foreach (var (setting, value) in others)
        {
            other.values[setting] = new GivenValue(value, Source(setting), What(setting));
        }

        return other;
    }

    private void Overlay(SettingLayer layer)
    {
        foreach (var (setting, value) in layer.Values)
        {
            if (value.Source >= Source(setting))
            {
                values[setting] = value;
            }
        }

        problems.AddRange(layer.Problems);
    }
}
