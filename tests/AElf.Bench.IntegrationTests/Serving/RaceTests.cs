using System.Text.Json;
using AElf.Bench.Harness.Processes;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Serving;

/// <summary>A race of our engines as processes, with servers that are absent, exit, hang or answer wrongly.</summary>
public sealed class RaceTests
{
    // A proxy before one of our servers that changes each status. The server ends with the proxy (prctl 1 is
    // PR_SET_PDEATHSIG).
    private const string Liar = """
        import ctypes, re, socket, subprocess, sys, threading
        def with_parent():
            ctypes.CDLL(None).prctl(1, 9)
        child = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, text=True, preexec_fn=with_parent)
        port = next(int(m.group(1)) for m in (re.search(r'listening on 127.0.0.1:(\d+)', l) for l in child.stdout) if m)
        def copy(source, to, change):
            while data := source.recv(65536):
                to.sendall(change(data))
            to.close()
        listener = socket.create_server(('127.0.0.1', int(sys.argv[1])))
        while True:
            client = listener.accept()[0]
            server = socket.create_connection(('127.0.0.1', port))
            lie = lambda data: re.sub(rb'"result":"[0-9a-f]{60}', b'"result":"' + 60 * b'0', data)
            threading.Thread(target=copy, args=(client, server, lambda data: data), daemon=True).start()
            threading.Thread(target=copy, args=(server, client, lie), daemon=True).start()
        """;

    private static readonly string[] Serve =
    [
        "electrum", "serve", "--chain", "http://{node}", "--chain-login", "{cookie}", "--poll", "100ms",
    ];

    [Fact]
    public async Task Race_OwnEnginesBesideFaultyServers_MeasuresOwnAndNamesFaulty()
    {
        using var folder = new TemporaryFolder();
        string[] own = ["dotnet", Path.Combine(AppContext.BaseDirectory, "AElf.Benchmark.dll")];
        var file = folder.Write("servers.json", JsonSerializer.Serialize(new
        {
            servers = new object[]
            {
                Own("fulcrum"), Own("electrs"),
                new { name = "absent", command = new[] { "no-such-server" } },
                new { name = "needy", command = new[] { "sh" }, needsOfNode = "a moon" },
                new { name = "dies", command = new[] { "sh", "-c", "echo no disk; exit 7" } },
                new
                {
                    name = "lies",
                    command = (string[])
                        ["python3", "{folder}/liar.py", "{port}", .. own, .. Serve, "--listen", "127.0.0.1:0"],
                    files = new Dictionary<string, string>(StringComparer.Ordinal) { ["liar.py"] = Liar },
                },
            },
        }));

        var result = await ProductProcess.RunAsync(
            "electrum", "race", "--servers", file, "--starts", "1", "--timeout", "300s", "--time", "300ms",
            "--chain-height", "120", "--block-transactions", "5", "--wallet", "6", "--wallets", "3");

        Assert.Equal(3, result.ExitCode);
        Prose.AssertNames(
            result.Output,
            "no-such-server", "a moon", "exit code 7", "no disk", "WRONG", "race of 2 servers");
        Prose.AssertNames(
            string.Join(' ', result.Output.Split(' ', StringSplitOptions.RemoveEmptyEntries)),
            "initial fulcrum", "initial electrs", "refresh fulcrum", "refresh electrs");
    }

    [Fact]
    public async Task Race_ServerThatHangs_IsNamedAfterTheTimeout()
    {
        using var folder = new TemporaryFolder();
        var file = folder.Write(
            "servers.json", """{"servers": [{"name": "hangs", "command": ["sleep", "1000"]}]}""");

        var result = await ProductCall.RunAsync(
            "electrum", "race", "--servers", file, "--timeout", "2s", "--chain-height", "120", "--wallet", "6");

        Assert.Equal(5, result.ExitCode);
        Prose.AssertNames(result.Output, "hangs", "within 2 s", "printed nothing", "no server was measured");
    }

    [Fact]
    public async Task Race_NoServerIsInstalled_SaysSoAtTheEnd()
    {
        using var folder = new TemporaryFolder();
        var file = folder.Write(
            "servers.json", """{"servers": [{"name": "absent", "command": ["no-such-server"]}]}""");

        var result = await ProductCall.RunAsync("electrum", "race", "--servers", file);

        Assert.Equal(2, result.ExitCode);
        Prose.AssertNames(result.Error, "no-such-server", "error: no server");
    }

    private static object Own(string engine) => new
    {
        name = engine,
        command = (string[])
            ["aelf-bench", .. Serve, "--listen", "{address}", "--engine", engine, "--store", "rocksdb:{folder}/index"],
    };
}
