using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Reports disturbed rounds, and disturbs a run with too few good ones.</summary>
internal sealed class CpuInterferenceCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run)
    {
        if (run.Processors is not { } used)
        {
            yield break;
        }

        var disturbed = run.Rounds.Where(round => round.IsDisturbed).ToList();
        if (run.IsDisturbed)
        {
            yield return new(Severity.Disturbed, used.Takers());
        }
        else if (disturbed.Count > 0)
        {
            var worst = disturbed.Select(round => round.Processors!).MaxBy(each => each.Taken)!;
            yield return new(
                Severity.Note,
                $"{Count(disturbed.Count)} of {Counted(run.Rounds.Count, "round")} {Were(disturbed.Count)} disturbed "
                    + $"and left out of rate and latency: in the worst {worst.Takers()}");
        }

        if (used.Unseen.Count > 0)
        {
            yield return new(
                Severity.Note,
                $"the CPU time of {string.Join(", ", used.Unseen)} on this machine is unknown, so it cannot be "
                    + "separated from that of other programs; root can read the processes of all users, but a "
                    + "container cannot read those of other containers");
        }
    }
}
