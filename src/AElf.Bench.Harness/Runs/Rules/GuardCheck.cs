using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>
/// Reports the broken guards of <c>verify</c> at the end of a run. Compiling disturbs a run above the same share as
/// other programs.
/// </summary>
internal sealed class GuardCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run)
    {
        var broken = run.Guards.Where(guard => guard.State is GuardState.Broken).ToList();
        if (run.CompilingShare > ProcessorReport.MaxTaken && broken.Exists(guard => guard.Name is Guard.Warm))
        {
            yield return new(Severity.Disturbed, "the warm-up ended too early");
        }

        if (broken.Count > 0)
        {
            var what = broken.Select(guard => $"{guard.Name}: {guard.What}");
            yield return new(Severity.Note, $"'verify' refuses this report: {string.Join("; ", what)}");
        }
    }
}
