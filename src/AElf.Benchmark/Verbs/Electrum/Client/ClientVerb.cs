using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Server.Client;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.Electrum.Client;

/// <summary>The verb <c>electrum client</c>: measures an Electrum server with a wallet.</summary>
internal sealed class ClientVerb : Verb<ClientRequest>
{
    public const string Word = "client";

    private const string Curve = "wallets=";
    private const int MaxWallets = 10_000;

    public override ProgramDescription Program { get; } = new()
    {
        Word = ElectrumWorkloadType.WorkloadName,
        Verb = Word,
        Table = [.. ChainSettings.All, .. ClientSettings.All],
        Purpose = "Measures any Electrum server with a wallet, and checks each answer.",
        Usage = "HOST:PORT [wallets=N,N,...] [options]",
        TakesName = true,
        Sections =
        [
            new("Wallet and chain", Topic.Workload), new("Measurement", Topic.Measurement),
            new("Connection", Topic.Security), new("Output", Topic.Output),
        ],
        Notes = """
            Two tests, each over a new connection: the initial load subscribes to every script of the wallet; the
            wallet refresh requests every history, then every transaction, then the header of every block with such
            a transaction. The time to read and check the answers is measured separately. The first run is cold only
            if the server was just started.

            With several wallets, each has a connection and makes the two tests in turns. wallets=1,10,100 measures
            each number, and names the number at which the rate stops rising. Generate the chain with the largest
            number (electrum serve --wallets 100). Requests to a public address of another machine are limited; for
            your own server, change the limit with --request-limit.

            Histories are compared with the chain of the options; with --scripts alone, each status with its
            history and each transaction with its id. The server may have further blocks: the chain of the options
            must be a prefix of the server's.

            Exit codes: 0 measured, 1 usage, 2 no server of that chain, 3 a wrong answer, 5 the server
            failed, or interrupted
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--batch 50",
        Examples =
        [
            new("a server that indexed electrum node", "127.0.0.1:50001"),
            new("your own wallet", "electrum.example:50002 --tls --tls-ca server.pem --scripts zpub.txt"),
            new("many wallets at once", "127.0.0.1:50001 wallets=1,10,100 --wallet 30 --wallet-sizes zipf"),
            new("how much a batch saves", "127.0.0.1:50001 --batch 1 --pipelined --json single.json"),
        ],
    };

    public override ClientRequest? Read(IReadOnlyList<string> words)
    {
        // The largest number is the number of wallets in the chain.
        var curve = words.FirstOrDefault(word => word.StartsWith(Curve, StringComparison.Ordinal));
        var counts = CountsOf(curve);
        var (given, name) = CommandLineReader.Read(
            Program,
            [
                .. words.Where(word => !word.Equals(curve, StringComparison.Ordinal)),
                .. counts is [.., var max] ? (string[])[ChainSettings.Wallets.Option!, $"{max}"] : [],
            ]);
        var settings = Resolve(given);
        var asked = counts is [] ? [settings.Get(ChainSettings.Wallets)] : counts;
        Problems.AddRange(Check(settings, name, asked));
        if (curve is not null && counts is [])
        {
            Problems.Add(ValidationError.Error(
                Quoted.Text(curve), "not numbers of wallets",
                $"expected rising numbers from 1 to {MaxWallets}, such as {Curve}1,10,100"));
        }

        return Problems.Count > 0 ? null : new ClientRequest(
            settings.Bind(new ClientOptions { Server = AddressListRule.Split(name!)![0] }, ClientSettings.All),
            settings,
            asked,
            settings.Get(ChainSettings.Scripts) is null || ChainSettings.IsGiven(settings)
                ? ChainSettings.Read(settings)
                : null);
    }

    protected override ExitCode? Interrupted => ExitCode.DegradedOrFailed;

    protected override Task<ExitCode> RunAsync(ClientRequest request) => Task.FromResult(Run(request));

    private ExitCode Run(ClientRequest request)
    {
        using var ended = new Termination();
        try
        {
            new ClientCommand(request, ended.Token).Measure();
            return ended.IsRequested
                ? Fail(ExitCode.DegradedOrFailed, "interrupted: the figures cover the time until then")
                : ExitCode.Ok;
        }
        catch (ServerFaultException exception)
        {
            return Fail(exception.Code, exception.Message);
        }
    }

    /// <summary>The numbers of wallets in a word; empty for other words, or if the numbers do not rise.</summary>
    private static int[] CountsOf(string? word)
    {
        int[] counts = [.. (word?[Curve.Length..].Split(',') ?? []).Select(
            text => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : 0)];
        return counts.SequenceEqual(counts.Distinct().Order()) && counts is [> 0, ..] && counts[^1] <= MaxWallets
            ? counts
            : [];
    }

    private static RuleList Check(ResolvedSettings settings, string? server, int[] asked) => new(settings)
    {
        ChainSettings.Check(settings),
        {
            SettingRules.Address.Parse(server ?? "") is null,
            ValidationError.Error(
                "server",
                server is null ? "address missing" : $"{Quoted.Text(server)} is not valid",
                $"expected {AddressListRule.AddressForm}, such as 127.0.0.1:50001")
        },
        {
            asked is [1] ? ClientSettings.OfCrowd : [],
            "needs several wallets", $"add {ChainSettings.Wallets.Option} N, or {Curve}N,N"
        },
        {
            settings.Get(ClientSettings.Authority) is not null && !settings.Get(ClientSettings.IsTls),
            ClientSettings.Authority,
            "the connection is not TLS", $"add {ClientSettings.IsTls.Option}, or remove it"
        },
    };
}
