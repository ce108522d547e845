using System.Reflection;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Client;
using AElf.Bench.Electrum.Sources;

namespace AElf.Benchmark.Verbs.Electrum.Client;

/// <summary>What <c>electrum client</c> was asked for.</summary>
/// <param name="Options">How the server is measured.</param>
/// <param name="Scripts">A key, or a file; null for the wallet of the synthetic chain, or one that is drawn.</param>
/// <param name="KeyAddresses">Addresses of each chain of a key.</param>
/// <param name="Drawn">How many scripts are drawn from a chain that is there.</param>
/// <param name="Seed">What they are drawn by.</param>
/// <param name="Chain">The chain the server has; null where it is not known.</param>
/// <param name="JsonOutput">Where the JSON goes; null writes none.</param>
internal sealed record ClientRequest(
    ClientOptions Options,
    string? Scripts,
    int KeyAddresses,
    int Drawn,
    ulong Seed,
    ChainChoice? Chain,
    string? JsonOutput)
{
    /// <summary>The word after <c>electrum</c>.</summary>
    public const string Verb = "client";

    private static readonly List<Setting> Rows = [];

    private static readonly Setting Batch = Add(
        "batch",
        Topic.Measurement,
        new WholeNumberRule(1, 100_000),
        "50",
        "requests of a JSON-RPC batch; 1 sends them without",
        "--batch N");

    private static readonly Setting IsPipelined = Add(
        "pipelined",
        Topic.Measurement,
        SettingRules.Flag,
        "false",
        "send all batches at once, not each when the one before is answered",
        "--pipelined");

    private static readonly Setting Runs = Add(
        "runs",
        Topic.Measurement,
        new WholeNumberRule(0, 1_000),
        "3",
        "runs after the first, the cold one",
        "--runs N");

    private static readonly Setting Timeout = Add(
        "timeout",
        Topic.Measurement,
        new WholeNumberRule(1, 86_400),
        "600",
        "seconds that one kind of request may take",
        "--timeout SECONDS");

    private static readonly Setting IsTls = Add(
        "tls", Topic.Security, SettingRules.Flag, "false", "connect over TLS", "--tls");

    private static readonly Setting Authority = Add(
        "authority",
        Topic.Security,
        SettingRules.Path,
        null,
        "PEM file with the authority, or the self-signed certificate, to trust over TLS",
        "--tls-ca FILE");

    private static readonly Setting Json = Add(
        "json", Topic.Output, SettingRules.OutputFile, null, "write what was measured as JSON", "--json FILE");

    /// <summary>What the verb takes and says of itself.</summary>
    public static ProgramDescription Program { get; } = new()
    {
        Assembly = Assembly.GetExecutingAssembly(),
        Word = ElectrumWorkloadType.WorkloadName,
        Verb = Verb,
        Program = Programs.ElectrumClient,
        Table = [.. ChainSettings.Of(Programs.ElectrumClient), .. Rows],
        Purpose = "Measures any Electrum server with a wallet, and checks each answer.",
        Usage = "HOST:PORT [options]",
        TakesName = true,
        Sections =
        [
            new("Wallet and chain", Topic.Workload), new("Measurement", Topic.Measurement),
            new("Connection", Topic.Security), new("Output", Topic.Output),
        ],
        Notes = """
            Two tests, each run over a new connection: the initial load subscribes to every script of the wallet,
            the wallet refresh asks for every history, then for every transaction. Reading and checking the
            answers is timed apart. A first run is a cold one only when the server was just started.

            Histories are held against the chain the options name; with --scripts alone, each status against its
            history and each transaction against its id. The chain has to be the one the server has.

            Exit codes: 0 measured, 1 usage, 2 nobody there, 3 a wrong answer, 5 the server failed
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--batch 50",
        Examples =
        [
            new("a server that indexed electrum node", "127.0.0.1:50001"),
            new("one's own wallet", "electrum.example:50002 --tls --tls-ca server.pem --scripts zpub.txt"),
            new("how much a batch saves", "127.0.0.1:50001 --batch 1 --pipelined --json single.json"),
        ],
    };

    /// <summary>
    /// Reads the words after the verb; null when something is wrong with them, which is then in
    /// <paramref name="problems"/>.
    /// </summary>
    public static ClientRequest? Read(IReadOnlyList<string> words, List<ValidationError> problems)
    {
        var (given, name) = CommandLineReader.Read(Program, words);
        var settings = new MergedSettings(Programs.ElectrumClient, given);
        problems.AddRange(
        [
            .. given.Problems, .. ChainSettings.Check(settings), .. OutputPaths.Check(Rows, settings),
            .. CheckServer(name), .. CheckTls(settings),
        ]);
        return problems.Count > 0 ? null : From(settings, AddressListRule.Parse(name!)[0]);
    }

    private static ClientRequest From(MergedSettings settings, Endpoint server) => new(
        new ClientOptions
        {
            Server = server,
            IsTls = settings.Flag(IsTls),
            AuthorityFile = settings[Authority],
            Timeout = TimeSpan.FromSeconds(settings.Int(Timeout)),
            BatchSize = settings.Int(Batch),
            IsPipelined = settings.Flag(IsPipelined),
            Runs = settings.Int(Runs),
        },
        settings[ChainSettings.Scripts],
        settings.Int(ChainSettings.KeyAddresses),
        settings.Int(ChainSettings.Wallet),
        ChainSettings.SeedOf(settings),
        settings[ChainSettings.Scripts] is null || ChainSettings.IsGiven(settings)
            ? ChainSettings.Read(settings)
            : null,
        settings[Json]);

    private static IEnumerable<ValidationError> CheckServer(string? name)
    {
        if (name is null || new AddressRule().Normalise(name) is null)
        {
            yield return ValidationError.Error(
                "server",
                name is null ? "address missing" : $"{Quoted.Text(name)} is not valid",
                "expected HOST:PORT, such as 127.0.0.1:50001");
        }
    }

    private static IEnumerable<ValidationError> CheckTls(MergedSettings settings)
    {
        if (settings[Authority] is not null && !settings.Flag(IsTls))
        {
            yield return ValidationError.Error(
                Authority.Option!, "the connection is not TLS", $"add {IsTls.Option}, or leave it out");
        }
    }

    private static Setting Add(string key, Topic topic, ValueRule rule, string? value, string purpose, string syntax)
    {
        var setting = new Setting($"Client.{key}", topic, rule, value, purpose)
        {
            Syntax = syntax,
            Programs = Programs.ElectrumClient,
        };
        Rows.Add(setting);
        return setting;
    }
}
