using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.Electrum.Serve;

/// <summary>The verb <c>electrum serve</c>: indexes a chain and serves it to wallets.</summary>
internal sealed class ServeVerb : Verb<ResolvedSettings>
{
    public const string Word = "serve";

    public override ProgramDescription Program { get; } = new()
    {
        Word = ElectrumWorkloadType.WorkloadName,
        Verb = Word,
        Table = [.. ChainSettings.OfServers, .. ServeSettings.All],
        Purpose = "Indexes a chain and serves it to wallets over the Electrum protocol, 1.4 to 1.7.",
        Sections = [new("Server", Topic.Process), new("Chain", Topic.Workload), new("Limits", Topic.Limits)],
        Notes = """
            The server prints the keys of the wallets in a synthetic chain. You can restore a wallet from them.
            Transactions that clients broadcast go into the next block of a synthetic chain, or to the node. The
            server follows a node's blocks, reorganisations and mempool. If the node does not answer, it waits.
            Ctrl-C or SIGTERM ends it.

            Exit codes: 0 ended by a signal, 1 usage, 2 an address, file or folder cannot be used
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--engine electrs",
        Examples =
        [
            new("the published wallet, on port 50001", ""),
            new("another layout, on a free port", "--engine electrs --listen 127.0.0.1:0"),
            new("blocks of a node, with TLS", "--chain blocks --tls-listen 127.0.0.1:50002 --cert c.pem --key k.pem"),
            new("follow a node", "--chain http://127.0.0.1:18443 --chain-login ~/.bitcoin/regtest/.cookie"),
            new("a chain that grows", "--blocks-every 10s --mempool 50"),
        ],
    };

    public override ResolvedSettings? Read(IReadOnlyList<string> words)
    {
        var settings = Resolve(words);
        Problems.AddRange(Check(settings));
        return Problems.Exists(problem => problem.Critical) ? null : settings;
    }

    protected override async Task<ExitCode> RunAsync(ResolvedSettings request)
    {
        using var ended = new Termination();
        try
        {
            await new ServeCommand(request, Console.Out, ended.Token).ServeAsync();
            return ExitCode.Ok;
        }
        catch (Exception exception) when (
            exception is InvalidDataException or ArgumentException or NotSupportedException)
        {
            return Fail(ExitCode.Environment, exception.Message);
        }
    }

    protected override ExitCode? Interrupted => ExitCode.Ok;

    private static RuleList Check(ResolvedSettings settings)
    {
        var chain = settings.Get(ChainSettings.Chain);
        var (store, grows) = (settings.Get(ServeSettings.Store), settings.Get(ServeSettings.BlocksEvery) is not null);
        return new(settings)
        {
            ChainSettings.Check(settings),
            ListenRule.CheckReach(settings, ServeSettings.Listen, ServeSettings.IsPublic),
            ListenRule.CheckReach(settings, ServeSettings.TlsListen, ServeSettings.IsPublic),
            TlsRules.Pair(settings, ServeSettings.Certificate, ServeSettings.Key),
            {
                settings.Get(ServeSettings.TlsListen) is null != settings.Get(ServeSettings.Certificate) is null,
                ServeSettings.TlsListen, "TLS needs an address, a certificate and its key",
                "give --tls-listen, --cert and --key together"
            },
            {
                (grows || settings.Get(ServeSettings.Mempool) > 0) && chain is not "synthetic", ChainSettings.Chain,
                "only a synthetic chain can grow",
                $"remove {ServeSettings.BlocksEvery.Option} and {ServeSettings.Mempool.Option}"
            },
            {
                ChainChoice.IsNodeAddress(chain) ? [] : [ServeSettings.Poll, ServeSettings.NodeTimeout],
                "applies only to a node", "use it with --chain http://HOST:PORT"
            },
            { store.Problem is not null, ServeSettings.Store, $"{store.Problem}", $"use {IndexLocation.Memory}" },
            {
                grows && store != IndexLocation.Memory, ServeSettings.Store,
                "a later start generates the chain without the added blocks",
                $"use {ServeSettings.Store.Option} {IndexLocation.Memory}"
            },
        };
    }
}
