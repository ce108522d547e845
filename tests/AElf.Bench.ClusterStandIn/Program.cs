using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;

// A stand-in for manager and worker, for tests of the start and the end of a cluster. It has membership, health and
// SIGTERM, but no runs. "stand-in.hocon" in the configuration folder lists faults. Workers join over HTTP, at the port
// of the manager plus 1000.
var manager = Option("--manager");
var port = PortOf(Option("--actor.port")!);
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

using var listener = new TcpListener(IPAddress.Loopback, manager is null ? port + 1000 : port);
listener.Start();
using var joins = new TcpListener(IPAddress.Loopback, port);
if (manager is null)
{
    joins.Start();
}

var members = new List<string>();
var serving = new Thread(Serve) { IsBackground = true };
serving.Start();
if (manager is not null && !Has($"{Option("--name")} stays away"))
{
    using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false });
    var pages = PortOf(manager.Split(':')[1]) + 1000;
    await client.GetStringAsync(
        new Uri(FormattableString.Invariant($"http://127.0.0.1:{pages}/join/{Option("--name")}")));
    lock (members)
    {
        members.Add(manager);
    }
}

ended.Wait();
Console.WriteLine("ended by SIGTERM");
return 0;

string? Option(string name) =>
    Array.IndexOf(args, name) is >= 0 and var at && at + 1 < args.Length ? args[at + 1] : null;

int PortOf(string text) => int.Parse(text, CultureInfo.InvariantCulture);

bool Has(string fault) => faults.Contains(fault, StringComparer.Ordinal);

void Serve()
{
    while (true)
    {
        try
        {
            using var client = listener.AcceptTcpClient();
            using var reader = new StreamReader(client.GetStream(), Encoding.ASCII);
            if (reader.ReadLine()?.Split(' ') is [_, var path, _])
            {
                while (reader.ReadLine() is { Length: > 0 })
                {
                    // The headers are ignored.
                }

                client.GetStream().Write(Encoding.UTF8.GetBytes(Answer(path)));
            }
        }
        catch (IOException)
        {
            // The client has closed the connection.
        }
    }
}

string Answer(string path)
{
    lock (members)
    {
        if (path.StartsWith("/join/", StringComparison.Ordinal))
        {
            members.Add(path["/join/".Length..]);
        }

        var isReady = members.Count >= int.Parse(Option("--workers") ?? "1", CultureInfo.InvariantCulture);
        var body = path is "/status"
            ? JsonSerializer.Serialize(new { workers = members.Select(name => new { name }) })
            : "";
        var code = path is not "/health" || isReady ? "200 OK" : "503 Service Unavailable";
        return FormattableString.Invariant(
            $"HTTP/1.1 {code}\r\nContent-Length: {body.Length}\r\nConnection: close\r\n\r\n{body}");
    }
}
