using System.Collections;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// Reads JSON that anybody may have changed by hand: what is not as its types say is refused where it is read.
/// </summary>
internal static class StrictJson
{
    /// <summary>The shape of a type, without null in its lists.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="context">Has the type, and holds null against its annotations.</param>
    public static JsonTypeInfo<T> Of<T>(JsonSerializerContext context) =>
        (JsonTypeInfo<T>)new JsonSerializerOptions(context.Options)
        {
            TypeInfoResolver = context.WithAddedModifier(RefuseNullInLists),
        }.GetTypeInfo(typeof(T));

    /// <summary>What is wrong, and where.</summary>
    public static string Fault(JsonException exception) => exception switch
    {
        // The text is no JSON, or ends too early.
        { InnerException: JsonException } => exception.Message,

        // What the serializer says of a place is for who wrote the types, and of a list it names the end.
        { Path: { Length: > 1 } path } when path.EndsWith(']') => $"{path[..path.LastIndexOf('[')]} is no such list",
        { Path: { Length: > 1 } path } => $"what is at {path} has no place there",
        _ => exception.Message,
    };

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
}
