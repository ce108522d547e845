using System.Globalization;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>
/// A cluster with the arguments of a deployment, in two network namespaces: manager and store in one, worker and
/// benchmark in the other. Their hosts file has the host names of the deployment. Only paths, the number of workers,
/// the size of the load and the store differ from the deployment.
/// </summary>
internal sealed class NamedCluster : IAsyncDisposable
{
    /// <summary>The address of the host names of the manager.</summary>
    public const string ManagerAddress = "10.90.0.1";

    private const string WorkerAddress = "10.90.0.2";

    private readonly string deployment;
    private readonly NamespaceSwitch bridge = new();
    private readonly NetworkNamespace managerSpace = NetworkNamespace.Create();
    private readonly NetworkNamespace workerSpace = NetworkNamespace.Create();
    private readonly TemporaryFolder folder = new();
    private readonly List<ProductProcess> programs = [];
    private NamespaceRedis? redis;

    private NamedCluster(string deployment)
    {
        this.deployment = deployment;
        folder.Write("secret", "the secret of a cluster with names\n");
        Assert.Equal((ManagerAddress, WorkerAddress), (bridge.Plug(managerSpace), bridge.Plug(workerSpace)));
        foreach (var space in new[] { managerSpace, workerSpace })
        {
            space.NameHosts(
                $"127.0.0.1 localhost\n{ManagerAddress} manager redis-1 stranger\n{WorkerAddress} worker-0.worker\n");
        }
    }

    private static Dictionary<string, string?> Environment => new(StringComparer.Ordinal)
    {
        ["AELF_DATABASE_TYPE"] = "redis",
        ["AELF_DATABASE_HOST"] = "redis-1",
        ["AELF_DATABASE_PORT"] = "6379",
    };

    /// <summary>Starts the store.</summary>
    public static async Task<NamedCluster> StartAsync(string deployment)
    {
        var cluster = new NamedCluster(deployment);
        try
        {
            cluster.redis = await NamespaceRedis.StartAsync(cluster.managerSpace, ManagerAddress);
            return cluster;
        }
        catch
        {
            await cluster.DisposeAsync();
            throw;
        }
    }

    /// <summary>Starts the manager and waits until it listens.</summary>
    public Task StartManagerAsync() =>
        Start(managerSpace, "AElf.Concurrency.Manager.dll", Arguments("manager", []))
            .WaitForOutputAsync("waiting for workers");

    /// <summary>Starts a worker.</summary>
    /// <param name="instead">An option and a value that replaces that of the deployment; empty for none.</param>
    public ProductProcess StartWorker(params string[] instead) =>
        Start(workerSpace, "AElf.Concurrency.Worker.dll", Arguments("worker", instead));

    /// <summary>Runs the benchmark of the deployment to its end.</summary>
    public Task<ProductResult> RunBenchmarkAsync(params string[] instead) =>
        RunAsync([.. Arguments("benchmark", instead), "--warmup", "0", "--blocks", "1", "--ceiling", "off"]);

    /// <summary>Runs <c>AElf.Benchmark</c> beside the worker.</summary>
    public Task<ProductResult> RunAsync(params string[] arguments) =>
        Start(workerSpace, "AElf.Benchmark.dll", arguments).WaitForExitAsync();

    /// <summary>The output of the health check in the namespace of the worker; empty if healthy.</summary>
    public string HealthFromWorker(int port, string host) => Health(workerSpace, port, host);

    /// <summary>The output of the health check in the namespace of the manager; empty if healthy.</summary>
    public string HealthFromManager(int port, string host) => Health(managerSpace, port, host);

    public ValueTask DisposeAsync()
    {
        programs.ForEach(program => program.Dispose());
        redis?.Dispose();
        managerSpace.Dispose();
        workerSpace.Dispose();
        bridge.Dispose();
        folder.Dispose();
        return ValueTask.CompletedTask;
    }

    private static string Health(NetworkNamespace space, int port, string host)
    {
        try
        {
            var script = Path.Combine(AppContext.BaseDirectory, "docker", "health.sh");
            return space.RunInside("bash", script, port.ToString(CultureInfo.InvariantCulture), host);
        }
        catch (InvalidOperationException unhealthy)
        {
            return unhealthy.Message;
        }
    }

    private string[] Arguments(string program, string[] instead)
    {
        string[] words = [.. DeployedArguments.Of(deployment, program)];
        for (var i = 1; i < words.Length; i++)
        {
            words[i] = words[i - 1] switch
            {
                "--state" => folder.File("state"),
                "--secret-file" => folder.File("secret"),
                "--json" => folder.File("report.json"),
                "--workers" => "1",
                "-n" => "2400",
                "--rounds" => "1",
                var option when instead is [var other, var text] && option.Equals(other, StringComparison.Ordinal)
                    => text,
                _ => words[i],
            };
        }

        return words;
    }

    private ProductProcess Start(NetworkNamespace space, string program, string[] arguments)
    {
        // Workers of Compose listen on loopback and do not have this variable.
        var environment = Environment;
        var isPublic = arguments.Contains("0.0.0.0", StringComparer.Ordinal);
        environment["AELF_ACTOR_ALLOWPUBLICADDRESS"] = isPublic ? "true" : null;
        if (program is "AElf.Benchmark.dll")
        {
            environment.Clear();
        }

        var started = ProductProcess.Start(
            new ProductProcessOptions
            {
                Program = Path.Combine(AppContext.BaseDirectory, program),
                Environment = environment,
                Launcher = space.Launcher,
            },
            arguments);
        programs.Add(started);
        return started;
    }
}
