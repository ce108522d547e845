namespace AElf.Bench.Core.Options;

/// <summary>A value as one source gave it.</summary>
/// <param name="Text">Normalised by the setting's rule.</param>
/// <param name="Source">Which source.</param>
/// <param name="What">The place, for messages: an option, a variable, or <c>file:line: key</c>.</param>
public sealed record GivenValue(string Text, SettingSource Source, string What);

/// <summary>The values one source gave, and what was wrong with the others.</summary>
public sealed class SettingLayer(SettingSource source)
{
    private readonly Dictionary<Setting, GivenValue> values = [];
    private readonly HashSet<Setting> rejected = [];
    private readonly List<ValidationError> problems = [];

    /// <summary>The right values.</summary>
    public IReadOnlyDictionary<Setting, GivenValue> Values => values;

    /// <summary>Settings whose given value was not right: what depends on them cannot be judged.</summary>
    public IReadOnlySet<Setting> Rejected => rejected;

    /// <summary>What was wrong.</summary>
    public IReadOnlyList<ValidationError> Problems => problems;

    /// <summary>Takes the value when the setting's rule does, or notes the problem.</summary>
    /// <param name="setting">The setting.</param>
    /// <param name="what">The place, for messages.</param>
    /// <param name="text">The value.</param>
    /// <param name="right">What would be right in this place; null when that is what the rule says.</param>
    public void Add(Setting setting, string what, string text, string? right = null)
    {
        if (setting.Rule.Normalise(text) is { } normal)
        {
            values[setting] = new GivenValue(normal, source, what);
        }
        else
        {
            Reject(setting, ValidationError.Error(what, text.Length == 0 ? "an empty value" : setting.Rule.Show(text), right ?? setting.Rule.Right));
        }
    }

    /// <summary>Notes a problem with a setting's value.</summary>
    public void Reject(Setting setting, ValidationError problem)
    {
        rejected.Add(setting);
        problems.Add(problem);
    }

    /// <summary>Notes a problem with no setting in particular.</summary>
    public void Add(ValidationError problem) => problems.Add(problem);
}

/// <summary>All settings after the sources were merged, once: a later source wins.</summary>
public sealed class MergedSettings
{
    private readonly Dictionary<Setting, GivenValue> values = [];
    private readonly HashSet<Setting> rejected = [];
    private readonly List<ValidationError> problems = [];

    /// <summary>Merges the layers over the benchmark's defaults; of two layers with one source the later wins.</summary>
    public MergedSettings(params ReadOnlySpan<SettingLayer> layers)
        : this(ProcessRole.Benchmark, layers)
    {
    }

    /// <summary>Merges the layers over the defaults of a program; of two layers with one source the later wins.</summary>
    public MergedSettings(ProcessRole role, params ReadOnlySpan<SettingLayer> layers)
    {
        Role = role;
        foreach (var layer in layers)
        {
            Overlay(layer);
        }
    }

    /// <summary>The program whose settings these are.</summary>
    public ProcessRole Role { get; }

    /// <summary>The problems of all layers, in their order.</summary>
    public IReadOnlyList<ValidationError> Problems => problems;

    /// <summary>The value's text, or null when it is unset.</summary>
    public string? this[Setting setting] => values.TryGetValue(setting, out var value) ? value.Text : setting.DefaultFor(Role);

    /// <summary>Which source the value came from.</summary>
    public SettingSource Source(Setting setting) => values.TryGetValue(setting, out var value) ? value.Source : SettingSource.Default;

    /// <summary>The place the value came from, for messages; the option or name when it is the default.</summary>
    public string What(Setting setting) => values.TryGetValue(setting, out var value) ? value.What : setting.Option ?? setting.Name;

    /// <summary>Whether any source gave a value that was not right.</summary>
    public bool IsRejected(Setting setting) => rejected.Contains(setting);

    /// <summary>Whether any source gave a value of any of these that was not right: a rule over them stays silent.</summary>
    public bool IsAnyRejected(params ReadOnlySpan<Setting> needed)
    {
        foreach (var setting in needed)
        {
            if (IsRejected(setting))
            {
                return true;
            }
        }

        return false;
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

        rejected.UnionWith(layer.Rejected);
        problems.AddRange(layer.Problems);
    }
}
