using System.Globalization;
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
            (_, { } duration) => ForShare(call, TimeSpan.FromMilliseconds(
                Math.Ceiling(duration.TotalMilliseconds / starts))),
            _ when call.Effective[MeasureSettings.Rounds.Name].IsDefault =>
                ForRounds(call, MeasureOptions.UsualRoundsOfStart),
            _ => call,
        };
    }

    private static BenchmarkOptions ForShare(BenchmarkOptions call, TimeSpan share) => call with
    {
        Measure = call.Measure with { Duration = share },
        Plans = call.Plans.Select(plan => plan with
        {
            Submission = Replace(plan.Submission, MeasureSettings.Duration, share),
        }),
    };

    private static BenchmarkOptions ForRounds(BenchmarkOptions call, int rounds) => call with
    {
        Measure = call.Measure with { Rounds = rounds },
        Plans = call.Plans.Select(plan => plan with
        {
            Submission = Replace(plan.Submission, MeasureSettings.Rounds, rounds),
        }),
        Effective = UsedSetting.Merge(call.Effective, [KeyValuePair.Create(
            MeasureSettings.Rounds.Name,
            new UsedSetting(rounds.ToString(CultureInfo.InvariantCulture), SettingSource.Default))]),
    };

    private static Dictionary<string, string> Replace(
        IReadOnlyDictionary<string, string> submission, Setting setting, object value) =>
        new(submission, StringComparer.Ordinal) { [setting.Name] = setting.Rule.Format(value) };

    /// <summary>The broken rules of the options that say how many starts and rounds there are.</summary>
    public static IEnumerable<ValidationError> Check(ProgramReading reading, bool startsProcesses)
    {
        var settings = reading.Settings;
        if (settings.IsTyped(MeasureSettings.Duration) && settings.IsTyped(MeasureSettings.Rounds))
        {
            yield return ValidationError.Error(
                "--duration", "it stands in place of --rounds", "give one of the two");
        }

        if (settings.Get(MeasureSettings.Starts) is not > 1)
        {
            yield break;
        }

        var what = settings.What(MeasureSettings.Starts);
        if (reading.IsForManager && !startsProcesses)
        {
            yield return ValidationError.Error(
                what,
                "the manager and the workers were started by others, once",
                "remove it; scenario cluster --starts N starts a cluster of its own N times");
        }
        else if (settings.Get(CommonSettings.Prepared) is not null)
        {
            yield return ValidationError.Error(
                what, "prepared accounts serve one process start", "remove it, or the preparation");
        }
    }
}
