using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.Machine;

/// <summary>The verb <c>machine</c>.</summary>
internal sealed class MachineVerb : Verb<MachineVerb>
{
    public override ProgramDescription Program { get; } = new()
    {
        Verb = "machine",
        Purpose = "Prints the class of this machine. Stored baselines and histories are compared within one class.",
        Examples = [new("the class of this machine, as in reports", "")],
    };

    public override MachineVerb? Read(IReadOnlyList<string> words)
    {
        Resolve(words);
        return Problems.Count > 0 ? null : this;
    }

    protected override Task<ExitCode> RunAsync(MachineVerb request)
    {
        var machine = MachineReader.Read(typeof(MachineVerb).Assembly, TimeProvider.System.GetUtcNow());
        Console.Out.WriteLine(MachineClass.From(machine));
        return Task.FromResult(ExitCode.Ok);
    }
}
