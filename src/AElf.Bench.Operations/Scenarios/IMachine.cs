using AElf.Bench.Harness.Processes;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>A machine that runs processes: this one, or a host over ssh.</summary>
public interface IMachine
{
    /// <summary>Address that servers on the machine listen on.</summary>
    string ListenAddress { get; }

    /// <summary>Address at which other machines reach these servers.</summary>
    string Address { get; }

    /// <summary>Temporary folder of the scenario, removed at its end, also after a kill.</summary>
    string Scratch { get; }

    /// <summary>Names the machine in messages, after the name of a process; empty for this machine.</summary>
    string Suffix { get; }

    /// <summary>A port that is probably free. A server that finds it in use is started again on another port.</summary>
    /// <exception cref="ScenarioException">No port is free.</exception>
    int ReservePort();

    /// <summary>Path or name of a program of the system, for <see cref="StartAsync"/>.</summary>
    /// <exception cref="ScenarioException">The program is known to be missing.</exception>
    string Find(ServerProgram program);

    /// <summary>The programs of a cluster, with their paths on this machine.</summary>
    AElfPrograms Programs(AElfPrograms here);

    /// <summary>Writes a text file, and creates its folder if it is missing.</summary>
    void Write(string path, string text);

    /// <exception cref="ScenarioException">The process cannot be started.</exception>
    Task<IStartedProcess> StartAsync(ProcessStart start);
}

/// <summary>This machine, where servers listen on loopback.</summary>
/// <param name="scratch">Temporary folder of the scenario; empty if unused.</param>
public sealed class ThisMachine(string scratch = "") : IMachine
{
    public string ListenAddress => Address;

    public string Address => "127.0.0.1";

    public string Scratch => scratch;

    public string Suffix => "";

    // The port may be for a manager, which also needs a port for HTTP.
    public int ReservePort() => LoopbackPort.ReserveForManager();

    public string Find(ServerProgram program) => program.Find();

    public AElfPrograms Programs(AElfPrograms here) => here;

    public void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }

    public Task<IStartedProcess> StartAsync(ProcessStart start) =>
        Task.FromResult<IStartedProcess>(OwnedProcess.Start(start));
}
