using System.Reflection;
using System.Text;
using System.Threading.Channels;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>
/// The agent on a host of a scenario, at the end of an ssh connection. It starts processes, forwards their output, and
/// ends all of them when the connection ends or no message arrives for the time of the lease. If the agent itself is
/// killed, <see cref="OwnedProcess"/> ends them.
/// </summary>
public sealed class HostAgent : IDisposable
{
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan FlushTimeout = TimeSpan.FromSeconds(1);

    private readonly Stream output;
    private readonly TemporaryFolder scratch = new();
    private readonly Channel<HostMessage> outbox = Channel.CreateUnbounded<HostMessage>();
    private readonly CancellationTokenSource abandoned = new();
    private readonly Dictionary<int, OwnedProcess> children = [];
    private readonly List<Task> watches = [];

    private HostAgent(Stream output) => this.output = output;

    /// <param name="product">Assembly whose version and build the agent reports.</param>
    /// <param name="lease">How long it keeps its processes without a message.</param>
    /// <param name="input">Requests, a line each.</param>
    /// <param name="output">Answers, a line each.</param>
    public static async Task RunAsync(Assembly product, TimeSpan lease, Stream input, Stream output)
    {
        using var agent = new HostAgent(output);
        await agent.ServeAsync(product, lease, input);
    }

    public void Dispose()
    {
        foreach (var child in children.Values)
        {
            child.Dispose();
        }

        abandoned.Dispose();
        scratch.Dispose();
    }

    private async Task ServeAsync(Assembly product, TimeSpan lease, Stream input)
    {
        var writing = Task.Run(WriteAsync);
        Send(Greeting(product));
        try
        {
            using var reader = new StreamReader(input, Encoding.UTF8);
            while (await reader.ReadLineAsync(abandoned.Token).AsTask().WaitAsync(lease, abandoned.Token) is { } line)
            {
                if (HostMessage.Parse(line) is { } message)
                {
                    OnMessage(message);
                }
            }
        }
        catch (Exception exception) when (
            exception is TimeoutException or OperationCanceledException or IOException)
        {
            // The connection is gone: end the started processes.
        }

        await Task.WhenAll(children.Values.Select(child => child.EndAsync(Grace)));
        await Task.WhenAll(watches);
        outbox.Writer.Complete();
        await Task.WhenAny(writing, Task.Delay(FlushTimeout));
    }

    private HostMessage.Hello Greeting(Assembly product)
    {
        // sshd sets "client port server port".
        var connection = (Environment.GetEnvironmentVariable("SSH_CONNECTION") ?? "").Split(' ');
        var isKnown = connection.Length == 4;
        return new HostMessage.Hello(
            Environment.ProcessPath!,
            AppContext.BaseDirectory,
            scratch.Path,
            isKnown ? connection[0] : null,
            isKnown ? connection[2] : null,
            MachineReader.Read(product, TimeProvider.System.GetUtcNow()));
    }

    private void Send(HostMessage message) => outbox.Writer.TryWrite(message);

    // Senders never wait for the connection, which may be broken.
    private async Task WriteAsync()
    {
        try
        {
            await foreach (var message in outbox.Reader.ReadAllAsync())
            {
                await output.WriteAsync(message.ToLine());
                await output.FlushAsync();
            }
        }
        catch (IOException)
        {
            await abandoned.CancelAsync();
        }
    }

    private void OnMessage(HostMessage message)
    {
        var process = message is HostMessage.Start { Process: var number } ? number : (int?)null;
        try
        {
            switch (message)
            {
                case HostMessage.Beat beat:
                    Send(beat with { UtcTicks = TimeProvider.System.GetUtcNow().Ticks });
                    break;
                case HostMessage.Write(var path, var text):
                    new ThisMachine().Write(path, text);
                    break;
                case HostMessage.Start start:
                    Start(start);
                    break;
                case HostMessage.End(var ended, var grace) when children.TryGetValue(ended, out var child):
                    watches.Add(child.EndAsync(TimeSpan.FromSeconds(grace)));
                    break;
            }
        }
        catch (Exception exception) when (
            exception is ScenarioException or IOException or UnauthorizedAccessException)
        {
            Send(new HostMessage.Refused(process, exception.Message));
        }
    }

    private void Start(HostMessage.Start start)
    {
        var program = Found(start.Program);
        var log = scratch.File(FormattableString.Invariant($"process{start.Process}.log"));
        string[] pinned = start.Cores is { } cores ? [Found("taskset"), "-c", cores] : [];
        string[] command = [.. pinned, program, .. start.Arguments];
        var child = OwnedProcess.Start(new ProcessStart(command[0], command[1..])
        {
            OutputFile = log,
            Environment = start.Environment,
        });
        children.Add(start.Process, child);
        Send(new HostMessage.Started(start.Process, child.Id));
        watches.Add(FollowAsync(start.Process, child, log));
    }

    private static string Found(string program) => program switch
    {
        _ when program.Contains('/', StringComparison.Ordinal) => program,
        "taskset" => new ServerProgram(program, ServerProgram.Setsid.Package).Find(),
        _ => new ServerProgram(program, program).Find(),
    };

    private async Task FollowAsync(int number, OwnedProcess child, string log)
    {
        using var reader = new StreamReader(
            new FileStream(log, FileMode.OpenOrCreate, FileAccess.Read, FileShare.ReadWrite), Encoding.UTF8);
        for (var hasEnded = false; !hasEnded;)
        {
            hasEnded = await child.WaitForExitAsync(PollInterval);
            if (await reader.ReadToEndAsync() is { Length: > 0 } text)
            {
                Send(new HostMessage.Output(number, text));
            }
        }

        Send(new HostMessage.Ended(number, child.ExitCode));
    }
}
