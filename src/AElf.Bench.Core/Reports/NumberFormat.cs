using System.Globalization;

namespace AElf.Bench.Core.Reports;

/// <summary>Numbers as text, the same in every culture. Missing and infinite numbers are a dash.</summary>
public static class NumberFormat
{
    /// <summary>The text of a number that is missing or not finite.</summary>
    public const string None = "–";

    /// <summary>Without decimals.</summary>
    public static string Whole(double? value) => Format(value, "N0");

    /// <summary>A rate per second, with decimals if it is below 100.</summary>
    public static string PerSecond(double? value) => value < 100 ? Number(value) : Whole(value);

    public static string Count(long? value) => value?.ToString("N0", CultureInfo.InvariantCulture) ?? None;

    /// <summary>Digits only, for ids and codes.</summary>
    public static string Plain(long value) => value.ToString(CultureInfo.InvariantCulture);

    /// <summary>Three decimals below 1, two below 100, one below 1,000, otherwise none.</summary>
    public static string Number(double? value) => Format(value, value switch
    {
        // A value that rounds up to the next limit has the decimals of that limit.
        < 0.9995 => "N3",
        < 99.995 => "N2",
        < 999.95 => "N1",
        _ => "N0",
    });

    /// <summary>A share, where 1 is 100 %.</summary>
    public static string Percent(double? share) =>
        Format(100 * share, "N1") is var text and not None ? $"{text} %" : None;

    /// <summary>A duration in µs, ms or s, by its length.</summary>
    public static string Time(double? microseconds) => microseconds switch
    {
        null or double.NaN => None,
        < 1e3 => $"{Number(microseconds)} µs",
        < 1e6 => $"{Number(microseconds / 1e3)} ms",
        _ => $"{Number(microseconds / 1e6)} s",
    };

    public static string TimeOfMs(double? milliseconds) => Time(milliseconds * 1e3);

    /// <summary>ISO 8601 in UTC, in whole seconds.</summary>
    public static string Utc(DateTimeOffset time) =>
        time.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);

    /// <summary>
    /// A count with its noun, such as <c>3 runs</c>; without <paramref name="many"/> as <see cref="Plural"/> says.
    /// </summary>
    public static string Counted(long count, string one, string? many = null) =>
        $"{Count(count)} {(count == 1 ? one : many ?? Plural(one))}";

    /// <summary>The past of <c>be</c> for a count: <c>was</c> of one, else <c>were</c>.</summary>
    public static string Were(long count) => count == 1 ? "was" : "were";

    /// <summary>A number of processors, such as <c>1 core</c> or, by a quota, <c>0.5 cores</c>.</summary>
    public static string Cores(double count) =>
        count.ToString("#,0.##", CultureInfo.InvariantCulture) + (count is 1 ? " core" : " cores");

    /// <summary>The plural by rule: <c>es</c> after s or ch, else <c>s</c>.</summary>
    public static string Plural(string noun) => noun switch
    {
        [.., 's'] or [.., 'c', 'h'] => $"{noun}es",
        _ => $"{noun}s",
    };

    /// <summary>Foreign text, such as a server's message, on one line and without terminal codes.</summary>
    public static string OneLine(string text) =>
        string.Concat(text.Select(letter => char.IsControl(letter) ? ' ' : letter));

    /// <summary>A text of at most this length; the end of a longer text is an ellipsis.</summary>
    public static string Short(string text, int letters) =>
        text.Length <= letters ? text : $"{text[..(letters - 1)]}…";

    private static string Format(double? value, string format) =>
        value is { } number && double.IsFinite(number) ? number.ToString(format, CultureInfo.InvariantCulture) : None;
}
