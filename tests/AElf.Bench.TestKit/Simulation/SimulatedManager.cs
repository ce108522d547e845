using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>One process of a manager: the core, its log, and what a host does for it.</summary>
internal sealed class SimulatedManager
{
    private readonly VirtualTime time;
    private readonly SeededRandom random;
    private readonly ManagerCore core;
    private readonly List<byte> durable;
    private readonly List<byte> written = [];
    private readonly Dictionary<ManagerTimer, long> timers = [];
    private readonly Action<ManagerEffect> outside;
    private readonly int maxSync;
    private long lastPosition;
    private long timerNumber;
    private bool syncing;

    /// <summary>A manager that goes on from a log.</summary>
    /// <param name="options">The run.</param>
    /// <param name="guards">The guards in place.</param>
    /// <param name="log">The bytes on disk, torn tail and all.</param>
    /// <param name="time">The time.</param>
    /// <param name="random">Draws how long a sync takes.</param>
    /// <param name="outside">Hears of effects that concern others.</param>
    public SimulatedManager(
        ManagerOptions options,
        ProtocolGuards guards,
        List<byte> log,
        VirtualTime time,
        SeededRandom random,
        Action<ManagerEffect> outside)
    {
        this.time = time;
        this.random = random;
        this.outside = outside;
        maxSync = 2 << random.Next(5);
        durable = log;
        var contents = ManagerLog.Read(log.ToArray());
        log.RemoveRange((int)contents.ValidLength, log.Count - (int)contents.ValidLength);
        core = new ManagerCore(options, LogReplay.Run(contents.Records, options.Run, options.Configuration), guards);
    }

    public bool Alive { get; private set; } = true;

    public void Handle(ManagerEvent happened)
    {
        if (!Alive)
        {
            return;
        }

        foreach (var effect in core.Handle(happened).ToArray())
        {
            Apply(effect);
        }
    }

    /// <summary>
    /// Ends the process, as SIGKILL or a power cut does: of what was not synced a part is on disk, up to any byte.
    /// </summary>
    /// <returns>Whether the log ends in the middle of a record.</returns>
    public bool Kill()
    {
        Alive = false;
        var kept = random.Next(written.Count + 1);
        durable.AddRange(written.GetRange(0, kept));
        return ManagerLog.Read(durable.ToArray()).ValidLength < durable.Count;
    }

    private void Apply(ManagerEffect effect)
    {
        switch (effect)
        {
            case ManagerEffect.Append(var position, var record):
                written.AddRange(ManagerLog.Encode(record));
                lastPosition = position;
                Sync();
                break;
            case ManagerEffect.SetTimer(var timer, var after):
                var number = ++timerNumber;
                timers[timer] = number;
                time.In((long)after.TotalMilliseconds, () => Fire(timer, number));
                break;
            case ManagerEffect.CancelTimer(var timer):
                timers.Remove(timer);
                break;
            default:
                break;
        }

        outside(effect);
    }

    private void Sync()
    {
        if (syncing)
        {
            return;
        }

        syncing = true;
        time.In(random.Next(maxSync), () =>
        {
            if (Alive)
            {
                syncing = false;
                durable.AddRange(written);
                written.Clear();
                Handle(new ManagerEvent.Synced(lastPosition));
            }
        });
    }

    private void Fire(ManagerTimer timer, long number)
    {
        if (timers.TryGetValue(timer, out var current) && current == number)
        {
            timers.Remove(timer);
            Handle(new ManagerEvent.TimerFired(timer));
        }
    }
}
