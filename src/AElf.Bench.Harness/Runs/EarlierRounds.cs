using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>The known rounds and faults of a run whose earlier process ended.</summary>
internal sealed class EarlierRounds
{
    private readonly IReadOnlyList<MeasuredRound> known;

    /// <param name="request">The resumed run.</param>
    /// <param name="begun">Weights of the begun rounds.</param>
    public EarlierRounds(RunRequest request, IReadOnlyList<long> begun)
    {
        known =
        [
            .. request.RoundsMeasured.Zip(begun).TakeWhile(each => each.First.Raw.Offered == each.Second)
                .Select(each => each.First),
        ];
        var measured = known.Count(round => round.Number > 0);
        var noted = known.SelectMany(round => round.Faults).Select(fault => (fault.Kind, fault.What)).ToHashSet();
        Faults =
        [
            .. request.FaultsBefore.Where(fault => !noted.Contains((fault.Kind, fault.What)))
                .Select(fault => new FaultReport(0, 0, fault.Kind, fault.What, fault.Count)),
            new FaultReport(
                0,
                0,
                "manager",
                $"the manager was restarted with {begun.Count} rounds begun, {measured} of them measured, and the run "
                    + "was resumed",
                1),
        ];
        Weight = measured > 0 ? known[^1].Raw.Offered : 0;
    }

    /// <summary>The restart, and earlier faults that belong to no known round.</summary>
    public IReadOnlyList<FaultReport> Faults { get; }

    /// <summary>Weight of a measured round; 0 without a measured round.</summary>
    public long Weight { get; }

    /// <summary>The measurements of an earlier round; null if unknown.</summary>
    public MeasuredRound? Of(int begun) => begun < known.Count ? known[begun] : null;
}
