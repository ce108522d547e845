using System.Collections;
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

/// <summary>
/// The accepted values of a setting, with conversion from and to text. Files, environment and command line use the same
/// rule.
/// </summary>
/// <param name="expected">The accepted values, as a noun after "expected".</param>
/// <param name="form">How the value is written in JSON.</param>
/// <param name="mayHoldLogin">Whether a text may contain a login, which messages hide.</param>
public abstract class ValueRule(string expected, JsonForm form, bool mayHoldLogin = false)
{
    public string Expected => expected;

    public JsonForm Form => form;

    /// <summary>The path of the file that the program may read for a value; null for none.</summary>
    public virtual string? InputOf(object value) => null;

    /// <summary>The words for a shell's completion; empty if there are too many.</summary>
    public virtual IReadOnlyList<string> Words { get; init; } = [];

    /// <summary>The value of a text; null if the text is invalid.</summary>
    public abstract object? Parse(string text);

    /// <summary>The canonical text of a value; parsing it returns the same value.</summary>
    public virtual string Format(object value) => value switch
    {
        Uri address => address.OriginalString,
        IEnumerable list and not string => string.Join(',', list.Cast<object>()),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
    };

    /// <summary>A default value as the help shows it.</summary>
    public virtual string Describe(object value) => Format(value);

    /// <summary>The canonical text for a given text; null if the text is invalid.</summary>
    public string? Normalise(string text) => Parse(text) is { } value ? Format(value) : null;

    /// <summary>The text for a message, without a login.</summary>
    public virtual string Show(string text) => mayHoldLogin && text.Contains('@', StringComparison.Ordinal)
        ? "a value with '@' (not shown, it may hold a password)"
        : Quoted.Text(text);
}

/// <summary>A rule with the type of its values, so that the compiler checks setting and rule together.</summary>
/// <typeparam name="T">What <see cref="ValueRule.Parse"/> returns.</typeparam>
public interface IRuleOf<out T>;

/// <summary>A rule that is one function.</summary>
/// <typeparam name="T">The type of its values; nullable when a setting may be unset.</typeparam>
/// <param name="parse">The value of a text; null if the text is invalid.</param>
public sealed class TextRule<T>(
    string expected, Func<string, object?> parse, JsonForm form = JsonForm.Text, bool mayHoldLogin = false)
    : ValueRule(expected, form, mayHoldLogin), IRuleOf<T>
{
    public override object? Parse(string text) => parse(text);
}

/// <summary>A whole number in ASCII digits, in every culture.</summary>
public abstract class IntegerRule(ulong min, ulong max)
    : ValueRule($"a whole number from {Text(min)} to {Text(max)}", JsonForm.Number)
{
    private const int MaxDigits = 20;

    public override object? Parse(string text) =>
        text.Length is > 0 and <= MaxDigits && text.All(char.IsAsciiDigit)
            && ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value)
            && value >= min && value <= max
            ? Typed(value)
            : null;

    /// <summary>The number in the rule's type.</summary>
    protected abstract object Typed(ulong value);

    private static string Text(ulong value) =>
        value.ToString(value < 100_000 ? "D" : "N0", CultureInfo.InvariantCulture);
}

/// <summary>A whole number within the range of int.</summary>
public sealed class WholeNumberRule(int min, int max)
    : IntegerRule((ulong)min, (ulong)max), IRuleOf<int>, IRuleOf<int?>
{
    public int Min => min;

    public int Max => max;

    protected override object Typed(ulong value) => (int)value;
}

/// <summary>A whole number above the range of int.</summary>
public sealed class LargeNumberRule(ulong min, ulong max) : IntegerRule(min, max), IRuleOf<ulong>
{
    protected override object Typed(ulong value) => value;
}

/// <summary>A number with at most three decimals, in ASCII digits and with a point, in every culture.</summary>
public sealed class DecimalNumberRule(decimal min, decimal max, string expected)
    : ValueRule(expected, JsonForm.Number), IRuleOf<decimal>, IRuleOf<decimal?>
{
    private const int MaxCharacters = 20;
    private const int MaxDecimals = 3;

    public decimal Min => min;

    public decimal Max => max;

    public override object? Parse(string text) =>
        text.Length is > 0 and <= MaxCharacters
            && text.All(letter => char.IsAsciiDigit(letter) || letter is '.')
            && decimal.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var value)
            && value >= min && value <= max && decimal.Round(value, MaxDecimals) == value
            ? value
            : null;

    public override string Format(object value) => ((decimal)value).ToString("0.###", CultureInfo.InvariantCulture);
}

/// <summary>A range of whole numbers, both ends included.</summary>
public readonly record struct CountRange(int From, int To)
{
    /// <summary>Both numbers, with a space between them.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{From} {To}");
}

