using System.Globalization;
using System.Runtime.CompilerServices;

namespace AElf.Bench.Tests.Reports;

/// <summary>Compares text with the approved one, letter by letter.</summary>
internal static class Approved
{
    /// <summary>
    /// Composes the text in a culture that writes 1.234,5 and compares it with
    /// <c>Expectations/NAME.verified.EXTENSION</c>.
    /// </summary>
    public static void Matches(string name, string extension, Func<string> compose)
    {
        var received = InCommaCulture(compose);
        var folder = Folder();
        var approved = Path.Combine(folder, $"{name}.verified.{extension}");
        var beside = Path.Combine(folder, $"{name}.received.{extension}");
        var expected = File.Exists(approved) ? File.ReadAllText(approved).ReplaceLineEndings("\n") : "";
        if (string.Equals(expected, received, StringComparison.Ordinal))
        {
            File.Delete(beside);
            return;
        }

        File.WriteAllText(beside, received);
        var place = Path.GetFileName(folder);
        var file = Path.GetFileName(approved);
        Assert.Fail($"""
            {file} is not what came. Look at the difference; when it is meant, approve it in {place} with
                mv {Path.GetFileName(beside)} {file}
            First line that differs: {FirstDifference(expected.Split('\n'), received.Split('\n'))}
            """);
    }

    /// <summary>Runs in a culture that writes 1.234,5: whatever leaks it into a report shows.</summary>
    public static T InCommaCulture<T>(Func<T> compose)
    {
        var before = CultureInfo.CurrentCulture;
        var comma = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        var format = comma.NumberFormat;
        (format.NumberDecimalSeparator, format.NumberGroupSeparator, format.NegativeSign) = (",", ".", "~");
        CultureInfo.CurrentCulture = comma;
        try
        {
            return compose();
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    private static string FirstDifference(string[] expected, string[] received)
    {
        var line = expected.Zip(received)
            .TakeWhile(pair => string.Equals(pair.First, pair.Second, StringComparison.Ordinal)).Count();
        return $"{line + 1}\n    approved: {expected.ElementAtOrDefault(line)}\n"
            + $"    received: {received.ElementAtOrDefault(line)}";
    }

    // The sources when they are there, so that approving is one move; the copies beside the tests otherwise.
    private static string Folder([CallerFilePath] string thisFile = "")
    {
        var sources = Path.Combine(Path.GetDirectoryName(thisFile) ?? "", "Expectations");
        return Directory.Exists(sources) ? sources : Path.Combine(AppContext.BaseDirectory, "Reports", "Expectations");
    }
}
