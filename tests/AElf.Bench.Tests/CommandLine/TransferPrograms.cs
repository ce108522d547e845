using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Transfers;
using AElf.Benchmark;
using AElf.Benchmark.Verbs.Compare;
using AElf.Benchmark.Verbs.Measure;
using AElf.Benchmark.Verbs.Scenarios;
using AElf.Benchmark.Verbs.Sweep;
using AElf.Concurrency.Manager;
using AElf.Concurrency.Worker;

namespace AElf.Bench.Tests.CommandLine;

/// <summary>The command lines of the shipped programs, with the workload of transfers.</summary>
internal static class TransferPrograms
{
    private static readonly TransferWorkloadType Workload = new();

    public static Dictionary<string, string> NoVariables { get; } = new(StringComparer.Ordinal);

    public static BenchmarkProgram Program { get; } = new(Workload, BenchmarkProgram.Electrum);

    public static BenchmarkCommandLine Benchmark { get; } = new(Workload);

    public static ScenarioCommandLine Scenario { get; } = new(Workload);

    public static SweepVerb Sweep => new(Workload) { Variables = NoVariables };

    public static SweepVerb Search => new(Workload, isSearch: true) { Variables = NoVariables };

    /// <summary>The machine class of the tests' comparisons.</summary>
    public static MachineClass Machine { get; } = new("AMD EPYC", 2, 24, "Debian 12, kernel 6.1.0, x64", ".NET 10.0.1");

    public static CompareVerb Compare => new(Workload, Machine)
    {
        Variables = NoVariables,
        Build = Path.Combine(AppContext.BaseDirectory, "AElf.Benchmark.dll"),
    };

    public static ManagerProgram Manager { get; } = new(Workload);

    public static WorkerProgram Worker { get; } = new(Workload);

    /// <summary>The transfers of a call.</summary>
    public static TransferOptions Transfers(this BenchmarkOptions options) =>
        TransferSettings.Options(options.Settings);
}
