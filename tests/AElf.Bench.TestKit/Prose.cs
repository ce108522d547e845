using System.Text.RegularExpressions;
using Xunit;

namespace AElf.Bench.TestKit;

/// <summary>Checks of texts for people: a test asserts on the values in them.</summary>
public static class Prose
{
    /// <summary>
    /// Asserts that a message says what is <paramref name="expected"/>, in as many lines; … stands for any words of a
    /// line.
    /// </summary>
    public static void AssertSays(string expected, string message)
    {
        var pattern = Regex.Escape(expected).Replace("…", ".*", StringComparison.Ordinal);
        Assert.True(
            Regex.IsMatch(message, $@"\A{pattern}\z", RegexOptions.NonBacktracking),
            $"expected: {expected}\nbut was:  {message}");
    }

    /// <summary>Asserts that a text names each value, such as an id, a path or an option with its number.</summary>
    public static void AssertNames(string? text, params IEnumerable<string> values) =>
        Assert.All(values, value => Assert.Contains(value, text, StringComparison.Ordinal));

    /// <summary>Asserts that a text has these items, in this order, with a bar between them.</summary>
    public static void AssertItems(string text, params IEnumerable<string> items) =>
        Assert.Equal(items, text.Split(" | "), StringComparer.Ordinal);

    /// <summary>A text of a terminal without the breaks of its lines.</summary>
    public static string Unwrapped(string text) =>
        string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
