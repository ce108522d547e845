namespace AElf.Bench.Concurrency.Cluster;

/// <summary>What a manager knows of a block from its log.</summary>
/// <param name="manifest">What the block is made of.</param>
public sealed class BlockHistory(BlockManifest manifest)
{
    /// <summary>What the block is made of.</summary>
    public BlockManifest Manifest { get; } = manifest;

    /// <summary>Jobs granted for the first time.</summary>
    public IReadOnlyCollection<int> GrantedJobs => Jobs;

    /// <summary>The epoch of each group's accepted attempt.</summary>
    public IReadOnlyDictionary<int, int> Done => DoneEpochs;

    /// <summary>Groups granted again, each with the epoch whose keys it may have written, in the order granted.</summary>
    public IReadOnlyList<Core.Execution.Grant> Reassigned => Retries;

    internal SortedSet<int> Jobs { get; } = [];

    internal SortedDictionary<int, int> DoneEpochs { get; } = [];

    internal List<Core.Execution.Grant> Retries { get; } = [];
}

/// <summary>What a manager knows of its run when it starts.</summary>
public sealed class ManagerState
{
    /// <summary>Nothing: a new run.</summary>
    public static ManagerState Empty => new();

    /// <summary>Records in the log.</summary>
    public long Records { get; internal set; }

    /// <summary>The highest epoch granted.</summary>
    public int LastEpoch { get; internal set; }

    /// <summary>Whether the run is over.</summary>
    public bool Closed { get; internal set; }

    /// <summary>Why the run failed; null when it has not.</summary>
    public string? Failure { get; internal set; }

    /// <summary>The blocks begun, by number.</summary>
    public IReadOnlyDictionary<long, BlockHistory> Blocks => History;

    internal SortedDictionary<long, BlockHistory> History { get; } = [];
}

/// <summary>From the records of a log to what the manager knew when it wrote the last one.</summary>
public static class LogReplay
{
    /// <summary>Replays a log.</summary>
    /// <param name="records">As read; may be empty.</param>
    /// <param name="run">The run that is to be resumed.</param>
    /// <param name="configuration">Its configuration, as in <see cref="LogRecord.RunOpened"/>.</param>
    /// <exception cref="LogException">The log is of another run, configuration or version, or contradicts itself.</exception>
    public static ManagerState Run(IReadOnlyList<LogRecord> records, string run, string configuration)
    {
        ArgumentNullException.ThrowIfNull(records);
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
            throw new LogException($"the log is of version {opened.Version}; this program reads version {LogRecord.RunOpened.CurrentVersion}");
        }

        if (!string.Equals(opened.Run, run, StringComparison.Ordinal))
        {
            throw new LogException($"the log is of run {opened.Run}; the run to resume is {run}");
        }

        if (!string.Equals(opened.Configuration, configuration, StringComparison.Ordinal))
        {
            throw new LogException($"the log is of a run configured '{opened.Configuration}'; this one is '{configuration}'");
        }
    }

    private static bool Fits(Core.Execution.Grant work, BlockManifest manifest) =>
        work.Job >= 0 ? work.Job < manifest.Jobs : (uint)work.Group < (uint)manifest.Groups;

    private static void Apply(ManagerState state, LogRecord record, int at)
    {
        switch (record)
        {
            case LogRecord.BlockOpened opened when state.History.TryAdd(opened.Manifest.Number, new BlockHistory(opened.Manifest)):
                break;
            case LogRecord.Granted granted when state.History.TryGetValue(granted.Block, out var block) && Fits(granted.Work, block.Manifest):
                state.LastEpoch = Math.Max(state.LastEpoch, granted.Work.Epoch);
                if (granted.Work.Job >= 0)
                {
                    block.Jobs.Add(granted.Work.Job);
                }
                else
                {
                    block.Retries.Add(granted.Work);
                }

                break;
            case LogRecord.Done done when state.History.TryGetValue(done.Block, out var block)
                && done.Attempts.All(each => (uint)each.Group < (uint)block.Manifest.Groups):
                foreach (var attempt in done.Attempts)
                {
                    if (!block.DoneEpochs.TryAdd(attempt.Group, attempt.Epoch))
                    {
                        throw new LogException($"record {at} of the log says that group {attempt.Group} of block {done.Block} is done a second time");
                    }
                }

                break;
            case LogRecord.RunClosed closed when !state.Closed:
                state.Closed = true;
                state.Failure = closed.Failure;
                break;
            default:
                throw new LogException($"record {at} of the log does not follow from those before: {record}");
        }
    }
}
