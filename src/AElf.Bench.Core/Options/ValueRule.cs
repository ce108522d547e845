using System.Globalization;

namespace AElf.Bench.Core.Options;

/// <summary>How a value is written in a JSON file.</summary>
public enum JsonForm
{
    /// <summary>A number, no quotes.</summary>
    Number,

    /// <summary>A text in quotes.</summary>
    Text,

    /// <summary>A number without quotes, or a word in them.</summary>
    NumberOrText,

    /// <summary><c>true</c> or <c>false</c>, no quotes.</summary>
    Flag,

    /// <summary>An array of texts.</summary>
    TextList,

    /// <summary>An array of objects with <c>HostName</c> and <c>Port</c>.</summary>
    AddressList,
}

/// <summary>What texts a setting accepts. The same rule judges files, the environment and the command line.</summary>
/// <param name="expected">What is accepted: a noun, to follow "expected".</param>
/// <param name="form">How the value is written in JSON.</param>
public abstract class ValueRule(string expected, JsonForm form)
{
    /// <summary>What is accepted: a noun, to follow "expected".</summary>
    public string Expected => expected;

    /// <summary>How the value is written in JSON.</summary>
    public JsonForm Form => form;

    /// <summary>The words it accepts, to be completed; empty where there are too many to list.</summary>
    public virtual IReadOnlyList<string> Words => [];

    /// <summary>
    /// The one spelling of the value that options are built from, or null when the text is not right.
    /// </summary>
    public abstract string? Normalise(string text);

    /// <summary>The text for a message; rules whose values may carry a password hide it.</summary>
    public virtual string Show(string text) => Quoted.Text(text);
}

/// <summary>A whole number in ASCII digits, whatever the machine's language.</summary>
public sealed class WholeNumberRule(ulong min, ulong max)
    : ValueRule($"a whole number from {Number(min)} to {Number(max)}", JsonForm.Number)
{
    private const int MaxDigits = 20;

    /// <summary>The least.</summary>
    public ulong Min => min;

    /// <summary>The most.</summary>
    public ulong Max => max;

    /// <inheritdoc/>
    public override string? Normalise(string text)
    {
        var isNumber = text.Length is > 0 and <= MaxDigits && text.All(char.IsAsciiDigit);
        return isNumber
            && ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value)
            && value >= min && value <= max
            ? value.ToString(CultureInfo.InvariantCulture)
            : null;
    }

    private static string Number(ulong value) =>
        value.ToString(value < 100_000 ? "D" : "N0", CultureInfo.InvariantCulture);
}

/// <summary>
/// A number with at most three decimals, in ASCII digits and with a point, whatever the machine's language.
/// </summary>
public sealed class DecimalNumberRule(decimal min, decimal max, string expected) : ValueRule(expected, JsonForm.Number)
{
    private const int MaxCharacters = 20;
    private const int MaxDecimals = 3;

    /// <summary>The least.</summary>
    public decimal Min => min;

    /// <summary>The most.</summary>
    public decimal Max => max;

    /// <inheritdoc/>
    public override string? Normalise(string text)
    {
        var isNumber = text.Length is > 0 and <= MaxCharacters
            && text.All(letter => char.IsAsciiDigit(letter) || letter is '.');
        return isNumber
            && decimal.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var value)
            && value >= min && value <= max && decimal.Round(value, MaxDecimals) == value
            ? value.ToString("0.###", CultureInfo.InvariantCulture)
            : null;
    }
}

/// <summary>A range of whole numbers, first and last with a space between; one number stands for both.</summary>
public sealed class CountRangeRule(ulong min, ulong max) : ValueRule(
    new WholeNumberRule(min, max).Expected, JsonForm.Number)
{
    private readonly WholeNumberRule number = new(min, max);

    /// <inheritdoc/>
    public override string? Normalise(string text)
    {
        var counts = text.Split(' ').Select(number.Normalise).ToArray();
        return counts is [{ } first] ? $"{first} {first}" : counts is [{ } from, { } to] ? $"{from} {to}" : null;
    }

    /// <summary>The two numbers of a normalised text.</summary>
    public static (int From, int To) Parse(string text)
    {
        var space = text.IndexOf(' ', StringComparison.Ordinal);
        return (Number(text.AsSpan(0, space)), Number(text.AsSpan(space + 1)));

        static int Number(ReadOnlySpan<char> digits) => int.Parse(digits, CultureInfo.InvariantCulture);
    }
}

