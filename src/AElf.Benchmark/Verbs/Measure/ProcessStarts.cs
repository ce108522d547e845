using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>The number of process starts of a call, and the options of each start.</summary>
internal static class ProcessStarts
{
    /// <summary>
    /// Number of process starts of a call. The default is several for one run in memory, and otherwise one: several
    /// runs would take too long, and over a store starts differ no more than rounds do.
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
    /// The options of one start: its share of <c>--duration</c>, or the default number of rounds for several starts.
    /// </summary>
    public static BenchmarkOptions Share(BenchmarkOptions call)
    {
        var starts = Of(call);
        return (starts, call.Measure.Duration) switch
        {
            (1, _) => call,
            (_, { } duration) => With(
                call,
                MeasureSettings.Duration,
                TimeSpan.FromMilliseconds(Math.Ceiling(duration.TotalMilliseconds / starts))),
            _ when call.Effective[MeasureSettings.Rounds.Name].IsDefault =>
                WithRounds(call, MeasureOptions.UsualRoundsOfStart),
            _ => call,
        };
    }

    private static BenchmarkOptions WithRounds(BenchmarkOptions call, int rounds) =>
        With(call, MeasureSettings.Rounds, rounds) with
        {
            Effective = UsedSetting.Merge(call.Effective, [KeyValuePair.Create(
                MeasureSettings.Rounds.Name,
                new UsedSetting(MeasureSettings.Rounds.Rule.Format(rounds), SettingSource.Default))]),
        };

    /// <summary>The call with another value of a setting, also in its plans.</summary>
    private static BenchmarkOptions With(BenchmarkOptions call, Setting setting, object value)
    {
        var settings = call.Settings.With(new Dictionary<Setting, object> { [setting] = value });
        return call with
        {
            Measure = SettingsBinder.Measure(settings),
            Plans = RunPlan.Of(call.Workload, call.Reading.Table, settings),
        };
    }

    /// <summary>The broken rules for the numbers of starts and rounds.</summary>
    public static IEnumerable<ValidationError> Check(ProgramReading reading, bool startsProcesses)
    {
        var settings = reading.Settings;
        var (areSeveral, isOfOthers) = (
            settings.Get(MeasureSettings.Starts) is > 1, settings.IsForManager && !startsProcesses);
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
