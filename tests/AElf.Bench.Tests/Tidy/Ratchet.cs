using System.Text.Encodings.Web;
using System.Text.Json;

namespace AElf.Bench.Tests.Tidy;

/// <summary>
/// The limits of the tree's measures by name. A value above its limit fails, and a value below its limit requires a
/// lower one. The limit of an unnamed measure is 0.
/// </summary>
internal sealed class Ratchet(IReadOnlyDictionary<string, int> limits)
{
    /// <summary>
    /// If 1, the tests lower the tree's limits to the measured values. Only an editor can raise a limit.
    /// </summary>
    public const string LowerVariable = "AELF_TIDY_LOWER";

    private static readonly JsonSerializerOptions Readable =
        new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>The path of the tree's ratchet in the sources.</summary>
    public static string PathOfTree { get; } =
        Path.Combine(SourceTree.Root, "tests/AElf.Bench.Tests/Tidy/ratchet.json");

    public static Ratchet Read(string path) =>
        new(JsonSerializer.Deserialize<Dictionary<string, int>>(File.ReadAllText(path))!);

    /// <summary>The errors, one for each measure that is not at its limit.</summary>
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
            yield return $"{name}: unknown measure: remove it from {PathOfTree}";
        }
    }

    /// <summary>The ratchet with each limit lowered to its measure, and without limits of 0.</summary>
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
