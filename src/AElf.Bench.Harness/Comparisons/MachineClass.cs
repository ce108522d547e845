using AElf.Bench.Harness.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>What a machine has to share with another one for their figures to be compared.</summary>
/// <param name="Cpu">The processor's model.</param>
/// <param name="Cores">Logical cores.</param>
/// <param name="MemoryGb">Memory, in whole GiB.</param>
/// <param name="Os">Operating system, kernel and architecture.</param>
/// <param name="Runtime">The .NET version.</param>
public sealed record MachineClass(string Cpu, int Cores, int MemoryGb, string Os, string Runtime)
{
    /// <summary>The class of the machine a report is from.</summary>
    public static MachineClass From(EnvironmentReport machine)
    {
        ArgumentNullException.ThrowIfNull(machine);
        return new MachineClass(
            machine.Cpu,
            machine.Cores,
            (int)Math.Round(machine.MemoryGb, MidpointRounding.AwayFromZero),
            machine.Os,
            machine.Runtime);
    }

    /// <summary>In what another machine differs, in words; empty when they are alike.</summary>
    public IReadOnlyList<string> DifferencesFrom(MachineClass other)
    {
        ArgumentNullException.ThrowIfNull(other);
        (string What, string Here, string There)[] parts =
        [
            ("processor", Cpu, other.Cpu),
            ("cores", Plain(Cores), Plain(other.Cores)),
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

    /// <inheritdoc/>
    public override string ToString() => $"{Cpu}, {Counted(Cores, "core")}, {Plain(MemoryGb)} GiB, {Os}, {Runtime}";
}