/// <summary>A range of whole numbers, written as first and last with a space; one number means both.</summary>
public sealed class CountRangeRule(int min, int max)
    : ValueRule(new WholeNumberRule(min, max).Expected, JsonForm.Number), IRuleOf<CountRange>
{
    private readonly WholeNumberRule number = new(min, max);

    public override object? Parse(string text) => Array.ConvertAll(text.Split(' '), number.Parse) switch
    {
        [int both] => new CountRange(both, both),
        [int from, int to] => new CountRange(from, to),
        _ => null,
    };
}

/// <summary>One of a few values, written by name. Letter case does not matter.</summary>
/// <param name="values">The values, in the order of the names.</param>
/// <param name="spellings">Other spellings of names; null for none.</param>
public abstract class ChoiceRule(string[] names, Array values, IReadOnlyDictionary<string, string>? spellings)
    : ValueRule($"one of {string.Join(", ", names)}", JsonForm.Text)
{
    public override IReadOnlyList<string> Words => names;

    /// <summary>Other spellings of the names.</summary>
    public IEnumerable<string> Spellings => spellings?.Keys ?? [];

    /// <summary>Names that are values themselves.</summary>
    public static ChoiceRule<string> Of(params string[] names) => new(names, names);

    /// <summary>The values of an enum, by their names in small letters.</summary>
    public static ChoiceRule<T> Of<T>()
        where T : struct, Enum => new(NamesOf(typeof(T)), (T[])typeof(T).GetEnumValues());

    public override object? Parse(string text)
    {
        var meant = spellings is not null && spellings.TryGetValue(text, out var name) ? name : text;
        var at = Array.FindIndex(names, known => known.Equals(meant, StringComparison.OrdinalIgnoreCase));
        return at < 0 ? null : values.GetValue(at);
    }

    public override string Format(object value) => names[Array.IndexOf(values, value)];

    private static string[] NamesOf(Type type) =>
        Array.ConvertAll(type.GetEnumNames(), name => name.ToLowerInvariant());
}

/// <summary>A choice with typed values.</summary>
/// <typeparam name="T">The type of its values.</typeparam>
public sealed class ChoiceRule<T>(string[] names, T[] values, IReadOnlyDictionary<string, string>? spellings = null)
    : ChoiceRule(names, values, spellings), IRuleOf<T>;

/// <summary>Yes or no.</summary>
/// <param name="isOnOff">Whether messages and help name <c>on</c> and <c>off</c>.</param>
public sealed class FlagRule(bool isOnOff = false)
    : ValueRule(isOnOff ? "on or off" : "true or false", JsonForm.Flag), IRuleOf<bool>
{
    public override IReadOnlyList<string> Words => ["on", "off"];

    public override object? Parse(string text) => text.ToUpperInvariant() switch
    {
        "TRUE" or "ON" or "YES" => true,
        "FALSE" or "OFF" or "NO" => false,
        _ => null,
    };

    public override string Format(object value) => value is true ? "true" : "false";

    public override string Describe(object value) => (isOnOff, value) switch
    {
        (true, true) => "on",
        (true, _) => "off",
        _ => Format(value),
    };
}

/// <summary>A host name or an IP address, without port.</summary>
/// <param name="isOfStore">Whether it may be the path of a Unix socket.</param>
public sealed class HostRule(bool isOfStore = false)
    : ValueRule($"{(isOfStore ? "unix:/PATH, or " : "")}a host name or IP address", JsonForm.Text, mayHoldLogin: true),
        IRuleOf<string>
{
    /// <summary>Maximum bytes of a Unix socket's path: sun_path of unix(7), without the zero at its end.</summary>
    public const int MaxSocketPath = 107;

    private const int MaxHost = 253;

    public override object? Parse(string text) =>
        (isOfStore ? StoreAddress.UnixPath(text) : null) ?? (IsHost(text) ? text : null);

    /// <summary>Whether a host means all addresses of the machine: <c>0.0.0.0</c> or <c>::</c>.</summary>
    public static bool IsWildcard(string host) => System.Net.IPAddress.TryParse(host, out var address)
        && (address.Equals(System.Net.IPAddress.Any) || address.Equals(System.Net.IPAddress.IPv6Any));

    internal static bool IsHost(string text) =>
        text.Length is > 0 and <= MaxHost
        && text.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '.' or '-' or '_' or ':' or '%')
        && (!text.Contains(':', StringComparison.Ordinal) || System.Net.IPAddress.TryParse(text, out _));

    // Refuse the wildcard address: it never names a host, and ASP.NET would read it as '*'.
    internal static bool IsHostOrPattern(string host) =>
        host is "*"
        || (IsHost(host.StartsWith("*.", StringComparison.Ordinal) ? host[2..] : host) && !IsWildcard(host));
}

