using System.Collections.Concurrent;
using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>A host over ssh, on which an agent starts our processes.</summary>
internal sealed class HostMachine(ScenarioHost host, ScenarioHosts whole, SshConnection connection)
    : IMachine, IAsyncDisposable
{
    private const int FirstBeats = 5;
    private const int BeatsInLease = 8;

    private readonly ConcurrentDictionary<int, HostProcess> processes = [];
    private HostMessage.Hello hello = null!;
    private Timer? beats;
    private Task talk = Task.CompletedTask;
    private int started;

    public string Name => host.Name;

    public string Suffix => $" on {Name}";

    public string Scratch => hello.Scratch;

    public string Address => host.Advertised ?? hello.Own ?? host.Address;

    public string ListenAddress => host.Advertised is null ? Address : "0.0.0.0";

    /// <summary>The address at which the host reaches servers of this machine.</summary>
    /// <exception cref="ScenarioException">The address is unknown.</exception>
    public string AddressOfUs => whole.Manager ?? hello.Peer
        ?? throw new ScenarioException(
            $"host {Name}: its ssh server does not report our address; set the field manager");

    /// <summary>The host with its clock's offset, for the report.</summary>
    public HostReport Report => new(
        Name,
        hello.Machine,
        Math.Round(Clock.Ahead.TotalMilliseconds, 3),
        Math.Round(Clock.RoundTrip.TotalMilliseconds, 3),
        [.. processes.OrderBy(each => each.Key).Select(each => each.Value.Report)]);

    private ClockOffset Clock { get; } = new();

    /// <param name="whole">Settings of all hosts.</param>
    /// <param name="published">The programs. They are copied to a host that lacks them.</param>
    /// <param name="copied">Receives a line about a copy.</param>
    /// <exception cref="ScenarioException">The host cannot be used; the message names it.</exception>
    public static async Task<HostMachine> ConnectAsync(
        ScenarioHost host,
        ScenarioHosts whole,
        Publication published,
        Action<string> copied,
        CancellationToken cancellation)
    {
        var opened = new SshConnection(host, whole.Lease);
        var machine = new HostMachine(host, whole, opened);
        try
        {
            await opened.PrepareAsync(published, copied, cancellation);
            await machine.MeetAsync(cancellation);
            return machine;
        }
        catch (IOException)
        {
            throw await opened.FailureAsync();
        }
        catch
        {
            await machine.DisposeAsync();
            throw;
        }
    }

    public int ReservePort() => LoopbackPort.Draw();

    public string Find(ServerProgram program) => program.Name;

    public AElfPrograms Programs(AElfPrograms here) => here.MovedTo(hello.Program, hello.Folder);

    public void Write(string path, string text) => Send(new HostMessage.Write(path, text));

    public async Task<IStartedProcess> StartAsync(ProcessStart start)
    {
        var number = Interlocked.Increment(ref started);
        var cores = host.Cores.Count == 0 ? null : host.Cores[(number - 1) % host.Cores.Count];
        var process = new HostProcess(this, number, start.OutputFile, cores);
        processes[number] = process;
        Send(new HostMessage.Start(number, start.Program, start.Arguments, start.Environment, cores));
        await process.Started;
        return process;
    }

    /// <summary>
    /// Sends a message. If the connection has ended, the processes of the host count as lost.
    /// </summary>
    public void Send(HostMessage message)
    {
        try
        {
            connection.Send(message);
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException)
        {
            Lose("the connection has ended");
        }
    }

    /// <summary>The host with its clock's offset, in words.</summary>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{Address,-21} {hello.Machine.Cpu}, {NumberFormat.Cores(hello.Machine.Cores)}, "
            + $"{hello.Machine.MemoryGb:0.#} GiB; "
            + $"clock {Clock.Ahead.TotalMilliseconds:+0.0;-0.0;0.0} ms, "
            + $"round trip {Clock.RoundTrip.TotalMilliseconds:0.0} ms");

    public async ValueTask DisposeAsync()
    {
        await (beats?.DisposeAsync() ?? ValueTask.CompletedTask);
        await (hello is null ? Task.CompletedTask : connection.EndAsync());
        connection.Dispose();
        await talk;
    }

    private async Task MeetAsync(CancellationToken cancellation)
    {
        hello = await NextAsync<HostMessage.Hello>(cancellation);
        for (var beat = 0; beat < FirstBeats; beat++)
        {
            Beat();
            OnMessage(await NextAsync<HostMessage.Beat>(cancellation));
        }

        var (ahead, most) = (Clock.Ahead, whole.MaxClockOffset);
        if (ahead.Duration() > most + (Clock.RoundTrip / 2))
        {
            throw new ScenarioException(string.Create(
                CultureInfo.InvariantCulture,
                $"host {Name}: clock off: it is {ahead.Duration().TotalSeconds:0.###} s "
                    + $"{(ahead > TimeSpan.Zero ? "ahead of" : "behind")} the clock of this machine, and "
                    + $"{most.TotalSeconds:0.###} s are allowed; set the clock, or raise maxClockOffset"));
        }

        beats = new Timer(_ => Beat(), null, whole.Lease / BeatsInLease, whole.Lease / BeatsInLease);
        talk = ReadAsync();
    }

    private void Beat() => Send(new HostMessage.Beat(
        TimeProvider.System.GetUtcNow(), TimeProvider.System.GetTimestamp()));

    private async Task ReadAsync()
    {
        try
        {
            while (true)
            {
                OnMessage(await NextAsync<HostMessage>(CancellationToken.None));
            }
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException)
        {
            Lose("the connection has ended");
        }
    }

    /// <summary>The next message of a kind. Ignores other messages and the lines of a login shell.</summary>
    /// <exception cref="IOException">The connection has ended.</exception>
    private async Task<T> NextAsync<T>(CancellationToken cancellation)
        where T : HostMessage
    {
        while (await connection.Output.ReadLineAsync(cancellation) is { } line)
        {
            if (HostMessage.Parse(line) is T message)
            {
                return message;
            }
        }

        throw new EndOfStreamException();
    }

    private void OnMessage(HostMessage message)
    {
        switch (message)
        {
            case HostMessage.Beat { UtcTicks: { } ticks } beat:
                Clock.Take(
                    beat.Sent,
                    TimeProvider.System.GetElapsedTime(beat.At),
                    new DateTimeOffset(ticks, TimeSpan.Zero));
                break;
            case HostMessage.Started(var number, var id) when processes.TryGetValue(number, out var process):
                process.OnStarted(id);
                break;
            case HostMessage.Refused({ } number, var reason) when processes.TryGetValue(number, out var process):
                process.OnRefused($"host {Name}: {reason}");
                break;
            case HostMessage.Refused(null, var reason):
                Lose(reason);
                break;
            case HostMessage.Output(var number, var text) when processes.TryGetValue(number, out var process):
                process.OnOutput(text);
                break;
            case HostMessage.Ended(var number, var code) when processes.TryGetValue(number, out var process):
                process.OnEnded(code);
                break;
        }
    }

    private void Lose(string reason)
    {
        var problem = $"host {Name} is lost: {reason}";
        foreach (var process in processes.Values)
        {
            process.OnLost(problem);
        }
    }
}

/// <summary>Offset of another machine's clock, from the sample with the shortest round trip.</summary>
public sealed class ClockOffset
{
    /// <summary>The shortest round trip so far: the offset may be wrong by half of it.</summary>
    public TimeSpan RoundTrip { get; private set; } = TimeSpan.MaxValue;

    /// <summary>How much the other clock is ahead.</summary>
    public TimeSpan Ahead { get; private set; }

    /// <summary>
    /// Takes a sample if its round trip is the shortest. The other clock was read between sending and receiving, so a
    /// shorter round trip has a smaller error (RFC 5905, 8 and 10: the offset of the sample with the least delay).
    /// </summary>
    /// <param name="sent">This machine's clock at the request.</param>
    /// <param name="roundTrip">Time until the answer.</param>
    /// <param name="there">The other clock's answer.</param>
    public void Take(DateTimeOffset sent, TimeSpan roundTrip, DateTimeOffset there)
    {
        if (roundTrip < RoundTrip)
        {
            (RoundTrip, Ahead) = (roundTrip, there - (sent + (roundTrip / 2)));
        }
    }
}
