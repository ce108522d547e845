namespace AElf.Bench.Core.Options;

/// <summary>The settings that one verb alone takes, in the order of its help.</summary>
/// <param name="group">What their names begin with, such as <c>Sweep</c>.</param>
/// <param name="verb">The verb.</param>
public sealed class VerbSettings(string group, Programs verb)
{
    private readonly List<Setting> rows = [];

    /// <summary>All of them.</summary>
    public IReadOnlyList<Setting> All => rows;

    /// <summary>Takes one more.</summary>
    /// <param name="key">Its name within the group.</param>
    /// <param name="topic">What it is about.</param>
    /// <param name="rule">What values it may have.</param>
    /// <param name="value">Its default; null for none.</param>
    /// <param name="purpose">What it is for, for the help.</param>
    /// <param name="syntax">How it is typed.</param>
    public Setting Add(string key, Topic topic, ValueRule rule, string? value, string purpose, string syntax)
    {
        var row = new Setting($"{group}.{key}", topic, rule, value, purpose) { Syntax = syntax, Programs = verb };
        rows.Add(row);
        return row;
    }
}
