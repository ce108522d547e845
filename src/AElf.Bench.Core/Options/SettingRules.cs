
namespace AElf.Bench.Core.Options;

/// <summary>The rules several settings share, and the names of the choices.</summary>
public static class SettingRules
{
    private const int MaxPort = 65_535;

    /// <summary>A TCP port.</summary>
    public static readonly ValueRule Port = new WholeNumberRule(1, MaxPort);

    /// <summary>A TCP port to listen on; 0 is any that is free.</summary>
    public static readonly ValueRule ListenPort = new WholeNumberRule(0, MaxPort);

    /// <summary>A host name or IP address.</summary>
    public static readonly ValueRule Host = new HostRule();

    /// <summary>A path.</summary>
    public static readonly ValueRule Path = new PlainTextRule("a path without control characters");

    /// <summary>The path of a file that the program writes.</summary>
    public static readonly ValueRule OutputFile = new PlainTextRule("a path without control characters");

    /// <summary>A password or another secret.</summary>
    public static readonly ValueRule Secret = new PlainTextRule("text without control characters");

    /// <summary>True or false.</summary>
    public static readonly ValueRule Flag = new FlagRule();

    /// <summary>A duration as HOCON writes it, normalised to milliseconds: 1 ms to 10 minutes.</summary>
    public static readonly ValueRule Duration = new MeasuredNumberRule(
        1,
        600_000,
        "a duration from 1 ms to 600 s, such as 500 ms or 10s",
        Units(
            ("", 1m), ("ns", 0.000_001m), ("us", 0.001m), ("ms", 1m), ("milliseconds", 1m),
            ("s", 1000m), ("seconds", 1000m), ("second", 1000m),
            ("m", 60_000m), ("minutes", 60_000m), ("minute", 60_000m)));

    /// <summary>
    /// A round trip, normalised to microseconds: 0 to 10 s. Its unit has to be there: a bare 1 could be taken for
    /// either.
    /// </summary>
    public static readonly ValueRule RoundTrip = new RoundTripRule();

    /// <summary>A size as HOCON writes it, normalised to bytes: 1 KiB to 64 MiB.</summary>
    public static readonly ValueRule Size = new MeasuredNumberRule(
        1024,
        64 << 20,
        "a size from 1 KiB to 64 MiB, such as 128 KiB or 128000b",
        Units(
            ("", 1m), ("b", 1m), ("B", 1m), ("bytes", 1m),
            ("kB", 1000m), ("k", 1024m), ("K", 1024m), ("KiB", 1024m),
            ("MB", 1_000_000m), ("m", 1 << 20), ("M", 1 << 20), ("MiB", 1 << 20)));

    /// <summary>The store types, in the order of their names in <see cref="StoreType"/>.</summary>
    public static readonly IReadOnlyList<string> StoreTypes = ["inmemory", "redis", "ssdb", "twemproxy"];

    /// <summary>The clients, in the order of <see cref="StoreClient"/>.</summary>
    public static readonly IReadOnlyList<string> Clients = ["pipelined", "stackexchange"];

    /// <summary>The engines, in the order of <see cref="Engine"/>.</summary>
    public static readonly IReadOnlyList<string> Engines = ["akka", "local"];

    /// <summary>Whose routers there are, in the order of <see cref="RouterOwner"/>.</summary>
    public static readonly IReadOnlyList<string> Routers = ["scheduler", "akka"];

    /// <summary>The routings, as <see cref="RoutingStrategy"/> has them.</summary>
    public static readonly IReadOnlyList<string> Routings = [.. Enum.GetNames<RoutingStrategy>().Select(WithHyphens)];

    /// <summary>The routings that Akka has a router for.</summary>
    public static readonly IReadOnlyList<RoutingStrategy> RoutingsOfAkka =
    [
        RoutingStrategy.RoundRobin, RoutingStrategy.RoundRobinGroup, RoutingStrategy.Random,
        RoutingStrategy.SmallestMailbox, RoutingStrategy.ConsistentHash,
    ];

    /// <summary>The routings, with the names Akka has for them.</summary>
    public static readonly ValueRule Routing = new ChoiceRule(
        Routings,
        new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
        {
            ["round-robin-pool"] = "round-robin",
            ["random-pool"] = "random",
            ["random-group"] = "random",
            ["smallest-mailbox-pool"] = "smallest-mailbox",
            ["consistent-hashing-pool"] = "consistent-hash",
            ["consistent-hashing-group"] = "consistent-hash",
        });

    /// <summary>The strategy's name.</summary>
    public static string NameOf(RoutingStrategy routing) => Routings[(int)routing];

    // The same naming policy of System.Text.Json would be loaded at each start for this alone.
    private static string WithHyphens(string name) => string.Concat(name.Select((letter, at) => !char.IsUpper(letter)
        ? $"{letter}"
        : (at == 0 ? "" : "-") + char.ToLowerInvariant(letter)));

    private static Dictionary<string, decimal> Units(params (string Name, decimal Factor)[] units) =>
        units.ToDictionary(unit => unit.Name, unit => unit.Factor, StringComparer.Ordinal);
}
