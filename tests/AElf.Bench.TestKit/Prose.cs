using System.Text.RegularExpressions;
using Xunit;

namespace AElf.Bench.TestKit;

/// <summary>Asserts values in texts for people.</summary>
public static class Prose
{
    /// <summary>
    /// Asserts that a message equals <paramref name="expected"/> line by line; … matches any text within a line.
    /// </summary>
    public static void AssertSays(string expected, string message)
    {
        var pattern = Regex.Escape(expected).Replace("…", ".*", StringComparison.Ordinal);
        Assert.True(
            Regex.IsMatch(message, $@"\A{pattern}\z", RegexOptions.NonBacktracking),
            $"expected: {expected}\nbut was:  {message}");
    }

    /// <summary>Asserts that a text contains each value, such as an id, a path or an option with its number.</summary>
    public static void AssertNames(string? text, params IEnumerable<string> values) =>
        Assert.All(values, value => Assert.Contains(value, text, StringComparison.Ordinal));

    /// <summary>Asserts that a text consists of these items in this order, separated by bars.</summary>
    public static void AssertItems(string text, params IEnumerable<string> items) =>
        Assert.Equal(items, text.Split(" | "), StringComparer.Ordinal);

    /// <summary>A terminal's text without its line breaks.</summary>
    public static string Unwrapped(string text) =>
        string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
