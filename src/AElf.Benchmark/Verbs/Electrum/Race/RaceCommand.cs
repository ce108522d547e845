using System.Net;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Indexing.Stores;
using AElf.Bench.Electrum.Server;
using AElf.Bench.Electrum.Server.Client;
using AElf.Bench.Electrum.Server.Client.Crowd;
using AElf.Bench.Electrum.Server.Node;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Benchmark.Verbs.Electrum.Client;

namespace AElf.Benchmark.Verbs.Electrum.Race;

/// <summary>Starts a node, then measures one server at a time, in turns.</summary>
internal sealed class RaceCommand(RaceRequest request, CancellationToken cancellation)
{
    private readonly ResolvedSettings settings = request.Settings;

    /// <summary>Measures the servers and prints the tables.</summary>
    /// <exception cref="IOException">The node's address or a temporary folder cannot be used.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<ExitCode> RunAsync()
    {
        var racers = request.Servers.Select(RacerOf).ToList();
        if (racers.TrueForAll(racer => racer.Problem is not null))
        {
            racers.ForEach(racer => Say($"{racer.Name}: {racer.Problem}"));
            return ExitCode.Environment;
        }

        using var folder = new TemporaryFolder();
        var source = new ClientWallets(settings, request.Chain, settings.Get(ClientSettings.Timeout), cancellation);
        var wallets = source.Read(request.Wallets);
        var expected = source.Expected(wallets)!;
        await using var node = await StartNodeAsync(folder);
        for (var start = 0; start < request.Starts; start++)
        {
            // The order rotates, so that the effects of a predecessor on the memory of the machine affect all servers.
            foreach (var racer in racers.Skip(start % racers.Count).Concat(racers.Take(start % racers.Count))
                .Where(racer => racer.Problem is null))
            {
                await MeasureAsync(racer, start, folder.File(racer.Name), node, wallets, expected);
            }
        }

        ConsoleExporter.OfProcess().Write(RaceSections.From(racers, request, expected));
        return racers switch
        {
            _ when racers.Exists(racer => racer.GaveWrongAnswer) => ExitCode.AuditFailed,
            _ when racers.Exists(racer => racer.HasFailed) => ExitCode.DegradedOrFailed,
            _ => ExitCode.Ok,
        };
    }

    private Racer RacerOf(RacedServer server)
    {
        var racer = new Racer(server, RacedProcess.Find(server));
        racer.Problem = racer switch
        {
            { Program: null } => $"skipped: {server.Command[0]} is not installed",
            _ when !request.Chain.IsNode && server.NeedsOfNode is { } need =>
                $"skipped: it needs {need}; give a bitcoind with --chain http://HOST:PORT",
            _ => null,
        };
        return racer;
    }

    private async Task MeasureAsync(
        Racer racer,
        int start,
        string folder,
        RaceNode node,
        IReadOnlyList<WalletScripts> wallets,
        ExpectedAnswers expected)
    {
        if (start > 0)
        {
            PageCache.DropFolder(folder);
        }

        using var process = new RacedProcess(racer.Server, racer.Program!, folder, node.Values);
        var options = settings.Bind(new ClientOptions { Server = process.Address }, ClientSettings.All);
        try
        {
            var ready = process.AwaitReady(options, expected.Height, cancellation);
            racer.Index ??= (ready, process.Use(), FolderEntries.SizeOf(folder));
            Say(FormattableString.Invariant($"{racer.Name}: start {start + 1}, ready in {ready.TotalSeconds:0.0} s"));
            racer.Results.Add(process.Measured(
                () => new WalletLoad(options, wallets[0], expected).Measure(_ => { }, cancellation)));
            racer.Use = process.Use();
            if (start == request.Starts - 1)
            {
                var crowd = ClientSettings.Crowd(settings);
                racer.Crowd = process.Measured(
                    () => new WalletCrowd(options, crowd, wallets, expected, TimeProvider.System, node.Mine)
                        .Measure(line => Say($"{racer.Name}: {line}"), cancellation));
            }
        }
        catch (ServerFaultException fault)
        {
            var isWrong = RacedProcess.IsWrongAnswer(fault);
            var (how, why) = isWrong ? ("WRONG", fault.Problem.Text) : ("failed", fault.Message);
            racer.Problem = $"{how} at start {start + 1}: {why}";
            (racer.GaveWrongAnswer, racer.HasFailed) = (isWrong, true);
            Say($"{racer.Name}: {racer.Problem}");
        }

        await process.EndAsync();
    }

    private async Task<RaceNode> StartNodeAsync(TemporaryFolder folder)
    {
        if (request.Chain.Synthetic is not { } made)
        {
            return new RaceNode(null, new Uri(request.Chain.Place!).Authority, request.Chain.LoginFile!, null);
        }

        Say("making the chain");
        var chain = new GrowingChain(made);
        while (chain.Node.Height < made.Blocks)
        {
            cancellation.ThrowIfCancellationRequested();
            chain.Generate(1);
        }

        var (file, socket) = (folder.File(".cookie"), BoundSocket.At(new IPEndPoint(IPAddress.Loopback, 0)));
        var cookie = new NodeCookie(file);
        var server = await NodeServer.StartAsync(chain.Node, chain, socket, cookie.Login);
        return new RaceNode(server, $"{server.Endpoint}", file, () => chain.Generate(1)) { Own = cookie };
    }

    private static void Say(string line) => Console.Error.WriteLine(line);

    /// <summary>The node of all servers.</summary>
    /// <param name="Mine">Generates a block; null for an existing node.</param>
    private sealed record RaceNode(NodeServer? Server, string Address, string Cookie, Action? Mine) : IAsyncDisposable
    {
        public IReadOnlyDictionary<string, string> Values { get; } = ValuesOf(Address, Cookie);

        public NodeCookie? Own { get; init; }

        public async ValueTask DisposeAsync()
        {
            await (Server?.DisposeAsync() ?? default);
            Own?.Dispose();
        }

        private static Dictionary<string, string> ValuesOf(string address, string cookie)
        {
            var pair = File.ReadAllText(cookie).Trim().Split(':', 2);
            return new(StringComparer.Ordinal)
            {
                ["node"] = address,
                ["nodePort"] = address.Split(':')[^1],
                ["cookie"] = Path.GetFullPath(cookie),
                ["user"] = pair[0],
                ["password"] = pair[^1],
            };
        }
    }
}

/// <summary>A server in a race, and its results.</summary>
internal sealed record Racer(RacedServer Server, string? Program)
{
    public string Name => Server.Name;

    /// <summary>The reason why the server is not measured, or no longer; null if it is measured.</summary>
    public string? Problem { get; set; }

    public bool HasFailed { get; set; }

    public bool GaveWrongAnswer { get; set; }

    /// <summary>
    /// The time until the server was first ready, the resources it used until then, and the bytes of its folder.
    /// </summary>
    public (TimeSpan Time, ProcessUse Use, long Bytes)? Index { get; set; }

    /// <summary>A result of each start.</summary>
    public List<ClientResult> Results { get; } = [];

    /// <summary>The resources that the server had used at the end of the tests of its last start.</summary>
    public ProcessUse? Use { get; set; }

    public CrowdPoint? Crowd { get; set; }
}
