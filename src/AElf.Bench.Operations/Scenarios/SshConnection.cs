using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>
/// A connection to a host by OpenSSH's client, with the user's keys, <c>known_hosts</c> and configuration, never by a
/// password. Decides whether to copy this program to the host; refuses a host with a reason. The agent runs at the
/// other end. Next: <see cref="HostMachine"/>, <see cref="HostAgent"/>.
/// </summary>
internal sealed class SshConnection : IDisposable
{
    private const int CannotCopy = 82;
    private const int HasNoRuntime = 84;
    private const int LacksFramework = 150;
    private const int SshFailed = 255;
    private const int ShownLines = 12;

    // The command for the login shell contains no paths or names: these follow as lines of standard input, which "read"
    // takes one by one. It has no quote, backslash, exclamation mark or line break, so that every kind of shell parses
    // it the same. An existing copy is compared with its manifest; a new copy is unpacked from an archive beside it and
    // then renamed, so that a copy is never incomplete.
    private static readonly string Bootstrap = """
        read -r hash; read -r file; read -r lease; read -r count;
        while [ "$count" -gt 0 ]; do IFS= read -r pair; export "$pair"; count=$((count - 1)); done;
        cache=${XDG_CACHE_HOME:-$HOME/.cache}/aelf-bench; folder=$cache/$hash; scratch=$cache/.$hash.$$;
        if (cd "$folder" && sha256sum -c .manifest) >/dev/null 2>&1; then echo aelf-have;
        else echo aelf-want; read -r size; umask 077;
        mkdir -p "$scratch" || exit 82;
        head -c "$size" | (cd "$scratch" && tar xzf -) || { rm -rf "$scratch"; exit 82; };
        rm -rf "$folder";
        mv -T "$scratch" "$folder" 2>/dev/null || { rm -rf "$scratch"; [ -e "$folder/.manifest" ] || exit 82; };
        echo aelf-have; fi;
        if [ "${file%.dll}" = "$file" ]; then exec "$folder/$file" agent "$lease"; fi;
        for dotnet in "$DOTNET_ROOT/dotnet" "$(command -v dotnet)" "$HOME/.dotnet/dotnet" /usr/share/dotnet/dotnet
        /usr/lib/dotnet/dotnet /usr/local/share/dotnet/dotnet;
        do if [ -f "$dotnet" ]; then exec "$dotnet" "$folder/$file" agent "$lease"; fi; done; exit 84
        """.ReplaceLineEndings(" ");

    private readonly ScenarioHost host;
    private readonly TimeSpan lease;
    private readonly Process process;
    private readonly Queue<string> errors = new();
    private readonly Lock errorsLock = new();
    private readonly Lock sendLock = new();
    private readonly Task reading;

    /// <summary>Starts to connect.</summary>
    /// <exception cref="ScenarioException">ssh is missing here.</exception>
    public SshConnection(ScenarioHost host, TimeSpan lease)
    {
        this.host = host;
        this.lease = lease;
        process = Connect(host, lease);
        Output = new StreamReader(process.StandardOutput.BaseStream, Encoding.UTF8);
        reading = Task.Run(ReadErrorsAsync);
    }

    public StreamReader Output { get; }

    private Stream Input => process.StandardInput.BaseStream;

    /// <exception cref="IOException">The connection has ended.</exception>
    public void Send(HostMessage message)
    {
        lock (sendLock)
        {
            Input.Write(message.ToLine());
            Input.Flush();
        }
    }