/// <summary>One of a few names; letter case does not matter, other spellings may stand for a name.</summary>
public sealed class ChoiceRule(IReadOnlyList<string> names, IReadOnlyDictionary<string, string>? spellings = null)
    : ValueRule($"one of {string.Join(", ", names)}", JsonForm.Text)
{
    /// <summary>The names.</summary>
    public IReadOnlyList<string> Names => names;

    /// <inheritdoc/>
    public override IReadOnlyList<string> Words => names;

    /// <summary>Other spellings of a name.</summary>
    public IEnumerable<string> Spellings => spellings?.Keys ?? [];

    /// <inheritdoc/>
    public override string? Normalise(string text)
    {
        var meant = spellings is not null && spellings.TryGetValue(text, out var name) ? name : text;
        return names.FirstOrDefault(known => known.Equals(meant, StringComparison.OrdinalIgnoreCase));
    }
}

/// <summary>Yes or no.</summary>
public sealed class FlagRule(string expected = "true or false") : ValueRule(expected, JsonForm.Flag)
{
    /// <inheritdoc/>
    public override IReadOnlyList<string> Words => ["on", "off"];

    /// <inheritdoc/>
    public override string? Normalise(string text) => text.ToUpperInvariant() switch
    {
        "TRUE" or "ON" or "YES" => "true",
        "FALSE" or "OFF" or "NO" => "false",
        _ => null,
    };
}

/// <summary>A host name or an IP address, without port.</summary>
public sealed class HostRule() : ValueRule("a host name or IP address", JsonForm.Text)
{
    private const int MaxHost = 253;

    /// <inheritdoc/>
    public override string? Normalise(string text) => IsHost(text) ? text : null;

    /// <inheritdoc/>
    public override string Show(string text) => HideLogin(text);

    internal static bool IsHost(string text) =>
        text.Length is > 0 and <= MaxHost
        && text.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '.' or '-' or '_' or ':' or '%')
        && (!text.Contains(':', StringComparison.Ordinal) || System.Net.IPAddress.TryParse(text, out _));

    internal static string HideLogin(string text) =>
        text.Contains('@', StringComparison.Ordinal)
            ? "a value with '@' (not shown, it may hold a password)"
            : Quoted.Text(text);
}

/// <summary>
/// Host names and addresses without port, with commas between; <c>*.name</c> stands for every name below one, <c>*</c>
/// for all.
/// </summary>
public sealed class HostListRule()
    : ValueRule("host names or IP addresses with commas between, such as manager,10.0.0.7", JsonForm.TextList)
{
    private const int MaxHosts = 256;

    /// <inheritdoc/>
    public override string? Normalise(string text)
    {
        var hosts = text.Split(',', MaxHosts + 1, StringSplitOptions.TrimEntries);
        return hosts.Length <= MaxHosts && Array.TrueForAll(hosts, IsRight) ? string.Join(',', hosts) : null;
    }

    /// <inheritdoc/>
    public override string Show(string text) => HostRule.HideLogin(text);

    // An address that means all addresses is no name anybody calls, and ASP.NET would take it for '*'.
    private static bool IsRight(string host) =>
        host is "*"
        || (HostRule.IsHost(host.StartsWith("*.", StringComparison.Ordinal) ? host[2..] : host)
            && !(System.Net.IPAddress.TryParse(host, out var address)
                && (address.Equals(System.Net.IPAddress.Any) || address.Equals(System.Net.IPAddress.IPv6Any))));
}

/// <summary>Addresses, each host:port, with commas between.</summary>
public sealed class AddressListRule(JsonForm form) : ValueRule("HOST:PORT, or several with commas between", form)
{
    private const int MaxAddresses = 1024;

    /// <inheritdoc/>
    public override string? Normalise(string text)
    {
        var addresses = Split(text);
        return addresses is null ? null : string.Join(',', addresses);
    }

    /// <inheritdoc/>
    public override string Show(string text) => HostRule.HideLogin(text);

    /// <summary>The addresses of a normalised list.</summary>
    public static IReadOnlyList<Endpoint> Parse(string text) => text.Length == 0 ? [] : Split(text) ?? [];

    internal static Endpoint[]? Split(string text)
    {
        var parts = text.Split(',', MaxAddresses + 1, StringSplitOptions.TrimEntries);
        var addresses = parts.Select(Address).OfType<Endpoint>().ToArray();
        return addresses.Length == parts.Length && parts.Length <= MaxAddresses ? addresses : null;
    }

    private static Endpoint? Address(string text)
    {
        var colon = text.LastIndexOf(':');
        if (colon < 1 || SettingRules.Port.Normalise(text[(colon + 1)..]) is not { } port)
        {
            return null;
        }

        var host = text[..colon];
        var isBracketed = host is ['[', .., ']'];
        var bare = isBracketed ? host[1..^1] : host;
        var isRight = HostRule.IsHost(bare) && bare.Contains(':', StringComparison.Ordinal) == isBracketed;
        return isRight ? new Endpoint(bare, int.Parse(port, CultureInfo.InvariantCulture)) : null;
    }
}

