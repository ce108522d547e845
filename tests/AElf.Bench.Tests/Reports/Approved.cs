using System.Globalization;
using System.Runtime.CompilerServices;

namespace AElf.Bench.Tests.Reports;

/// <summary>
/// The approved screens: at most twelve texts in files of <c>Expectations</c>. All other parts of a report are asserted
/// by value.
/// </summary>
internal static class Approved
{
    /// <summary>Set to 1, the tests write all screens; their changes are then reviewed.</summary>
    public const string WriteVariable = "AELF_WRITE_SCREENS";

    /// <summary>Composes the text in a culture that writes 1.234,5 and compares it with the approved text.</summary>
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

    /// <summary>
    /// Runs in a culture that writes 1.234,5, so that culture-dependent numbers in a report fail the test.
    /// </summary>
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

    // The folder of the sources if it exists, so that screens can be written; otherwise the copies beside the tests.
    public static string Folder { get; } = FindFolder();

    private static string FindFolder([CallerFilePath] string thisFile = "")
    {
        var sources = Path.Combine(Path.GetDirectoryName(thisFile) ?? "", "Expectations");
        return Directory.Exists(sources) ? sources : Path.Combine(AppContext.BaseDirectory, "Reports", "Expectations");
    }
}