    /// <summary>
    /// Ends the connection. The exception's message names the host and the reason of the failure.
    /// </summary>
    public async Task<ScenarioException> FailureAsync()
    {
        await EndAsync();
        var lastErrors = LastErrors();
        var problem = process.ExitCode switch
        {
            SshFailed when Says("Permission denied") => "key refused",
            SshFailed when Says("Host key verification failed") || Says("IDENTIFICATION HAS CHANGED") =>
                "its host key is not in known_hosts, or differs",
            SshFailed => "unreachable",
            HasNoRuntime or LacksFramework =>
                "no runtime: .NET 10 with ASP.NET Core is neither on its PATH nor in DOTNET_ROOT; set it in "
                    + "the host's environment, or use the single-file program",
            CannotCopy when Says("No space left") || Says("quota exceeded") => "disk full",
            CannotCopy => "the program cannot be copied",
            var code => string.Create(CultureInfo.InvariantCulture, $"the connection ended with exit code {code}"),
        };
        Dispose();
        return new ScenarioException(
            $"host {host.Name} ({host}): {problem}{(lastErrors.Length > 0 ? $"\n  {lastErrors}" : "")}\n  "
                + $"to see what ssh says: {Command(host)} true");

        bool Says(string text) => lastErrors.Contains(text, StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>Asks the agent to end all its processes, and waits up to 15 s for the end.</summary>
    public async Task EndAsync()
    {
        using var timeout = new CancellationTokenSource(TimeSpan.FromSeconds(15));
        try
        {
            process.StandardInput.Close();
            await process.WaitForExitAsync(timeout.Token);
            await reading;
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException)
        {
            Kill();
        }
    }

    public void Dispose()
    {
        Kill();
        process.Dispose();
        Output.Dispose();
    }

    private static Process Connect(ScenarioHost host, TimeSpan lease)
    {
        // In a new session: a Ctrl-C in the terminal reaches only this process, which decides the order of ending. When
        // this process ends, ssh's input ends. Then the agent ends with all its processes.
        var ssh = new ServerProgram("ssh", "openssh-client").Find();
        var start = new ProcessStartInfo(
            ServerProgram.Setsid.Find(),
            [ssh, .. Options(lease), .. Destination(host), $"exec /bin/sh -c '{Bootstrap}'"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception exception)
        {
            throw new ScenarioException($"ssh cannot be started: {exception.Message}", exception);
        }
    }

    // ssh ends when the host is silent for the lease, or for 15 s: then the host is lost.
    private static string[] Options(TimeSpan lease) =>
    [
        "-T", "-e", "none", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10",
        "-o", FormattableString.Invariant($"ServerAliveInterval={Math.Clamp((int)(lease.TotalSeconds / 3), 1, 5)}"),
        "-o", "ServerAliveCountMax=3", "-o", "ControlMaster=no", "-o", "ClearAllForwardings=yes",
        "-o", "ForwardAgent=no", "-o", "ForwardX11=no", "-o", "RemoteCommand=none",
    ];

    private static IEnumerable<string> Destination(ScenarioHost host) =>
    [
        .. host.Port is { } port ? ["-p", port.ToString(CultureInfo.InvariantCulture)] : Array.Empty<string>(),
        .. host.User is { } user ? ["-l", user] : Array.Empty<string>(),
        "--", host.Address,
    ];

    private static string Command(ScenarioHost host) =>
        $"ssh {string.Join(' ', Destination(host).Where(word => word is not "--"))}";

    /// <summary>Copies the program if it is missing or differs, and starts the agent.</summary>
    /// <param name="copied">Receives a line about a copy.</param>
    /// <exception cref="IOException">The connection has ended; see <see cref="FailureAsync"/>.</exception>
    public async Task PrepareAsync(Publication published, Action<string> copied, CancellationToken cancellation)
    {
        var since = TimeProvider.System.GetTimestamp();
        await WriteLinesAsync(
            [
                published.Hash, published.Entry, lease.TotalSeconds.ToString(CultureInfo.InvariantCulture),
                host.Environment.Count.ToString(CultureInfo.InvariantCulture),
                .. host.Environment.Select(variable => $"{variable.Key}={variable.Value}"),
            ],
            cancellation);
        if (await AnswerAsync(cancellation) is not "aelf-want")
        {
            return;
        }

        var archive = await Task.Run(() => published.Archive, cancellation);
        await using var packed = File.OpenRead(archive);
        await WriteLinesAsync([packed.Length.ToString(CultureInfo.InvariantCulture)], cancellation);
        await packed.CopyToAsync(Input, cancellation);
        await Input.FlushAsync(cancellation);
        await AnswerAsync(cancellation);
        copied(string.Create(
            CultureInfo.InvariantCulture,
            $"  {host.Name,-18} copied {packed.Length / 1e6:0.0} MB there in "
                + $"{TimeProvider.System.GetElapsedTime(since).TotalSeconds:0.0} s"));
    }

    // A login shell may print a greeting first.
    private async Task<string> AnswerAsync(CancellationToken cancellation)
    {
        while (await Output.ReadLineAsync(cancellation) is { } line)
        {
            if (line is "aelf-have" or "aelf-want")
            {
                return line;
            }
        }

        throw new EndOfStreamException();
    }

    private async Task WriteLinesAsync(IEnumerable<string> lines, CancellationToken cancellation)
    {
        await Input.WriteAsync(Encoding.UTF8.GetBytes(string.Concat(lines.Select(line => $"{line}\n"))), cancellation);
        await Input.FlushAsync(cancellation);
    }

    private async Task ReadErrorsAsync()
    {
        while (await process.StandardError.ReadLineAsync() is { } line)
        {
            lock (errorsLock)
            {
                errors.Enqueue(line);
                if (errors.Count > ShownLines)
                {
                    errors.Dequeue();
                }
            }
        }
    }

    private string LastErrors()
    {
        lock (errorsLock)
        {
            return string.Join("\n  ", errors.Where(line => !string.IsNullOrWhiteSpace(line)));
        }
    }

    private void Kill()
    {
        if (!process.HasExited)
        {
            process.Kill();
        }

        process.WaitForExit();
    }
}
