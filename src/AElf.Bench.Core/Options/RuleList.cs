using System.Collections;

namespace AElf.Bench.Core.Options;

/// <summary>The consequence of a broken rule.</summary>
public enum RuleEffect
{
    Error,
    Warning,

    /// <summary>
    /// An error if the command line has the setting; a warning if a file has it, because the file may serve other
    /// calls.
    /// </summary>
    NoEffect,
}

/// <summary>
/// The broken rules over several settings. Each element is a rule: whether it is broken, the setting to name, the
/// problem, and the advice. A rule is skipped if the value of its setting was rejected.
/// </summary>
public sealed class RuleList(ResolvedSettings settings) : IEnumerable<ValidationError>
{
    private readonly List<ValidationError> broken = [];

    /// <summary>Adds a rule. Problem and advice are also computed if the rule is not broken.</summary>
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

    /// <summary>Adds the rule that the command line has none of these settings.</summary>
    public void Add(IEnumerable<Setting> refused, string problem, string advice, RuleEffect effect = RuleEffect.Error)
    {
        foreach (var setting in refused.Where(settings.IsTyped))
        {
            Add(isBroken: true, setting, problem, advice, effect);
        }
    }

    /// <summary>Adds the rule for each of these settings that any source gives.</summary>
    public void Add(
        bool isBroken, IEnumerable<Setting> given, string problem, string advice, RuleEffect effect = RuleEffect.Error)
    {
        foreach (var setting in given.Where(each => settings.Source(each) != SettingSource.Default))
        {
            Add(isBroken, setting, problem, advice, effect);
        }
    }

    /// <summary>Adds the rule that the file of a setting exists.</summary>
    public void Add(bool isRead, Setting file)
    {
        var problem = isRead && settings[file] is { } path ? ValidationError.NoFile(path) : null;
        Add(problem is not null, file, problem ?? "", "expected an existing file");
    }

    public void Add(bool isBroken, ValidationError problem) => broken.AddRange(isBroken ? [problem] : []);

    /// <summary>Adds rules that were checked elsewhere.</summary>
    public void Add(IEnumerable<ValidationError> others) => broken.AddRange(others);

    public IEnumerator<ValidationError> GetEnumerator() => broken.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
