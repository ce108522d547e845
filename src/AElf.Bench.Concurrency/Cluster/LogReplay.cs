using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>The state of a round from the log.</summary>
public sealed class LoggedRound(RoundManifest manifest)
{
    public RoundManifest Manifest { get; } = manifest;
    public RoundHistory History { get; } = new();

    /// <summary>Every grant, in the order granted, with the worker's incarnation.</summary>
    public IList<(long Worker, Grant Grant)> Grants { get; } = [];
}

/// <summary>The state of a run when its manager starts.</summary>
public sealed class ManagerState
{
    public static ManagerState Empty => new();

    public long Records { get; internal set; }

    /// <summary>The highest granted epoch or seeded version.</summary>
    public int LastEpoch { get; internal set; }

    /// <summary>The versions of finished or started seedings, in order.</summary>
    public IList<int> SeedVersions { get; } = [];

    public bool Closed { get; internal set; }

    /// <summary>Why the run failed; null without a failure.</summary>
    public Problem? Failure { get; internal set; }

    /// <summary>The faults, with the number of each.</summary>
    public IDictionary<(string Kind, string What), int> Faults { get; } =
        new Dictionary<(string Kind, string What), int>();

    /// <summary>The begun rounds, by number.</summary>
    public SortedDictionary<long, LoggedRound> Rounds { get; } = [];
}

/// <summary>Rebuilds the manager's state after the last record of a log.</summary>
public static class LogReplay
{
    /// <summary>Replays a log.</summary>
    /// <param name="records">The records of the log; may be empty.</param>
    /// <param name="run">The run to resume.</param>
    /// <param name="configuration">Its configuration, as in <see cref="LogRecord.RunOpened"/>.</param>
    /// <exception cref="LogException">
    /// The log belongs to another run, configuration or version, or contradicts itself.
    /// </exception>
    public static ManagerState Run(IReadOnlyList<LogRecord> records, string run, string configuration)
    {
        var state = new ManagerState { Records = records.Count };
        for (var i = 0; i < records.Count; i++)
        {
            if (i == 0)
            {
                Check(records[0], run, configuration);
                continue;
            }

            Apply(state, records[i], i);
        }

        return state;
    }

    private static void Check(LogRecord first, string run, string configuration)
    {
        if (first is not LogRecord.RunOpened opened)
        {
            throw new LogException("the log does not start with the record of a run");
        }

        if (opened.Version != LogRecord.RunOpened.CurrentVersion)
        {
            throw new LogException(
                $"the log is of version {opened.Version}, but this program resumes version "
                    + $"{LogRecord.RunOpened.CurrentVersion}: resume the run with the build that began it");
        }

        if (!string.Equals(opened.Run, run, StringComparison.Ordinal))
        {
            throw new LogException($"the log is of run {opened.Run}; the run to resume is {run}");
        }

        if (!string.Equals(opened.Configuration, configuration, StringComparison.Ordinal))
        {
            throw new LogException(
                $"the log is of a run configured '{opened.Configuration}'; this one is '{configuration}'");
        }
    }

    private static bool Fits(Grant grant, RoundManifest manifest) =>
        grant.Job >= 0 ? grant.Job < manifest.Jobs : (uint)grant.Unit < (uint)manifest.Units;

    private static void Apply(ManagerState state, LogRecord record, int at)
    {
        switch (record)
        {
            case LogRecord.SeedingBegun(var version) when version > state.LastEpoch && state.Rounds.Count == 0:
                state.LastEpoch = version;
                state.SeedVersions.Add(version);
                break;
            case LogRecord.RoundOpened(var manifest)
                when state.Rounds.TryAdd(manifest.Number, new LoggedRound(manifest)):
                break;
            case LogRecord.Granted(var number, var grant, var worker)
                when state.Rounds.TryGetValue(number, out var round) && Fits(grant, round.Manifest):
                state.LastEpoch = Math.Max(state.LastEpoch, grant.Epoch);
                round.Grants.Add((worker, grant));
                if (grant.Job >= 0)
                {
                    round.History.GrantedJobs.Add(grant.Job);
                }
                else
                {
                    round.History.Retries.Add(grant);
                }

                break;
            case LogRecord.Done(var number, var attempts) when state.Rounds.TryGetValue(number, out var round)
                && attempts.All(each => (uint)each.Unit < (uint)round.Manifest.Units):
                foreach (var attempt in attempts)
                {
                    if (!round.History.Done.TryAdd(attempt.Unit, attempt.Epoch))
                    {
                        throw new LogException(
                            $"record {at} of the log repeats that unit {attempt.Unit} of round {number} is done");
                    }
                }

                break;
            case LogRecord.FaultMet(var kind, var what):
                state.Faults[(kind, what)] = state.Faults.TryGetValue((kind, what), out var before) ? before + 1 : 1;
                break;
            case LogRecord.RunClosed closed when !state.Closed:
                state.Closed = true;
                state.Failure = closed.Failure;
                break;
            default:
                throw new LogException($"record {at} of the log contradicts earlier records: {record}");
        }
    }
}
