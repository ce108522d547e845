using System.Net;
using System.Runtime.InteropServices;
using System.Text.Json;

// A manager and a worker in one, for tests of how a cluster is started and ended: they know membership, health and SIGTERM,
// and nothing of runs. "stand-in.hocon" of the configuration folder says what goes wrong.
var port = Option("--actor.port");
var manager = Option("--manager");
var script = Path.Combine(Option("--config") ?? "", "stand-in.hocon");
var faults = File.Exists(script) ? File.ReadAllLines(script) : [];
using var ended = new ManualResetEventSlim();
using var signal = PosixSignalRegistration.Create(PosixSignal.SIGTERM, context =>
{
    context.Cancel = true;
    ended.Set();
});

Console.WriteLine($"started with {string.Join(' ', args)}");
if (Has($"{(manager is null ? "manager" : Option("--name"))} ends"))
{
    Console.Error.WriteLine("the script says so");
    return 7;
}

using var listener = new HttpListener();
listener.Prefixes.Add($"http://127.0.0.1:{port}/");
listener.Start();
var members = new List<string>();
var serving = new Thread(Serve) { IsBackground = true };
serving.Start();
if (manager is not null && !Has($"{Option("--name")} stays away"))
{
    using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false });
    await client.GetStringAsync(new Uri($"http://{manager}/join/{Option("--name")}"));
    lock (members)
    {
        members.Add(manager);
    }
}

ended.Wait();
Console.WriteLine("ended by SIGTERM");
return 0;

string? Option(string name) => Array.IndexOf(args, name) is >= 0 and var at && at + 1 < args.Length ? args[at + 1] : null;

bool Has(string fault) => faults.Contains(fault, StringComparer.Ordinal);

void Serve()
{
    while (true)
    {
        var context = listener.GetContext();
        lock (members)
        {
            Answer(context.Request.Url!.AbsolutePath, context.Response);
        }
    }
}

void Answer(string path, HttpListenerResponse response)
{
    if (path.StartsWith("/join/", StringComparison.Ordinal))
    {
        members.Add(path["/join/".Length..]);
    }

    var isReady = members.Count >= int.Parse(Option("--workers") ?? "1", System.Globalization.CultureInfo.InvariantCulture);
    response.StatusCode = path is not "/health" || isReady ? 200 : 503;
    response.Close(path is "/status" ? JsonSerializer.SerializeToUtf8Bytes(new { workers = members.Select(name => new { name }) }) : [], willBlock: false);
}
