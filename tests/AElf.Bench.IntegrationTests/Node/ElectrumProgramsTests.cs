using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Server;
using AElf.Bench.Electrum.Server.Node;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Node;

/// <summary>The verbs <c>node</c>, <c>serve</c> and <c>client</c> of <c>electrum</c>.</summary>
public sealed partial class ElectrumProgramsTests
{
    private static readonly string[] Small =
    [
        "--chain-height", "150", "--block-transactions", "10",
        "--wallet", "40", "--wallet-transactions", "60",
    ];

    [Fact]
    public async Task Client_ServerIndexedTheNode_FindsEachAnswerRight()
    {
        using var folder = new TemporaryFolder();
        var cookie = folder.File("cookie");
        using var node = ProductProcess.Start(
            new(), ["electrum", "node", .. Small, "--listen", "127.0.0.1:0", "--cookie", cookie]);
        var url = (await MatchAsync(node, NodeAddress())).Value;
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(cookie));

        var login = await File.ReadAllTextAsync(cookie, ThisTest.Cancelled);
        var second = await ProductCall.RunAsync(
            ["electrum", "node", .. Small, "--listen", "127.0.0.1:0", "--cookie", cookie]);
        Assert.Equal(2, second.ExitCode);
        Assert.Contains(cookie, second.Error, StringComparison.Ordinal);
        Assert.Equal(login, await File.ReadAllTextAsync(cookie, ThisTest.Cancelled));

        // A branch that only the node has: the client reads it from the node.
        await GrowAsync(url, cookie);
        string[] ofNode = ["--chain", url, "--chain-login", cookie];
        using var server = ProductProcess.Start(
            new(), ["electrum", "serve", .. ofNode, "--listen", "127.0.0.1:0"]);
        var at = (await MatchAsync(server, ServerAddress())).Groups[1].Value;
        var wallet = folder.Write("wallet", KeyOf(150));

        var json = folder.File("json");
        var known = await ProductCall.RunAsync(
            ["electrum", "client", at, .. ofNode, "--scripts", wallet, "--key-addresses", "60", "--json", json]);
        Assert.True(known.ExitCode == 0, known.AllOutput);
        Assert.Contains("wallet refresh", known.Output, StringComparison.Ordinal);
        using var report = JsonDocument.Parse(await File.ReadAllTextAsync(json, ThisTest.Cancelled));
        Assert.Equal(152, report.RootElement.GetProperty("height").GetInt32());
        Assert.Equal(4, report.RootElement.GetProperty("runs").GetArrayLength());
        Assert.Equal(120, report.RootElement.GetProperty("scripts").GetInt32());
        Assert.True(report.RootElement.GetProperty("usedScripts").GetInt32() >= 35, "too few used scripts");

        var other = await ProductCall.RunAsync(["electrum", "client", at, .. Small]);
        Assert.True(other.ExitCode == 2, other.AllOutput);
        Assert.Contains("[other-chain]", other.Error, StringComparison.Ordinal);