/// <summary>Managers: addresses as workers join them, or where one answers over HTTP, taken as it is.</summary>
public sealed class ManagerListRule()
    : ValueRule(Addresses.Expected, JsonForm.AddressList)
{
    private static readonly WebAddressRule Web = new();
    private static readonly AddressListRule Addresses = new(JsonForm.AddressList);

    /// <inheritdoc/>
    public override string? Normalise(string text) => Parse(text) is not { } url ? Addresses.Normalise(text)
        : Web.Normalise(text) is not null && url.PathAndQuery is "/" ? url.GetLeftPart(UriPartial.Authority)
        : null;

    /// <inheritdoc/>
    public override string Show(string text) => HostRule.HideLogin(text);

    /// <summary>Where the manager answers over HTTP; null when the text has addresses.</summary>
    public static Uri? Parse(string? text) =>
        text?.Contains("://", StringComparison.Ordinal) == true && Uri.TryCreate(text, UriKind.Absolute, out var url)
            ? url
            : null;
}

/// <summary>One address, host:port.</summary>
public sealed class AddressRule() : ValueRule("one HOST:PORT, such as 127.0.0.1:4053", JsonForm.Text)
{
    /// <inheritdoc/>
    public override string? Normalise(string text) =>
        AddressListRule.Split(text) is [var address] ? address.ToString() : null;

    /// <inheritdoc/>
    public override string Show(string text) => HostRule.HideLogin(text);
}

/// <summary>A text without control characters, such as a path.</summary>
public sealed class PlainTextRule(string expected) : ValueRule(expected, JsonForm.Text)
{
    private const int MaxCharacters = 4096;

    /// <inheritdoc/>
    public override string? Normalise(string text)
    {
        // U+FFFD is what is left of bytes that were not UTF-8: the name it was cannot be known.
        var isPlain = text.Length is > 0 and <= MaxCharacters
            && !text.Any(letter => char.IsControl(letter) || letter == '\uFFFD');
        return isPlain && !string.IsNullOrWhiteSpace(text) ? text : null;
    }
}

/// <summary>A folder that is there.</summary>
public sealed class ExistingFolderRule() : ValueRule("an existing folder", JsonForm.Text)
{
    /// <inheritdoc/>
    public override string? Normalise(string text) => Directory.Exists(text) ? text : null;
}

/// <summary>A name that stands in tables and logs.</summary>
public sealed class LabelRule() : ValueRule(
    "a name of 1 to 64 printable ASCII characters without spaces", JsonForm.Text)
{
    private const int MaxCharacters = 64;

    /// <inheritdoc/>
    public override string? Normalise(string text) =>
        text.Length is > 0 and <= MaxCharacters && text.All(letter => letter is > ' ' and <= '~') ? text : null;
}

/// <summary>The address of a service over HTTP, without a login in it.</summary>
public sealed class WebAddressRule()
    : ValueRule("an http or https address such as http://127.0.0.1:4318", JsonForm.Text)
{
    private const int MaxCharacters = 2048;

    /// <inheritdoc/>
    public override string? Normalise(string text)
    {
        var isPlain = text.Length is > 0 and <= MaxCharacters && text.All(letter => letter is > ' ' and <= '~');
        return isPlain && Uri.TryCreate(text, UriKind.Absolute, out var address) && IsRight(address) ? text : null;
    }

    /// <inheritdoc/>
    public override string Show(string text) => HostRule.HideLogin(text);

    private static bool IsRight(Uri address) =>
        address.Scheme is "http" or "https"
            && address.Host.Length > 0 && address.UserInfo.Length == 0 && address.Port > 0;
}

/// <summary>A run's id.</summary>
public sealed class RunIdRule() : ValueRule("eight hexadecimal digits", JsonForm.Text)
{
    /// <inheritdoc/>
    public override string? Normalise(string text) =>
        text.Length == 8 && text.All(char.IsAsciiHexDigit) ? text.ToLowerInvariant() : null;
}

