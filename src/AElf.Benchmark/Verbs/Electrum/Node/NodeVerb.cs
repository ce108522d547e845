using System.Net;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Server;
using AElf.Bench.Electrum.Server.Node;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Verbs.Electrum.Serve;

namespace AElf.Benchmark.Verbs.Electrum.Node;

/// <summary>The verb <c>electrum node</c>: serves a chain over bitcoind's JSON-RPC until a signal ends it.</summary>
internal sealed class NodeVerb : Verb<ChainChoice>
{
    public const string Word = "node";

    private const int ProgressEach = 1000;

    private static readonly SettingGroup Rows = new("Node", Topic.Workload, Programs.Verb);
    private static readonly SettingGroup OfLogin = Rows with { Topic = Topic.Security };

    public static readonly Setting<IPEndPoint> ListenAt =
        new(Rows, "listen", ListenRule.Rule, new(IPAddress.Loopback, 18443), "listening address", "--listen IP:PORT")
        { Topic = Topic.Process };

    private static readonly Setting<string?> Login = new(
        OfLogin, "login", SettingRules.Path, null,
        "file with USER:PASSWORD of the callers in one line", "--login-file FILE");

    private static readonly Setting<string> Cookie = new(
        OfLogin, "cookie", SettingRules.OutputFile, "electrum-node.cookie",
        "without --login-file: file for a generated user and password", "--cookie FILE");

    private static readonly Setting<int> MempoolSize = new(
        Rows, "mempool", new WholeNumberRule(0, 10_000), 0,
        "waiting transactions at the start", "--mempool N");

    private static readonly Setting<TimeSpan?> Growth = new(
        Rows, "blocksEvery", TimeRule.Duration, null,
        "interval for adding a block with the waiting transactions to a synthetic chain", "--blocks-every TIME");

    public override ProgramDescription Program { get; } = new()
    {
        Word = ElectrumWorkloadType.WorkloadName,
        Verb = Word,
        Table = [.. ChainSettings.OfServers, ServeSettings.IsPublic, .. Rows.All],
        Purpose = "Serves a chain over bitcoind's JSON-RPC, so that real Electrum servers index it.",
        Sections =
        [
            new("Chain", Topic.Workload), new("Listener", Topic.Process), new("Login", Topic.Security),
        ],
        Notes = """
            The node answers the calls of Electrum servers: getblockcount, getbestblockhash, getblockhash,
            getblock, getblockheader, getblockchaininfo, getrawtransaction, getrawmempool, getmempoolinfo,
            getnetworkinfo, getindexinfo, getzmqnotifications, estimatesmartfee, uptime, help. A synthetic
            chain changes on demand: generate COUNT adds blocks, fillmempool COUNT adds waiting transactions,
            sendrawtransaction adds your transaction. invalidateblock HASH removes a block and its successors;
            the next generate then starts another branch. For example:
              curl -u $(cat electrum-node.cookie) -d '{"method":"generate","params":[1]}' 127.0.0.1:18443

            Exit codes: 0 ended by SIGINT or SIGTERM, 1 usage, 2 cannot listen, or the chain cannot be read
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--seed 1",
        Examples =
        [
            new("the chain of the published test", "--listen 127.0.0.1:18443"),
            new("a node's own blocks", "--chain ~/.bitcoin/regtest/blocks"),
        ],
    };

    public override ChainChoice? Read(IReadOnlyList<string> words)
    {
        var settings = Resolve(words);
        var chain = ChainSettings.Read(settings);
        Problems.AddRange(new RuleList(settings)
        {
            ChainSettings.Check(settings),
            ListenRule.CheckReach(settings, ListenAt, ServeSettings.IsPublic),
            {
                chain.Synthetic is null ? [MempoolSize, Growth] : [],
                "applies only to a synthetic chain", "remove it, or --chain"
            },
        });
        return Problems.Count > 0 ? null : chain;
    }

    protected override async Task<ExitCode> RunAsync(ChainChoice request)
    {
        using var ended = new Termination();
        var (loginFile, cookieFile) = (Settings.Get(Login), Settings.Get(Cookie));

        // Binds the address and reads the login before the long preparation of the chain.
        using var socket = BoundSocket.At(Settings.Get(ListenAt));
        using var cookie = loginFile is null ? new NodeCookie(cookieFile) : null;
        var login = cookie?.Login ?? NodeLogin.ReadCookie(loginFile!);
        var growing = request.Synthetic is { } made ? GenerateChain(made, ended.Token) : null;
        var node = growing?.Node ?? ReadChain(request, ended.Token);
        await using var server = await NodeServer.StartAsync(node, growing, socket, login);
        Console.WriteLine($"listening at http://{server.Endpoint}/");
        Console.WriteLine(cookie is null ? $"user and password: as in {loginFile}" : $"cookie: {cookieFile}");
        await GrowAsync(growing, Settings.Get(Growth) ?? Timeout.InfiniteTimeSpan, ended.Token);
        return ExitCode.Ok;
    }

    protected override ExitCode? Interrupted => ExitCode.Ok;

    private static NodeChain ReadChain(ChainChoice choice, CancellationToken cancellation)
    {
        var source = choice.Open();
        using var connection = source as IDisposable;
        var node = new NodeChain(choice.Network);
        foreach (var block in source.ReadFrom(0))
        {
            cancellation.ThrowIfCancellationRequested();
            node.Append(block.Bytes.ToArray());
            Show(block.Height, source.Height);
        }

        return node;
    }

    private GrowingChain GenerateChain(SyntheticChainOptions made, CancellationToken cancellation)
    {
        var chain = new GrowingChain(made);
        for (var height = 1; height <= made.Blocks; height++)
        {
            cancellation.ThrowIfCancellationRequested();
            chain.Generate(1);
            Show(height, made.Blocks);
        }

        if (Settings.Get(MempoolSize) is > 0 and var waiting)
        {
            chain.FillMempool(waiting);
        }

        return chain;
    }

    private static void Show(int height, int all)
    {
        if ((height > 0 && height % ProgressEach == 0) || height == all)
        {
            Console.Error.WriteLine(FormattableString.Invariant($"block {height:N0} of {all:N0}"));
        }
    }

    private static async Task GrowAsync(GrowingChain? chain, TimeSpan pause, CancellationToken ended)
    {
        while (true)
        {
            await Task.Delay(pause, ended);
            chain!.Generate(1);
        }
    }
}