        node.Terminate();
        var ended = await node.WaitForExitAsync();
        Assert.True(ended.ExitCode == 0, ended.AllOutput);
        Assert.False(File.Exists(cookie));
    }

    [Theory]
    [InlineData("fulcrum-fast", "rocksdb")]
    [SlowInlineData("electrumx", "rocksdb")]
    public Task Serve_KilledDuringIndexing_ResumesAndAnswersRight(
        string engine, string store) => AssertResumesAsync(engine, store);

    [SlowFact]
    public Task Serve_EsploraKilledDuringIndexing_ResumesAndAnswersRight() => AssertResumesAsync("esplora", "rocksdb");

    private static async Task AssertResumesAsync(string engine, string store)
    {
        using var folder = new TemporaryFolder();
        string[] chain = ["--chain-height", "260", "--block-transactions", "60", "--wallet", "200"];
        string[] words =
        [
            "electrum", "serve", .. chain, "--engine", engine, "--store", $"{store}:{folder.Path}",
            "--index-memory", "1", "--listen", "127.0.0.1:0",
        ];
        for (var files = 1; files <= 2; files++)
        {
            var grown = SizeOf(folder.Path) + (400_000 * files);
            using var killed = ProductProcess.Start(new(), words);
            await Wait.UntilAsync(
                () => Task.FromResult(killed.HasExited || SizeOf(folder.Path) > grown || IsListening(killed)),
                () => $"the index to grow: {killed.Output}");
            killed.Kill();
            await killed.WaitForExitAsync();
        }

        using var server = ProductProcess.Start(new(), words);
        var at = (await MatchAsync(server, ServerAddress())).Groups[1].Value;
        var known = await ProductCall.RunAsync(["electrum", "client", at, .. chain, "--runs", "1"]);
        Assert.True(known.ExitCode == 0, known.AllOutput);

        static bool IsListening(ProductProcess process) => ServerAddress().IsMatch(process.Output);

        static long SizeOf(string path) => new DirectoryInfo(path)
            .EnumerateFiles("*", SearchOption.AllDirectories).Sum(file => file.Exists ? file.Length : 0);
    }

    [Fact]
    public async Task Serve_NodeIsAway_SaysSoAndEndsBySignal()
    {
        using var folder = new TemporaryFolder();
        using var server = ProductProcess.Start(
            new(),
            [
                "electrum", "serve", "--chain", $"http://127.0.0.1:{LoopbackPort.Reserve()}",
                "--chain-login", folder.Write("cookie", "a:b"), "--listen", "127.0.0.1:0", "--node-timeout", "10m",
            ]);
        await Wait.UntilAsync(
            server, () => server.Output.Contains("waiting for the node", StringComparison.Ordinal), "the waiting");

        server.Terminate();

        Assert.Equal(0, (await server.WaitForExitAsync()).ExitCode);
    }

    [Theory]
    [InlineData("nonsense\r\n\r\n", "400")]
    [InlineData("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n", "413")]
    [InlineData("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", "400")]
    [InlineData("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n{}", null)]
    [InlineData("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "400")]
    [InlineData("GET / HTTP/1.1\r\n", null)]
    public async Task Node_InvalidHttp_EndsOneConnection(string sent, string? status)
    {
        using var folder = new TemporaryFolder();
        using var owned = new NodeCookie(folder.File("cookie"));
        var login = owned.Login;
        var chain = new GrowingChain(new SyntheticChainOptions { Wallets = 0 });
        await using var node = await NodeServer.StartAsync(
            chain.Node, chain, BoundSocket.At(new(IPAddress.Loopback, 0)), login);
        using (var socket = new Socket(SocketType.Stream, ProtocolType.Tcp))
        {
            await socket.ConnectAsync(node.Endpoint, ThisTest.Cancelled);
            var head = $"Host: a\r\nAuthorization: {login.Header}";
            var request = sent.Replace("Host: a", head, StringComparison.Ordinal);
            await socket.SendAsync(Encoding.ASCII.GetBytes(request));
            if (status is not null)
            {
                using var reader = new StreamReader(new NetworkStream(socket));
                Assert.Contains(
                    $" {status} ", await reader.ReadLineAsync(ThisTest.Cancelled), StringComparison.Ordinal);
            }
        }

        using var client = new HttpClient();
        client.DefaultRequestHeaders.Add("Authorization", login.Header);
        using var body = new StringContent("""{"method":"getblockcount","id":1}""");
        using var answer = await client.PostAsync(new Uri($"http://{node.Endpoint}/"), body, ThisTest.Cancelled);
        Assert.Equal(
            "{\"result\":0,\"error\":null,\"id\":1}\n", await answer.Content.ReadAsStringAsync(ThisTest.Cancelled));
    }

    [GeneratedRegex(@"http://127\.0\.0\.1:\d+/")]
    private static partial Regex NodeAddress();

    [GeneratedRegex(@"listening on (127\.0\.0\.1:\d+)")]
    private static partial Regex ServerAddress();

    private static async Task<Match> MatchAsync(ProductProcess process, Regex pattern)
    {
        await Wait.UntilAsync(process, () => pattern.IsMatch(process.Output), $"{pattern} in its output");
        return pattern.Match(process.Output);
    }

    private static async Task GrowAsync(string url, string cookie)
    {
        using var client = new HttpClient();
        client.DefaultRequestHeaders.Add("Authorization", NodeLogin.ReadCookie(cookie).Header);
        var hash = (await CallAsync(client, url, "getblockhash", "146")).GetString();
        await CallAsync(client, url, "invalidateblock", $"\"{hash}\"");
        await CallAsync(client, url, "generate", "7");
    }

    private static async Task<JsonElement> CallAsync(HttpClient client, string url, string method, string argument)
    {
        using var body = new StringContent($$"""{"method":"{{method}}","params":[{{argument}}]}""");
        using var answer = await client.PostAsync(new Uri(url), body);
        var text = await answer.Content.ReadAsStringAsync();
        Assert.True(answer.IsSuccessStatusCode, text);
        using var read = JsonDocument.Parse(text);
        return read.RootElement.GetProperty("result").Clone();
    }

    // The account's key does not depend on the size of the chain.
    private static string KeyOf(int blocks) =>
        new SyntheticChain(new SyntheticChainOptions { Blocks = blocks }).Wallets[0].Account.PrivateText;
}