/// <summary>A time with its unit, kept as a whole number of one unit, such as <c>500us</c>.</summary>
/// <param name="expected">What is accepted: a noun, to follow "expected".</param>
/// <param name="min">The least, in the unit it is kept in.</param>
/// <param name="max">The most, in that unit.</param>
/// <param name="kept">That unit: <c>us</c> or <c>ms</c>.</param>
/// <param name="units">The units accepted, each with how many of the one kept it has.</param>
public class TimeRule(
    string expected, decimal min, decimal max, string kept, IReadOnlyDictionary<string, decimal> units)
    : ValueRule(expected, JsonForm.Text)
{
    private readonly MeasuredNumberRule number = new(min, max, "", units);

    /// <inheritdoc/>
    public override string? Normalise(string text) => number.Normalise(text) is { } value ? value + kept : null;

    /// <summary>The time of a normalised text.</summary>
    public static TimeSpan Parse(string text)
    {
        var value = long.Parse(text.AsSpan(0, text.Length - 2), CultureInfo.InvariantCulture);
        return text.EndsWith("us", StringComparison.Ordinal)
            ? TimeSpan.FromMicroseconds(value)
            : TimeSpan.FromMilliseconds(value);
    }
}

/// <summary>A round-trip time, kept as whole microseconds.</summary>
public sealed class RoundTripRule() : TimeRule(
    "a time from 0ms to 10s with its unit (us, ms or s), such as 1ms or 500us",
    0,
    10_000_000,
    "us",
    new Dictionary<string, decimal>(StringComparer.Ordinal) { ["us"] = 1, ["ms"] = 1000, ["s"] = 1_000_000 });

/// <summary>A time that something lasts, kept as whole milliseconds.</summary>
public sealed class DurationRule() : TimeRule(
    "a time from 100ms to 24h with its unit (ms, s, m or h), such as 10s or 2m",
    100,
    86_400_000,
    "ms",
    new Dictionary<string, decimal>(StringComparer.Ordinal)
    {
        ["ms"] = 1,
        ["s"] = 1000,
        ["m"] = 60_000,
        ["h"] = 3_600_000,
    });

/// <summary>How often a round offers the load: a number, or <c>auto</c>.</summary>
public sealed class BlocksRule() : ValueRule(
    $"auto or a whole number from 1 to {MeasureOptions.MaxBlocks}", JsonForm.NumberOrText)
{
    /// <summary>The word that leaves it to the run.</summary>
    public const string Auto = "auto";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Words => [Auto];

    private static readonly WholeNumberRule Number = new(1, MeasureOptions.MaxBlocks);

    /// <inheritdoc/>
    public override string? Normalise(string text) =>
        text.Equals(Auto, StringComparison.OrdinalIgnoreCase) ? Auto : Number.Normalise(text);

    /// <summary>The number of a normalised text; null when it is left to the run.</summary>
    public static int? Parse(string text) =>
        string.Equals(text, Auto, StringComparison.Ordinal) ? null : int.Parse(text, CultureInfo.InvariantCulture);
}

/// <summary>How many dispatchers serve the actors of a process: a number, one for each, or <c>auto</c>.</summary>
public sealed class DispatchersRule() : ValueRule(
    $"{Auto}, {PerActor} or a whole number from 1 to {Max}", JsonForm.NumberOrText)
{
    /// <summary>The word for as many as pay.</summary>
    public const string Auto = "auto";

    private const string PerActor = "per-actor";
    private const int Max = 1024;

    private static readonly WholeNumberRule Number = new(1, Max);

    /// <inheritdoc/>
    public override IReadOnlyList<string> Words => [Auto, PerActor];

    /// <inheritdoc/>
    public override string? Normalise(string text) =>
        Words.FirstOrDefault(word => word.Equals(text, StringComparison.OrdinalIgnoreCase)) ?? Number.Normalise(text);

    /// <summary>What a normalised text stands for in <see cref="ActorOptions.Dispatchers"/>.</summary>
    public static int Parse(string text) => text switch
    {
        Auto => 0,
        PerActor => ActorOptions.PerActor,
        _ => int.Parse(text, CultureInfo.InvariantCulture),
    };
}

/// <summary>
/// A number with a unit, as HOCON writes durations and sizes; normalised to a whole number of the base unit.
/// </summary>
public sealed class MeasuredNumberRule(
    decimal min, decimal max, string expected, IReadOnlyDictionary<string, decimal> units)
    : ValueRule(expected, JsonForm.Text)
{
    private const int MaxCharacters = 40;

    /// <inheritdoc/>
    public override string? Normalise(string text)
    {
        var trimmed = text.Trim();
        var numberLength = trimmed.TakeWhile(letter => char.IsAsciiDigit(letter) || letter == '.').Count();
        if (trimmed.Length > MaxCharacters
            || !units.TryGetValue(trimmed[numberLength..].Trim(), out var unit)
            || !decimal.TryParse(
                trimmed[..numberLength], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            || number > max / unit)
        {
            return null;
        }

        var value = number * unit;
        return value >= min
            && decimal.IsInteger(value) ? decimal.ToInt64(value).ToString(CultureInfo.InvariantCulture) : null;
    }
}
