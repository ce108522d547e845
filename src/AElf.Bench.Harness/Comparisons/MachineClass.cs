using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>The common properties of machines whose figures can be compared.</summary>
/// <param name="Cpu">Model of the processor.</param>
/// <param name="Cores">Processors that a process may use; a quota may be a fraction such as 0.5.</param>
/// <param name="MemoryGb">Memory in whole GiB.</param>
/// <param name="Os">Operating system, kernel and architecture.</param>
/// <param name="Runtime">Version of .NET.</param>
public sealed record MachineClass(string Cpu, double Cores, int MemoryGb, string Os, string Runtime)
{
    public static MachineClass From(EnvironmentReport machine) =>
        new MachineClass(
            machine.Cpu,
            machine.Cores,
            (int)Math.Round(machine.MemoryGb, MidpointRounding.AwayFromZero),
            machine.Os,
            machine.Runtime);

    /// <summary>The differences in words; empty for equal classes.</summary>
    public IReadOnlyList<string> DifferencesFrom(MachineClass other)
    {
        (string What, string Here, string There)[] parts =
        [
            ("processor", Cpu, other.Cpu),
            ("cores", FormattableString.Invariant($"{Cores}"), FormattableString.Invariant($"{other.Cores}")),
            ("memory", $"{Plain(MemoryGb)} GiB", $"{Plain(other.MemoryGb)} GiB"),
            ("system", Os, other.Os),
            ("runtime", Runtime, other.Runtime),
        ];
        return
        [
            .. parts.Where(part => !string.Equals(part.Here, part.There, StringComparison.Ordinal))
                .Select(part => $"{part.What}: {part.Here} here, {part.There} there"),
        ];
    }

    public override string ToString() => $"{Cpu}, {NumberFormat.Cores(Cores)}, {Plain(MemoryGb)} GiB, {Os}, {Runtime}";
}
