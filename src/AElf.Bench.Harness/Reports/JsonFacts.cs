using System.Text.Json;
using System.Text.Json.Nodes;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Harness.Reports;

/// <summary>A workload's facts as fields of the JSON record.</summary>
internal static class JsonFacts
{
    /// <exception cref="ArgumentException">A value is neither text nor number nor null.</exception>
    public static Dictionary<string, JsonElement> From(params IEnumerable<Fact> facts)
    {
        var fields = new JsonObject(facts.Select(fact => KeyValuePair.Create(fact.Name, NodeOf(fact))));
        using var document = JsonDocument.Parse(fields.ToJsonString());
        return document.RootElement.EnumerateObject().ToDictionary(
            field => field.Name, field => field.Value.Clone(), StringComparer.Ordinal);
    }

    private static JsonNode? NodeOf(Fact fact) => fact.Value switch
    {
        null => null,
        string text => text,
        int number => number,
        long number => number,
        double number => number,
        Share share => share.Value,
        _ => throw new ArgumentException($"{fact.Name} is neither text nor number", nameof(fact)),
    };
}
