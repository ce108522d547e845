using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Scenarios;

/// <summary>Where a process runs: this machine, or a host over ssh.</summary>
public interface IMachine
{
    /// <summary>The address that its servers listen on.</summary>
    string ListenAddress { get; }

    /// <summary>Where the others reach its servers.</summary>
    string Address { get; }

    /// <summary>A folder of its own, removed when it is no longer needed, however we end.</summary>
    string Ground { get; }

    /// <summary>The name of the machine behind what is said of a process on it; empty for this machine.</summary>
    string Suffix { get; }

    /// <summary>A port that is likely to be free: a server that finds it taken is started at the next.</summary>
    /// <exception cref="ScenarioException">There is none.</exception>
    int ReservePort();

    /// <summary>A program of the system, as <see cref="StartAsync"/> takes it.</summary>
    /// <exception cref="ScenarioException">It is known not to be there.</exception>
    string Find(ServerProgram program);

    /// <summary>The programs of a cluster, where they are on this machine.</summary>
    AElfPrograms Programs(AElfPrograms here);

    /// <summary>Writes a text file, in a folder that is made.</summary>
    void Write(string path, string text);

    /// <summary>Makes a folder.</summary>
    void MakeFolder(string path);

    /// <summary>Starts a process.</summary>
    /// <exception cref="ScenarioException">It cannot be started.</exception>
    Task<IStartedProcess> StartAsync(ProcessStart start);
}

/// <summary>A process that was started on a machine.</summary>
public interface IStartedProcess : IDisposable
{
    /// <summary>Its process id, there.</summary>
    int Id { get; }

    /// <summary>Whether it has ended.</summary>
    bool HasExited { get; }

    /// <summary>How it ended; a signal counts 128 + its number, and a host that was lost -1.</summary>
    int ExitCode { get; }

    /// <summary>How it ended, to follow its name.</summary>
    string Ending { get; }

    /// <summary>What it wrote to standard output so far.</summary>
    string Output { get; }

    /// <summary>What it wrote to standard error so far.</summary>
    string Error { get; }

    /// <summary>Waits for its end.</summary>
    Task WaitForExitAsync(CancellationToken cancellation);

    /// <summary>
    /// Asks it to end with SIGTERM and ends it with SIGKILL when it has not within <paramref name="grace"/>.
    /// </summary>
    Task EndAsync(TimeSpan grace);

    /// <summary>Ends it, and what it started, with SIGKILL and waits for the end.</summary>
    void Kill();
}

/// <summary>This machine: servers listen on loopback, unless the hosts of a scenario have to reach them.</summary>
/// <param name="ground">A folder of its own; empty when nobody asks for it.</param>
public sealed class ThisMachine(string ground = "") : IMachine
{
    /// <inheritdoc/>
    public string ListenAddress => Address;

    /// <inheritdoc/>
    public string Address => "127.0.0.1";

    /// <inheritdoc/>
    public string Ground => ground;

    /// <inheritdoc/>
    public string Suffix => "";

    /// <inheritdoc/>
    public int ReservePort() => LoopbackPort.Reserve();

    /// <inheritdoc/>
    public string Find(ServerProgram program) => program.Find();

    /// <inheritdoc/>
    public AElfPrograms Programs(AElfPrograms here) => here;

    /// <inheritdoc/>
    public void Write(string path, string text) => File.WriteAllText(path, text);

    /// <inheritdoc/>
    public void MakeFolder(string path) => Directory.CreateDirectory(path);

    /// <inheritdoc/>
    public Task<IStartedProcess> StartAsync(ProcessStart start) =>
        Task.FromResult<IStartedProcess>(OwnedProcess.Start(start));
}
