using System.Collections;

namespace AElf.Bench.Core.Options;

/// <summary>The consequence of a broken rule.</summary>
public enum RuleEffect
{
    Error,
    Warning,

    /// <summary>An error where the setting was typed; a warning in a file, which may be for other calls.</summary>
    NoEffect,
}

/// <summary>
/// The rules over several settings that a call breaks. Each rule is an element: whether it is broken, the setting to
/// name, the problem, and what to do. A rule is silent about a setting whose value was refused already.
/// </summary>
public sealed class RuleList(ResolvedSettings settings) : IEnumerable<ValidationError>
{
    private readonly List<ValidationError> broken = [];

    /// <summary>Adds a rule whose problem and advice can be written while it is kept.</summary>
    public void Add(
        bool isBroken, Setting setting, string problem, string advice, RuleEffect effect = RuleEffect.Error)
    {
        if (isBroken && !settings.IsRejected(setting))
        {
            var isCritical = effect is RuleEffect.Error || (effect is RuleEffect.NoEffect && settings.IsTyped(setting));
            broken.Add(new(isCritical, settings.What(setting), problem, advice)
            {
                Kind = effect is RuleEffect.NoEffect ? ProblemKind.NoEffect : ProblemKind.Unnamed,
                Setting = setting,
            });
        }
    }

    /// <summary>Adds the rule that none of some settings is typed.</summary>
    public void Add(IEnumerable<Setting> refused, string problem, string advice, RuleEffect effect = RuleEffect.Error)
    {
        foreach (var setting in refused.Where(settings.IsTyped))
        {
            Add(isBroken: true, setting, problem, advice, effect);
        }
    }

    /// <summary>Adds the rule that no source gives any of some settings.</summary>
    public void Add(
        bool isBroken, IEnumerable<Setting> given, string problem, string advice, RuleEffect effect = RuleEffect.Error)
    {
        foreach (var setting in given.Where(each => settings.Source(each) != SettingSource.Default))
        {
            Add(isBroken, setting, problem, advice, effect);
        }
    }

    /// <summary>Adds the rule that the file of a setting exists.</summary>
    public void Add(bool isRead, Setting file) => Add(
        isRead && settings[file] is { } path && !File.Exists(path),
        file,
        $"{Quoted.Text(settings[file])} {(Directory.Exists(settings[file]) ? "is a folder" : "does not exist")}",
        "expected an existing file");

    public void Add(bool isBroken, ValidationError problem) => broken.AddRange(isBroken ? [problem] : []);

    /// <summary>Adds rules that were judged elsewhere.</summary>
    public void Add(IEnumerable<ValidationError> others) => broken.AddRange(others);

    public IEnumerator<ValidationError> GetEnumerator() => broken.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
