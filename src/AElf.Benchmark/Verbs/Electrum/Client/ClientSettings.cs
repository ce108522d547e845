using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Server.Client;
using AElf.Bench.Electrum.Server.Client.Crowd;
using AElf.Bench.Electrum.Sources;

namespace AElf.Benchmark.Verbs.Electrum.Client;

/// <summary>The settings of <c>electrum client</c>, except those of the chain.</summary>
internal static class ClientSettings
{
    private static readonly ClientOptions Defaults = new() { Server = default };
    private static readonly SettingGroup Rows = new("Client", Topic.Measurement, Programs.Verb);
    private static readonly SettingGroup OfTls = Rows with { Topic = Topic.Security };

    public static readonly Setting<int> Batch = new(
        Rows, "batch", new WholeNumberRule(1, 100_000), Defaults.BatchSize,
        "requests in a JSON-RPC batch; 1 for single requests", "--batch N")
    { Property = nameof(ClientOptions.BatchSize) };

    public static readonly Setting<bool> IsPipelined = new(
        Rows, "pipelined", SettingRules.Flag, false,
        "send all batches at once, without waiting for answers", "--pipelined")
    { Property = nameof(ClientOptions.IsPipelined) };

    public static readonly Setting<int> Runs =
        new(Rows, "runs", new WholeNumberRule(0, 1_000), Defaults.Runs, "runs after the first (cold) run", "--runs N");

    public static readonly Setting<ArrivalRate?> Rate = new(
        Rows, "rate", ArrivalRate.Rule, null,
        "several wallets: tests per second of all wallets (default: each starts a test when its last one ends)",
        "--rate RATE");

    public static readonly Setting<TimeSpan> Time = new(
        Rows, "time", TimeRule.Duration, TimeSpan.FromSeconds(10),
        "several wallets: for how long new tests start", "--time TIME");

    public static readonly Setting<int?> RequestLimit = new(
        Rows, "requestLimit", new WholeNumberRule(0, 1_000_000), null,
        "maximum of requests per second; 0 for no limit (default 50 for a public address of another "
            + "machine, otherwise no limit)",
        "--request-limit N");

    public static readonly Setting<TimeSpan> Timeout = new(
        Rows, "timeout", TimeRule.Bare(1, 86_400, "s"), Defaults.Timeout,
        "time-out of a connection, or of all requests of one kind", "--timeout TIME");

    public static readonly Setting<bool> IsTls =
        new(OfTls, "tls", SettingRules.Flag, false, "connect over TLS", "--tls")
        { Property = nameof(ClientOptions.IsTls) };

    public static readonly Setting<string?> Authority = new(
        OfTls, "authority", SettingRules.Path, null,
        "PEM file with the authority, or the self-signed certificate, to trust over TLS", "--tls-ca FILE")
    { Property = nameof(ClientOptions.AuthorityFile) };

    public static readonly Setting<string?> Json =
        new(Rows, "json", SettingRules.OutputFile, null, "write the result as JSON", "--json FILE")
        { Topic = Topic.Output };

    public static IReadOnlyList<Setting> All => Rows.All;

    /// <summary>The settings for several wallets only.</summary>
    public static IReadOnlyList<Setting> OfCrowd { get; } = [Rate, Time];

    /// <summary>The options of several wallets.</summary>
    public static CrowdOptions Crowd(ResolvedSettings settings) =>
        new(settings.Get(Rate), settings.Get(Time), settings.Get(ChainSettings.Seed));
}