/// <summary>Addresses, each host:port, separated by commas.</summary>
/// <param name="isOfStores">Whether they may be Unix sockets.</param>
public sealed class AddressListRule(JsonForm form, bool isOfStores = false)
    : ValueRule(SeveralExpected, form, mayHoldLogin: true), IRuleOf<IReadOnlyList<Endpoint>>
{
    /// <summary>The form of one address, for messages.</summary>
    public const string AddressForm = "HOST:PORT (port 1 to 65535)";

    internal const string SeveralExpected = $"{AddressForm}, or several separated by commas";

    private const int MaxAddresses = 1024;

    public override object? Parse(string text) => Split(text, isOfStores);

    /// <summary>The addresses of a list; null if it is invalid.</summary>
    /// <param name="isOfStores">Whether they may be Unix sockets.</param>
    public static IReadOnlyList<Endpoint>? Split(string text, bool isOfStores = false)
    {
        var parts = text.Split(',', MaxAddresses + 1, StringSplitOptions.TrimEntries);
        var addresses = parts.Select(part => isOfStores && StoreAddress.UnixPath(part) is { } path
            ? new Endpoint(path, 0)
            : Address(part)).OfType<Endpoint>().ToArray();
        return addresses.Length == parts.Length && parts.Length <= MaxAddresses ? addresses : null;
    }

    private static Endpoint? Address(string text)
    {
        var colon = text.LastIndexOf(':');
        if (colon < 1 || SettingRules.Port.Parse(text[(colon + 1)..]) is not int port)
        {
            return null;
        }

        var host = text[..colon];
        var isBracketed = host is ['[', .., ']'];
        var bare = isBracketed ? host[1..^1] : host;
        var isRight = HostRule.IsHost(bare) && bare.Contains(':', StringComparison.Ordinal) == isBracketed;
        return isRight ? new Endpoint(bare, port) : null;
    }
}

/// <summary>Addresses of managers: those that workers join, or one HTTP address.</summary>
/// <param name="Addresses">The addresses; empty if there is a <paramref name="Url"/>.</param>
/// <param name="Url">The manager's HTTP address; null if there are addresses.</param>
public sealed record ManagerPlaces(IReadOnlyList<Endpoint> Addresses, Uri? Url = null)
{
    /// <summary>Accepts addresses that workers join, or one <c>http://</c> address.</summary>
    public static readonly TextRule<ManagerPlaces> Rule = new(
        AddressListRule.SeveralExpected,
        text => (SettingRules.WebAddress.Parse(text), AddressListRule.Split(text)) switch
        {
            (Uri { PathAndQuery: "/" } url, _) => new ManagerPlaces([], url),
            (_, { } addresses) => new ManagerPlaces(addresses),
            _ => null,
        },
        JsonForm.AddressList, mayHoldLogin: true);

    public override string ToString() => Url?.GetLeftPart(UriPartial.Authority) ?? string.Join(',', Addresses);
}

/// <summary>A text without control characters, such as a path.</summary>
public sealed class PlainTextRule(string expected) : ValueRule(expected, JsonForm.Text), IRuleOf<string>
{
    private const int MaxCharacters = 4096;

    /// <summary>Whether the text may be the path of a file that the program reads.</summary>
    public bool MayNameInput { get; init; }

    public override string? InputOf(object value) => MayNameInput ? (string)value : null;

    public override object? Parse(string text)
    {
        // U+FFFD replaces bytes that were not UTF-8: the original name is lost.
        var isPlain = text.Length is > 0 and <= MaxCharacters
            && !text.Any(letter => char.IsControl(letter) || letter == '\uFFFD');
        return isPlain && !string.IsNullOrWhiteSpace(text) ? text : null;
    }
}

/// <summary>A whole number from 1, or a word that means a number outside of the range.</summary>
public sealed class NumberOrWordRule(int max, params (string Word, int Value)[] known) : ValueRule(
    $"{string.Join(", ", known.Select(each => each.Word))} or a whole number from 1 to {max}",
    JsonForm.NumberOrText), IRuleOf<int>
{
    private readonly WholeNumberRule number = new(1, max);

    public override IReadOnlyList<string> Words => Array.ConvertAll(known, each => each.Word);

    public override object? Parse(string text) =>
        Array.Find(known, each => each.Word.Equals(text, StringComparison.OrdinalIgnoreCase)) is { Word: not null } word
            ? word.Value
            : number.Parse(text);

    public override string Format(object value) =>
        Array.Find(known, each => value.Equals(each.Value)).Word ?? base.Format(value);
}

/// <summary>The number of workers for a run.</summary>
/// <param name="Count">The number; the minimum with <paramref name="OrMore"/>.</param>
/// <param name="OrMore">Whether a run uses all joined workers, if there are more.</param>
public readonly record struct WorkerCount(int Count, bool OrMore)
{
    private const int Max = 10_000;

    /// <summary>Accepts a number, or <c>4+</c> for all, at least four.</summary>
    public static readonly TextRule<WorkerCount?> Rule = new(
        $"a whole number from 1 to {Max}, or one with a + for at least that many",
        text => new WholeNumberRule(1, Max).Parse(text.EndsWith('+') ? text[..^1] : text) is int count
            ? new WorkerCount(count, text.EndsWith('+'))
            : null,
        JsonForm.NumberOrText);

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Count}{(OrMore ? "+" : "")}");
}
