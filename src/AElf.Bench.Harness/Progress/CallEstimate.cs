using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Progress;

/// <summary>
/// How much of a call with one or several runs is over, and how long the rest may take. Runs that are over say how long
/// each phase takes; before there is one, what is usual does, until the run under way knows better.
/// </summary>
/// <param name="runs">The runs of the call, counted when they are asked for: there may be very many.</param>
/// <param name="measure">How each is measured.</param>
public sealed class CallEstimate(Lazy<int> runs, MeasureOptions measure)
{
    // Of a first run in memory.
    private static readonly TimeSpan UsualWarmUp = TimeSpan.FromSeconds(3.5);
    private static readonly TimeSpan UsualCeiling = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Short = TimeSpan.FromSeconds(0.2);

    private readonly TimeSpan[] spent = new TimeSpan[Enum.GetValues<RunPhase>().Length];
    private readonly TimeSpan[] spentBefore = new TimeSpan[Enum.GetValues<RunPhase>().Length];
    private readonly TimeSpan[] expected = new TimeSpan[Enum.GetValues<RunPhase>().Length];
    private int over;
    private TimeSpan last;
    private ProgressSnapshot at;
    private ProgressSnapshot round;
    private double fraction;

    /// <summary>The run under way, from 1.</summary>
    public int Run => Math.Min(over + 1, runs.Value);

    /// <summary>The runs of the call.</summary>
    public int Runs => runs.Value;

    /// <summary>A run begins.</summary>
    /// <param name="now">The time since any moment, the same in all calls.</param>
    public void Begin(TimeSpan now)
    {
        (last, at, round) = (now, default, default);
        Array.Clear(spent);
    }

    /// <summary>The run is over.</summary>
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

    /// <summary>The run enters a phase or round, or is still in it.</summary>
    public void Observe(ProgressSnapshot moment, TimeSpan now)
    {
        Spend(now);
        at = moment;
        round = moment is { Phase: RunPhase.Measure, Rounds: > 0 } ? moment : round;
    }

    /// <summary>How much of the call is over, 0 to 1, which never falls, and how long the rest may take.</summary>
    public (double Fraction, TimeSpan Left) Remaining()
    {
        if (over >= runs.Value)
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

        return (fraction, left);
    }

    private static TimeSpan Sum(TimeSpan[] times) => times.Aggregate(TimeSpan.Zero, (sum, time) => sum + time);

    private void Spend(TimeSpan now)
    {
        spent[(int)at.Phase] += now - last;
        last = now;
    }

    // The bare store is measured before, between and after the rounds.
    private bool IsOver(RunPhase phase) => phase switch
    {
        RunPhase.WarmUp => round.Rounds > 0 || at.Phase > RunPhase.Ceiling,
        RunPhase.Measure or RunPhase.Ceiling => at.Phase > RunPhase.Ceiling,
        _ => at.Phase > phase,
    };

    private void ExpectPhases()
    {
        for (var phase = 0; phase < expected.Length; phase++)
        {
            expected[phase] = over > 0 ? spentBefore[phase] / over : Usual((RunPhase)phase);
        }

        if (round is { Round: > 1 } && at.Phase <= RunPhase.Ceiling)
        {
            var share = (round.Round - 1) / (double)round.Rounds;
            expected[(int)RunPhase.Measure] = spent[(int)RunPhase.Measure] / share;
            expected[(int)RunPhase.Ceiling] = spent[(int)RunPhase.Ceiling] / share;
        }

        if (at is { Done: > 0, Total: > 0 })
        {
            expected[(int)at.Phase] = spent[(int)at.Phase] * ((double)at.Total / at.Done);
        }
    }

    private TimeSpan Usual(RunPhase phase) => phase switch
    {
        RunPhase.WarmUp => measure.WarmupRounds is { } wanted ? MeasureOptions.LongRound * wanted : UsualWarmUp,
        RunPhase.Measure => measure.Duration ?? MeasureOptions.LongRound * measure.Rounds,
        RunPhase.Ceiling => measure.Ceiling ? UsualCeiling : TimeSpan.Zero,

        // They touch what seeding wrote.
        RunPhase.Audit or RunPhase.Cleanup when spent[(int)RunPhase.Seed] > Short => spent[(int)RunPhase.Seed],
        _ => Short,
    };
}
