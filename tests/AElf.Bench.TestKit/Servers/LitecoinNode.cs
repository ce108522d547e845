using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Operations.Scenarios;

namespace AElf.Bench.TestKit.Servers;

/// <summary>A litecoind for one test with a private network (regtest): a full node with a wallet.</summary>
/// <remarks>Extension blocks (MWEB) begin after block 431: <see cref="BeginExtensionAsync"/> makes the first
/// one.</remarks>
public sealed class LitecoinNode : ThrowAwayServer
{
    /// <summary>The user name of its RPC interface.</summary>
    public const string User = "test";

    /// <summary>The password of <see cref="User"/>.</summary>
    public const string Password = "test";

    private static readonly ServerProgram Program = new("litecoind", "litecoind");

    private readonly HttpClient client;

    private LitecoinNode(TemporaryFolder folder, ServerProcess server)
        : base(folder, server) => client = ClientOf(Endpoint);

    /// <summary>The folder with its block files.</summary>
    public string BlockFolder => BlockFolderIn(Folder);

    /// <summary>Starts a node with the genesis block and an empty wallet, and waits until it answers.</summary>
    /// <exception cref="ScenarioException">litecoind is not installed, or it does not serve; the message says
    /// which.</exception>
    public static Task<LitecoinNode> StartAsync(params string[] options) => StartAsync(async folder =>
    {
        var node = new LitecoinNode(folder, await StartProcessAsync(folder, options));
        await node.CallAsync("createwallet", "wallet");
        return node;
    });

    /// <summary>
    /// Starts a node with the block files that <paramref name="write"/> writes to a folder. The node reads them while
    /// it already answers.
    /// </summary>
    /// <inheritdoc cref="StartAsync()"/>
    public static Task<LitecoinNode> StartOverAsync(Action<string> write) => StartAsync(async folder =>
    {
        write(BlockFolderIn(folder.Path));
        return new LitecoinNode(folder, await StartProcessAsync(folder, "-reindex"));
    });

    /// <summary>Calls a method and returns its result.</summary>
    /// <exception cref="InvalidOperationException">The node answers with an error; the message contains it.</exception>
    public Task<JsonElement> CallAsync(string method, params object[] arguments) =>
        CallAsync(client, method, arguments, CancellationToken.None);

    /// <summary>Calls a method that returns a text.</summary>
    public async Task<string> TextAsync(string method, params object[] arguments) =>
        (await CallAsync(method, arguments)).GetString()!;

    /// <summary>
    /// Makes blocks up to 432. Block 432 is the first with an extension block; a waiting transaction must move coins
    /// into it.
    /// </summary>
    /// <param name="beforeLast">Called at block 431, while that transaction waits.</param>
    public async Task BeginExtensionAsync(Func<Task>? beforeLast = null)
    {
        const int LastWithout = 431;
        var miner = await TextAsync("getnewaddress", "", "bech32");
        await CallAsync("generatetoaddress", LastWithout - (await CallAsync("getblockcount")).GetInt32(), miner);
        await CallAsync("sendtoaddress", await TextAsync("getnewaddress", "", "mweb"), 5);
        await (beforeLast?.Invoke() ?? Task.CompletedTask);
        await CallAsync("generatetoaddress", 1, miner);
    }

    private static string BlockFolderIn(string folder) => Path.Combine(folder, "regtest/blocks");

    private static Task<ServerProcess> StartProcessAsync(TemporaryFolder folder, params string[] options)
    {
        var program = Program.Find();
        ProcessStart Command(int port)
        {
            File.WriteAllLines(folder.File("litecoin.conf"), Configuration(port));
            return new ProcessStart(program, [$"-datadir={folder.Path}", .. options])
            {
                OutputFile = folder.File("litecoind.log"),
                // Debian's litecoind is a script that makes ~/.litecoin. It fails if another process has just made it.
                Environment = new Dictionary<string, string?>(StringComparer.Ordinal) { ["HOME"] = folder.Path },
            };
        }

        return ServerProcess.StartAsync(new ServerStart("litecoind", Command, AnswersAsync), CancellationToken.None);
    }

    private static IEnumerable<string> Configuration(int port) =>
    [
        "regtest=1",
        "server=1",
        "listen=0",
        "dnsseed=0",
        "keypool=10",
        "fallbackfee=0.001",
        "txindex=1",
        $"rpcuser={User}",
        $"rpcpassword={Password}",
        "[regtest]",
        "rpcbind=127.0.0.1",
        "rpcallowip=127.0.0.1",
        FormattableString.Invariant($"rpcport={port}"),
    ];

    private static async Task<bool> AnswersAsync(Endpoint endpoint, CancellationToken cancellation)
    {
        using var probe = ClientOf(endpoint);
        try
        {
            await CallAsync(probe, "getblockcount", [], cancellation);
            return true;
        }
        catch (Exception exception) when (exception is InvalidOperationException or HttpRequestException)
        {
            return false;
        }
    }

    private static HttpClient ClientOf(Endpoint endpoint)
    {
        var login = Convert.ToBase64String(Encoding.ASCII.GetBytes($"{User}:{Password}"));
        return new HttpClient
        {
            BaseAddress = new Uri(FormattableString.Invariant($"http://{endpoint.Host}:{endpoint.Port}/")),
            DefaultRequestHeaders = { Authorization = new AuthenticationHeaderValue("Basic", login) },
        };
    }

    private static async Task<JsonElement> CallAsync(
        HttpClient client, string method, object[] arguments, CancellationToken cancellation)
    {
        using var response = await client.PostAsJsonAsync(
            new Uri("", UriKind.Relative), new { id = 1, method, @params = arguments }, cancellation);
        var answer = await response.Content.ReadFromJsonAsync<JsonElement>(cancellation);
        return answer.GetProperty("error") is { ValueKind: not JsonValueKind.Null } error
            ? throw new InvalidOperationException($"{method}: {error}")
            : answer.GetProperty("result").Clone();
    }
}
