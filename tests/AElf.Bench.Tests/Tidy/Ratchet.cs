using System.Text.Encodings.Web;
using System.Text.Json;

namespace AElf.Bench.Tests.Tidy;

/// <summary>
/// What the tree has reached, by the measures' names: nothing may be above it, and what is below it lowers it.
/// The limit of a measure that is not named is 0.
/// </summary>
internal sealed class Ratchet(IReadOnlyDictionary<string, int> limits)
{
    /// <summary>Set to 1, the tree's ratchet is lowered to what is measured; nothing raises it but an editor.</summary>
    public const string LowerVariable = "AELF_TIDY_LOWER";

    private static readonly JsonSerializerOptions Readable =
        new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>The tree's, as it is in the sources.</summary>
    public static string PathOfTree { get; } =
        Path.Combine(SourceTree.Root, "tests/AElf.Bench.Tests/Tidy/ratchet.json");

    public static Ratchet Read(string path) =>
        new(JsonSerializer.Deserialize<Dictionary<string, int>>(File.ReadAllText(path))!);

    /// <summary>What is wrong, one text for each measure that is not at its limit.</summary>
    public IEnumerable<string> Check(IReadOnlyCollection<Measure> measures)
    {
        foreach (var measure in measures.Where(measure => measure.Value != LimitOf(measure)))
        {
            var (limit, places) = (LimitOf(measure), string.Join("\n  ", measure.Places.Take(50)));
            yield return measure.Value > limit
                ? $"{measure.Name}: {measure.Value}, and {limit} are allowed:\n  {places}"
                : $"{measure.Name}: lower the ratchet from {limit} to {measure.Value}: {LowerVariable}=1 does";
        }

        foreach (var name in limits.Keys.Except(measures.Select(measure => measure.Name), StringComparer.Ordinal))
        {
            yield return $"{name}: nothing measures it any more: remove it from {PathOfTree}";
        }
    }

    /// <summary>The same, with each limit that was above its measure lowered to it, and without those at 0.</summary>
    public Ratchet Lowered(IEnumerable<Measure> measures) =>
        new(measures
            .Where(measure => limits.ContainsKey(measure.Name))
            .Select(measure => KeyValuePair.Create(measure.Name, Math.Min(measure.Value, LimitOf(measure))))
            .Where(limit => limit.Value > 0)
            .OrderBy(limit => limit.Key, StringComparer.Ordinal)
            .ToDictionary(StringComparer.Ordinal));

    public void Write(string path) => File.WriteAllText(path, JsonSerializer.Serialize(limits, Readable) + "\n");

    private int LimitOf(Measure measure) => limits.GetValueOrDefault(measure.Name);
}
