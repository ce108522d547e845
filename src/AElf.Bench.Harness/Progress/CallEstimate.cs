using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Progress;

/// <summary>
/// Estimates the finished share of a call with one or several runs, and the remaining time. Finished runs give the time
/// of each phase. In a first run the remaining time is unknown before the end of a measured round: compilation and
/// waiting for other programs take an unknown time.
/// </summary>
/// <param name="runs">
/// Number of runs of the call. It is computed on the first use, because there may be very many.
/// </param>
/// <param name="measure">Options of each run's measurement.</param>
public sealed class CallEstimate(Lazy<int> runs, MeasureOptions measure)
{
    // Usual times of a first run in memory.
    private static readonly TimeSpan UsualWarmUp = TimeSpan.FromSeconds(3.5);
    private static readonly TimeSpan UsualBareStore = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan UsualAudit = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Short = TimeSpan.FromSeconds(0.2);

    // A warm-up that takes longer than usual is assumed to take half as long again.
    private const double Longer = 1.5;

    private readonly TimeSpan[] spent = new TimeSpan[Enum.GetValues<RunPhase>().Length];
    private readonly TimeSpan[] spentBefore = new TimeSpan[Enum.GetValues<RunPhase>().Length];
    private readonly TimeSpan[] expected = new TimeSpan[Enum.GetValues<RunPhase>().Length];
    private int over;
    private TimeSpan last;
    private ProgressSnapshot at;
    private ProgressSnapshot round;
    private TimeSpan measuredBefore;
    private TimeSpan bareStoreBefore;
    private double fraction;

    /// <summary>Number of the current run, from 1.</summary>
    public int Run => Math.Min(over + 1, runs.Value);

    public int Runs => runs.Value;

    /// <summary>Whether all runs of the call have ended.</summary>
    public bool HasEnded => over >= runs.Value;

    /// <param name="now">Time since a fixed moment.</param>
    public void Begin(TimeSpan now)
    {
        (last, at, round) = (now, default, default);
        (measuredBefore, bareStoreBefore) = (default, default);
        Array.Clear(spent);
    }

    public void End(TimeSpan now)
    {
        Spend(now);
        over++;
        for (var phase = 0; phase < spent.Length; phase++)
        {
            spentBefore[phase] += spent[phase];
        }

        (at, round) = (default, default);
        Array.Clear(spent);
    }

    /// <summary>Notes the current phase and round of the run.</summary>
    public void Observe(ProgressSnapshot moment, TimeSpan now)
    {
        Spend(now);
        at = moment;
        if (moment is { Phase: RunPhase.Measure, Rounds: > 0 })
        {
            if (moment.Round != round.Round)
            {
                measuredBefore = spent[(int)RunPhase.Measure];
                bareStoreBefore = round.Rounds == 0 ? spent[(int)RunPhase.BareStore] : bareStoreBefore;
            }

            round = moment;
        }
    }

    /// <summary>
    /// The finished share of the call, 0 to 1, which never falls, and the estimated remaining time; null if unknown.
    /// </summary>
    public (double Fraction, TimeSpan? Left) Remaining()
    {
        if (HasEnded)
        {
            return (1, TimeSpan.Zero);
        }

        ExpectPhases();
        var left = TimeSpan.Zero;
        for (var phase = 0; phase < spent.Length; phase++)
        {
            left += IsOver((RunPhase)phase) || expected[phase] < spent[phase] ? TimeSpan.Zero
                : expected[phase] - spent[phase];
        }

        left += Sum(expected) * Math.Max(0, runs.Value - over - 1);
        var passed = Sum(spentBefore) + Sum(spent);
        if (passed + left > TimeSpan.Zero)
        {
            fraction = Math.Max(fraction, passed / (passed + left));
        }

        return (fraction, over > 0 || RoundsOver > 0 || at.Phase > RunPhase.BareStore ? left : null);
    }

    private int RoundsOver => at.Phase is RunPhase.Measure ? round.Round - 1 : round.Round;

    private static TimeSpan Sum(TimeSpan[] times) => times.Aggregate(TimeSpan.Zero, (sum, time) => sum + time);

    private void Spend(TimeSpan now)
    {
        spent[(int)at.Phase] += now - last;
        last = now;
    }

    // The store alone is measured before, between and after the rounds.
    private bool IsOver(RunPhase phase) => phase switch
    {
        RunPhase.WarmUp => round.Rounds > 0 || at.Phase > RunPhase.BareStore,
        RunPhase.Measure or RunPhase.BareStore => at.Phase > RunPhase.BareStore,
        _ => at.Phase > phase,
    };

    private void ExpectPhases()
    {
        for (var phase = 0; phase < expected.Length; phase++)
        {
            expected[phase] = over > 0 ? spentBefore[phase] / over : Usual((RunPhase)phase);
        }

        if (over == 0 && at.Phase is RunPhase.WarmUp && spent[(int)RunPhase.WarmUp] is var warming)
        {
            expected[(int)RunPhase.WarmUp] = TimeSpan.FromTicks(
                Math.Max(expected[(int)RunPhase.WarmUp].Ticks, (long)(warming.Ticks * Longer)));
        }

        if (RoundsOver > 0 && at.Phase <= RunPhase.BareStore)
        {
            ExpectRounds();
        }

        if (at is { Done: > 0, Total: > 0 })
        {
            expected[(int)at.Phase] = spent[(int)at.Phase] * ((double)at.Total / at.Done);
        }
    }

    // Further rounds are assumed to take as long as the finished rounds, and the store alone to take as long after the
    // rounds as before them.
    private void ExpectRounds()
    {
        var measured = at.Phase is RunPhase.Measure ? measuredBefore : spent[(int)RunPhase.Measure];
        var further = RoundsExpected() - RoundsOver;
        expected[(int)RunPhase.Measure] = measured + (measured / RoundsOver * further);
        var spentOnStore = spent[(int)RunPhase.BareStore];
        expected[(int)RunPhase.BareStore] =
            spentOnStore + ((spentOnStore - bareStoreBefore) / RoundsOver * further) + bareStoreBefore;
    }

    // Disturbed rounds are repeated. Further rounds are assumed to be disturbed as often as the finished rounds.
    private double RoundsExpected()
    {
        var again = measure.Duration is null ? round.Rounds - measure.Rounds : 0;
        var further = (double)again / RoundsOver * (round.Rounds - RoundsOver);
        return round.Rounds + Math.Clamp(further, 0, Math.Max(0, (measure.Rounds * measure.QuietBudget) - again));
    }

    private TimeSpan Usual(RunPhase phase) => phase switch
    {
        RunPhase.WarmUp => measure.WarmupRounds is { } wanted ? MeasureOptions.LongRound * wanted : UsualWarmUp,
        RunPhase.Measure => measure.Duration ?? MeasureOptions.LongRound * measure.Rounds,
        RunPhase.BareStore => measure.BareStore ? UsualBareStore : TimeSpan.Zero,

        // Audit and clean-up access all keys that seeding wrote.
        RunPhase.Audit when spent[(int)RunPhase.Seed] < UsualAudit => UsualAudit,
        RunPhase.Audit or RunPhase.Cleanup when spent[(int)RunPhase.Seed] > Short => spent[(int)RunPhase.Seed],
        _ => Short,
    };
}
