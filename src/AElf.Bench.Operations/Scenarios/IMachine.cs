using AElf.Bench.Harness.Processes;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>A machine that runs processes: this one, or a host over ssh.</summary>
public interface IMachine
{
    /// <summary>Address that servers on the machine listen on.</summary>
    string ListenAddress { get; }

    /// <summary>Address at which other machines reach these servers.</summary>
    string Address { get; }

    /// <summary>Temporary folder of the scenario, removed however the scenario ends.</summary>
    string Ground { get; }

    /// <summary>Names the machine behind a process in messages; empty for this machine.</summary>
    string Suffix { get; }

    /// <summary>A port that is likely to be free: a server that finds it taken is started at the next.</summary>
    /// <exception cref="ScenarioException">No port is free.</exception>
    int ReservePort();

    /// <summary>Path or name of a system's program, as <see cref="StartAsync"/> takes it.</summary>
    /// <exception cref="ScenarioException">The program is known to be missing.</exception>
    string Find(ServerProgram program);

    /// <summary>The programs of a cluster as they are called on this machine.</summary>
    AElfPrograms Programs(AElfPrograms here);

    /// <summary>Writes a text file, and makes its folder where that is missing.</summary>
    void Write(string path, string text);

    /// <exception cref="ScenarioException">The process cannot be started.</exception>
    Task<IStartedProcess> StartAsync(ProcessStart start);
}

/// <summary>This machine, where servers listen on loopback.</summary>
/// <param name="ground">Temporary folder of the scenario; empty if unused.</param>
public sealed class ThisMachine(string ground = "") : IMachine
{
    public string ListenAddress => Address;

    public string Address => "127.0.0.1";

    public string Ground => ground;

    public string Suffix => "";

    // It may be for a manager, which has its pages at the other port.
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
