using System.Text.RegularExpressions;
using Xunit;

namespace AElf.Bench.TestKit;

/// <summary>Messages for people, of which a test holds what they say and not how.</summary>
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

    /// <summary>A text of a terminal without the breaks of its lines.</summary>
    public static string Unwrapped(string text) =>
        string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
