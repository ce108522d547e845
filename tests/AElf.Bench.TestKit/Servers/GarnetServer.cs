using System.Globalization;
using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.TestKit.Servers;

/// <summary>
/// A Garnet server for one test. Garnet speaks Redis' protocol but shares no code with Redis. It is a .NET tool, so
/// every machine that builds the tests can restore it.
/// </summary>
public sealed class GarnetServer : ThrowAwayServer
{
    private const string Tool = "garnet-server";

    private static readonly ServerProgram Dotnet = new("dotnet", "dotnet-sdk-10.0");

    private GarnetServer(TemporaryFolder folder, ServerProcess server)
        : base(folder, server)
    {
    }

    /// <summary>The Unix socket that it also listens on.</summary>
    public Endpoint UnixSocket => new(SocketIn(Folder), 0);

    /// <summary>Starts a server without persistence and waits until it answers PING.</summary>
    /// <param name="countsCommands">Whether INFO counts the commands it has executed; Garnet does not count by
    /// default.</param>
    /// <param name="isNode">Whether it is a node of a cluster.</param>
    /// <param name="hasScripts">Whether it executes scripts, each atomically.</param>
    /// <exception cref="ScenarioException">It is not restored, or it does not serve; the message says
    /// which.</exception>
    public static Task<GarnetServer> StartAsync(
        bool countsCommands = false, bool isNode = false, bool hasScripts = false)
    {
        string[] options =
        [
            .. countsCommands ? ["--commandstats-monitor"] : Array.Empty<string>(),
            .. hasScripts ? ["--lua", "--lua-transaction-mode"] : Array.Empty<string>(),
            // A node writes its table of slots to a disk; the default device needs a library that may be missing.
            .. isNode ? ["--cluster", "--device-type", "RandomAccess"] : Array.Empty<string>(),
        ];
        return StartAsync(async folder => new GarnetServer(
            folder,
            await ServerProcess.StartAsync(
                new ServerStart(Tool, port => Start(port, options, folder), RespPing.AnswersAsync),
                CancellationToken.None)));
    }

    // The executable itself: when `dotnet tool run` is killed, the server below it continues.
    private static ProcessStart Start(int port, IReadOnlyList<string> options, TemporaryFolder folder) => new(
        Dotnet.Find(),
        [
            "exec", FindFile(), "--port", port.ToString(CultureInfo.InvariantCulture), "--bind", "127.0.0.1",
            "--memory", "256m", "--index", "16m", "--unixsocket", SocketIn(folder.Path), .. options,
        ])
    {
        OutputFile = folder.File("garnet.log"),
        WorkingDirectory = folder.Path,
    };

    private static string SocketIn(string folder) => Path.Combine(folder, "garnet.sock");

    private static string FindFile()
    {
        var packages = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
            ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
        var file = Path.Combine(packages, Tool, ReadVersion(), "tools", "net10.0", "any", "GarnetServer.dll");
        return File.Exists(file) ? file : throw new ScenarioException(
            $"{file} is missing; restore it with: dotnet tool restore --tool-manifest tests/dotnet-tools.json");
    }

    private static string ReadVersion()
    {
        using var manifest = JsonDocument.Parse(
            File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "dotnet-tools.json")));
        return manifest.RootElement.GetProperty("tools").GetProperty(Tool).GetProperty("version").GetString()!;
    }
}
