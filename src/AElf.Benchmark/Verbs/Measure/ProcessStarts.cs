using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>How many processes make a call, one after the other, and what each of them measures.</summary>
internal static class ProcessStarts
{
    /// <summary>
    /// Process starts of a call. One run in memory has several unless told otherwise; a table of runs would take too
    /// long, and over a store starts differ by no more than rounds.
    /// </summary>
    public static int Of(BenchmarkOptions call)
    {
        if (call.Settings.IsPreparing)
        {
            return 1;
        }

        var isInMemory = call is { Manager: null, Started.Count: 0, Store.Type: StoreType.InMemory };
        return call.Settings.Get(MeasureSettings.Starts)
            ?? (isInMemory && !call.Plans.Skip(1).Any() ? MeasureOptions.UsualStarts : 1);
    }

    /// <summary>
    /// The call as one of its starts makes it: with its share of <c>--duration</c>, and, where the number of rounds is
    /// left to the program, with fewer of them.
    /// </summary>
    public static BenchmarkOptions Share(BenchmarkOptions call)
    {
        var starts = Of(call);
        return (starts, call.Measure.Duration) switch
        {
            (1, _) => call,
            (_, { } duration) => WithDuration(
                call, TimeSpan.FromMilliseconds(Math.Ceiling(duration.TotalMilliseconds / starts))),
            _ when call.Effective[MeasureSettings.Rounds.Name].IsDefault =>
                WithRounds(call, MeasureOptions.UsualRoundsOfStart),
            _ => call,
        };
    }

    private static BenchmarkOptions WithDuration(BenchmarkOptions call, TimeSpan share) =>
        Submitting(call, MeasureSettings.Duration, share) with { Measure = call.Measure with { Duration = share } };

    private static BenchmarkOptions WithRounds(BenchmarkOptions call, int rounds) =>
        Submitting(call, MeasureSettings.Rounds, rounds) with
        {
            Measure = call.Measure with { Rounds = rounds },
            Effective = UsedSetting.Merge(call.Effective, [KeyValuePair.Create(
                MeasureSettings.Rounds.Name,
                new UsedSetting(MeasureSettings.Rounds.Rule.Format(rounds), SettingSource.Default))]),
        };

    /// <summary>The call with another value of a submitted setting.</summary>
    private static BenchmarkOptions Submitting(BenchmarkOptions call, Setting setting, object value) => call with
    {
        Plans = call.Plans.Select(plan => plan with
        {
            Submission = new Dictionary<string, string>(plan.Submission, StringComparer.Ordinal)
            {
                [setting.Name] = setting.Rule.Format(value),
            },
        }),
    };

    /// <summary>The broken rules of the options that say how many starts and rounds there are.</summary>
    public static IEnumerable<ValidationError> Check(ProgramReading reading, bool startsProcesses)
    {
        var settings = reading.Settings;
        var (areSeveral, isOfOthers) = (
            settings.Get(MeasureSettings.Starts) is > 1, reading.IsForManager && !startsProcesses);
        return new RuleList(settings)
        {
            {
                settings.IsTyped(MeasureSettings.Duration) && settings.IsTyped(MeasureSettings.Rounds),
                MeasureSettings.Duration, "cannot be combined with --rounds", "give one of the two"
            },
            {
                areSeveral && isOfOthers, MeasureSettings.Starts, "manager and workers are running already",
                "remove it; scenario cluster --starts N starts a new cluster N times"
            },
            {
                areSeveral && !isOfOthers && settings.Get(CommonSettings.Prepared) is not null, MeasureSettings.Starts,
                "prepared accounts can be used by one process start", "remove it, or the preparation"
            },
        };
    }
}
