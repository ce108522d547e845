using System.Text.Json;

namespace AElf.Bench.Harness.Verification;

/// <summary>A field of a report, with its value derived from the raw data.</summary>
/// <param name="Path">Path of the field, such as <c>rounds[0].tps</c>, with indices from 0.</param>
/// <param name="Given">Value in the report as JSON; null if absent.</param>
/// <param name="Derived">Value derived from the raw data as JSON; null if absent.</param>
/// <param name="IsSame">Whether both values agree.</param>
public sealed record CheckedField(string Path, string? Given, string? Derived, bool IsSame)
{
    // Reports have all digits; another processor or runtime may differ in the last digits.
    private const double Precision = 1e-9;

    public static IEnumerable<CheckedField> Compare(JsonElement given, JsonElement derived) =>
        Compare("", given, derived);

    private static IEnumerable<CheckedField> Compare(string path, JsonElement? given, JsonElement? derived)
    {
        if (given is { ValueKind: JsonValueKind.Object } && derived is { ValueKind: JsonValueKind.Null })
        {
            derived = null;
        }

        if (IsAll(JsonValueKind.Object, given, derived))
        {
            var names = NamesOf(given).Union(NamesOf(derived), StringComparer.Ordinal);
            return names.SelectMany(name =>
                Compare(path.Length == 0 ? name : $"{path}.{name}", Field(given, name), Field(derived, name)));
        }

        if (IsAll(JsonValueKind.Array, given, derived))
        {
            var length = Math.Max(given?.GetArrayLength() ?? 0, derived?.GetArrayLength() ?? 0);
            return Enumerable.Range(0, length).SelectMany(index => Compare(
                FormattableString.Invariant($"{path}[{index}]"), Item(given, index), Item(derived, index)));
        }

        return [new(path, given?.GetRawText(), derived?.GetRawText(), IsEqual(given, derived))];
    }

    private static bool IsAll(JsonValueKind kind, params JsonElement?[] both) =>
        Array.TrueForAll(both, each => each is null || each.Value.ValueKind == kind);

    private static IEnumerable<string> NamesOf(JsonElement? element) =>
        element?.EnumerateObject().Select(field => field.Name) ?? [];

    private static JsonElement? Field(JsonElement? element, string name) =>
        element is { } found && found.TryGetProperty(name, out var value) ? value : null;

    private static JsonElement? Item(JsonElement? element, int index) =>
        element is { } found && index < found.GetArrayLength() ? found[index] : null;

    private static bool IsEqual(JsonElement? given, JsonElement? derived) => (given, derived) switch
    {
        ({ ValueKind: JsonValueKind.Number } left, { ValueKind: JsonValueKind.Number } right) =>
            string.Equals(left.GetRawText(), right.GetRawText(), StringComparison.Ordinal)
                || IsNear(left.GetDouble(), right.GetDouble()),
        ({ } left, { } right) => JsonElement.DeepEquals(left, right),
        _ => false,
    };

    private static bool IsNear(double left, double right) =>
        Math.Abs(left - right) <= Precision * Math.Max(Math.Abs(left), Math.Abs(right));
}
