using System.Globalization;
using System.Runtime.CompilerServices;

namespace AElf.Bench.Tests.Reports;

/// <summary>
/// The approved screens: at most twelve texts, each in a file of <c>Expectations</c>. All else of a report is asserted
/// on values.
/// </summary>
internal static class Approved
{
    /// <summary>Set to 1, the tests write all screens as they are now; their difference is then reviewed.</summary>
    public const string WriteVariable = "AELF_WRITE_SCREENS";

    /// <summary>Composes the text in a culture that writes 1.234,5 and compares it with the approved one.</summary>
    public static void Matches(string name, string extension, Func<string> compose)
    {
        var received = InCommaCulture(compose);
        var file = Path.Combine(Folder, $"{name}.verified.{extension}");
        if (Environment.GetEnvironmentVariable(WriteVariable) is "1")
        {
            File.WriteAllText(file, received);
        }

        Assert.Equal(File.ReadAllText(file), received);
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

    // The sources when they are there, so that they can be written; the copies beside the tests otherwise.
    public static string Folder { get; } = FindFolder();

    private static string FindFolder([CallerFilePath] string thisFile = "")
    {
        var sources = Path.Combine(Path.GetDirectoryName(thisFile) ?? "", "Expectations");
        return Directory.Exists(sources) ? sources : Path.Combine(AppContext.BaseDirectory, "Reports", "Expectations");
    }
}
