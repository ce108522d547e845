namespace AElf.Bench.Core.Options;

/// <summary>The rules that several settings share.</summary>
public static class SettingRules
{
    private const int MaxPort = 65_535;
    private const int MaxHosts = 256;

    public static readonly WholeNumberRule Port = new(1, MaxPort);

    /// <summary>A TCP port to listen on; 0 means any free port.</summary>
    public static readonly WholeNumberRule ListenPort = new(0, MaxPort);

    public static readonly HostRule Host = new();

    /// <summary>Host names and addresses. <c>*.name</c> means every subdomain of a name, <c>*</c> every host.</summary>
    public static readonly TextRule<IReadOnlyList<string>> Hosts = new(
        "host names or IP addresses separated by commas, such as manager,10.0.0.7",
        text => text.Split(',', MaxHosts + 1, StringSplitOptions.TrimEntries) is { Length: <= MaxHosts } hosts
            && Array.TrueForAll(hosts, HostRule.IsHostOrPattern)
            ? hosts
            : null,
        JsonForm.TextList, mayHoldLogin: true);

    public static readonly TextRule<Endpoint?> Address = new(
        $"one {AddressListRule.AddressForm}, such as 127.0.0.1:4053",
        text => AddressListRule.Split(text) is [var address] ? address : null,
        mayHoldLogin: true);

    /// <summary>The HTTP address of a service, without a login.</summary>
    public static readonly TextRule<Uri> WebAddress = new(
        "an http or https address (port 1 to 65535) such as http://127.0.0.1:4318",
        text => text.Length <= 2048 && text.All(letter => letter is > ' ' and <= '~')
            && Uri.TryCreate(text, UriKind.Absolute, out var address) && address.Scheme is "http" or "https"
            && address is { Host.Length: > 0, UserInfo.Length: 0, Port: > 0 }
            ? address
            : null,
        mayHoldLogin: true);

    /// <summary>A name for tables and logs.</summary>
    public static readonly TextRule<string> Label = new(
        "a name of 1 to 64 printable ASCII characters without spaces",
        text => text.Length is > 0 and <= 64 && text.All(letter => letter is > ' ' and <= '~') ? text : null);

    public static readonly TextRule<string> RunId = new(
        "eight hexadecimal digits",
        text => text.Length == 8 && text.All(char.IsAsciiHexDigit) ? text.ToLowerInvariant() : null);

    /// <summary>The path of an existing folder.</summary>
    public static readonly TextRule<string> Folder = new(
        "an existing folder", text => Directory.Exists(text) ? text : null);

    public static readonly PlainTextRule Path = new("a path without control characters") { MayNameInput = true };

    /// <summary>The path of a file that the program writes.</summary>
    public static readonly PlainTextRule OutputFile = new("a path without control characters");

    public static readonly PlainTextRule Secret = new("text without control characters");

    public static readonly FlagRule Flag = new();

    /// <summary>A duration as HOCON writes it, normalised to milliseconds: 1 ms to 10 minutes.</summary>
    public static readonly TimeRule Duration = new(
        "a duration from 1 ms to 600 s, such as 500 ms or 10s", 1, 600_000, "ms",
        [
            ("", 1m), ("ns", 0.000_001m), ("us", 0.001m), ("ms", 1m), ("milliseconds", 1m),
            ("s", 1000m), ("seconds", 1000m), ("second", 1000m),
            ("m", 60_000m), ("minutes", 60_000m), ("minute", 60_000m),
        ])
    { IsBare = true };

    /// <summary>A size as HOCON writes it, normalised to bytes: 1 KiB to 64 MiB.</summary>
    public static readonly TextRule<int> Size = new(
        "a size from 1 KiB to 64 MiB, such as 128 KiB or 128000b",
        text => (int?)MeasuredNumber.Parse(text, 1024, 64 << 20,
        [
            ("", 1m), ("b", 1m), ("B", 1m), ("bytes", 1m),
            ("kB", 1000m), ("k", 1024m), ("K", 1024m), ("KiB", 1024m),
            ("MB", 1_000_000m), ("m", 1 << 20), ("M", 1 << 20), ("MiB", 1 << 20),
        ]));

    /// <summary>The strategies that have a router in Akka.</summary>
    public static readonly IReadOnlyList<RoutingStrategy> RoutingsOfAkka =
    [
        RoutingStrategy.RoundRobin, RoutingStrategy.RoundRobinGroup, RoutingStrategy.Random,
        RoutingStrategy.SmallestMailbox, RoutingStrategy.ConsistentHash,
    ];

    /// <summary>The routing strategies, also under their names in Akka.</summary>
    public static readonly ChoiceRule<RoutingStrategy> Routing = new(
        Array.ConvertAll(typeof(RoutingStrategy).GetEnumNames(), WithHyphens),
        (RoutingStrategy[])typeof(RoutingStrategy).GetEnumValues(),
        new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
        {
            ["round-robin-pool"] = "round-robin",
            ["random-pool"] = "random",
            ["random-group"] = "random",
            ["smallest-mailbox-pool"] = "smallest-mailbox",
            ["consistent-hashing-pool"] = "consistent-hash",
            ["consistent-hashing-group"] = "consistent-hash",
        });

    /// <summary>The strategy's name in settings, such as <c>round-robin</c>.</summary>
    public static string NameOf(RoutingStrategy routing) => Routing.Format(routing);

    // Avoids JSON's naming policy and LINQ over letters: each start would load them only for this method.
    private static string WithHyphens(string name)
    {
        var text = name;
        for (var at = name.Length - 1; at > 0; at--)
        {
            text = char.IsUpper(name[at]) ? text.Insert(at, "-") : text;
        }

        return text.ToLowerInvariant();
    }
}
