using System.Collections;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>Reads a report that <see cref="JsonExporter"/> wrote, such as one a manager sends.</summary>
public static class ReportReader
{
    private static readonly JsonTypeInfo<RunReport> Shape =
        (JsonTypeInfo<RunReport>)new JsonSerializerOptions(ReportJson.Default.Options)
        {
            TypeInfoResolver = ReportJson.Default.WithAddedModifier(RefuseNullInLists),
        }.GetTypeInfo(typeof(RunReport));

    /// <summary>Reads one run.</summary>
    /// <exception cref="FormatException">The bytes are no report of this version.</exception>
    public static RunReport Read(ReadOnlySpan<byte> json)
    {
        try
        {
            return Found(JsonSerializer.Deserialize(json, Shape));
        }
        catch (JsonException exception)
        {
            throw NoReport(exception);
        }
    }

    /// <summary>Reads one run of a file.</summary>
    /// <exception cref="FormatException">It is no report of this version.</exception>
    public static RunReport Read(JsonElement json)
    {
        try
        {
            return Found(json.Deserialize(Shape));
        }
        catch (JsonException exception)
        {
            throw NoReport(exception);
        }
    }

    /// <summary>The report as it is written.</summary>
    internal static JsonElement ElementOf(RunReport run) =>
        JsonSerializer.SerializeToElement(run, ReportJson.Default.RunReport);

    // What the serializer holds against the types is what stands in a property, and not what stands in a list.
    private static void RefuseNullInLists(JsonTypeInfo type)
    {
        if (type is { Kind: JsonTypeInfoKind.Enumerable, ElementType.IsValueType: false })
        {
            type.OnDeserialized = list =>
            {
                if (((IEnumerable)list).Cast<object?>().Contains(null))
                {
                    throw new JsonException();
                }
            };
        }
    }

    private static RunReport Found(RunReport? report) =>
        report ?? throw new FormatException("a report is expected, and nothing was sent");

    // What the serializer says of a place is for who wrote the types, and of a list it names the end.
    private static FormatException NoReport(JsonException exception) => new(
        "what was sent is no report of this version: " + exception.Path switch
        {
            { Length: > 1 } path when path.EndsWith(']') => $"{path[..path.LastIndexOf('[')]} is no such list",
            { Length: > 1 } path => $"what is at {path} has no place there",
            _ => exception.Message,
        },
        exception);
}
