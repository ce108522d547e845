using System.Collections;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Harness.Reports;

/// <summary>Reads JSON that may have been changed by hand, and refuses values that do not match the types.</summary>
public static class StrictJson
{
    /// <summary>The JSON contract of a type; it refuses null in lists.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="context">Context that contains the type and respects its nullable annotations.</param>
    /// <param name="refusesAbsent">
    /// Whether texts, lists and records that cannot be null must be present. Otherwise a missing value would be null.
    /// </param>
    public static JsonTypeInfo<T> Of<T>(JsonSerializerContext context, bool refusesAbsent = false)
    {
        var resolver = context.WithAddedModifier(RefuseNullInLists);
        return (JsonTypeInfo<T>)new JsonSerializerOptions(context.Options)
        {
            TypeInfoResolver = refusesAbsent ? resolver.WithAddedModifier(RefuseAbsent) : resolver,
        }.GetTypeInfo(typeof(T));
    }

    /// <summary>Reads a value.</summary>
    /// <param name="read">Deserializes the JSON.</param>
    /// <param name="problem">Makes the message from the fault of the JSON.</param>
    /// <exception cref="FormatException">The JSON is null, or is not of the type.</exception>
    public static T Read<T>(Func<T?> read, Func<string, string> problem)
        where T : class
    {
        try
        {
            return read() ?? throw new FormatException(problem("it is empty"));
        }
        catch (JsonException exception)
        {
            throw new FormatException(problem(JsonFault.Of(exception)), exception);
        }
    }

    private static void RefuseAbsent(JsonTypeInfo type)
    {
        foreach (var property in type.Properties.Where(each => each is { IsSetNullable: false, Get: not null }
            && !each.PropertyType.IsValueType && (each.Set is not null || each.AssociatedParameter is not null)))
        {
            property.IsRequired = true;
        }
    }

    // The serializer checks properties for null, but not the elements of lists.
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
