using System.Diagnostics;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.Electrum.Execution;

/// <summary>
/// Brings engines to the tip of an archive, and times that without the node. Of several builds, each part has the time
/// of the fastest: other programs and the compiler only add to it, and seldom to the same part each time.
/// </summary>
/// <param name="work">Counts blocks, for progress; null for no progress.</param>
internal sealed class IndexBuild(ChainArchive archive, WorkCounter? work = null)
{
    private const int Parts = 16;

    private readonly TimeSpan[] elapsed = [.. Enumerable.Repeat(TimeSpan.MaxValue, Parts)];
    private readonly TimeSpan[] cpu = [.. Enumerable.Repeat(TimeSpan.MaxValue, Parts)];

    public TimeSpan Elapsed => Sum(elapsed);

    /// <summary>The time of this process' processors.</summary>
    public TimeSpan Cpu => Sum(cpu);

    /// <summary>Has an engine follow the chain to its tip, and commit.</summary>
    /// <exception cref="OperationCanceledException">Cancelled between two blocks.</exception>
    public void Run(IndexEngine engine, CancellationToken cancellation)
    {
        for (var part = 0; part < Parts; part++)
        {
            var (since, used, node) = (Stopwatch.GetTimestamp(), Environment.CpuUsage.TotalTime, engine.NodeTime);
            Append(engine, (archive.Height + 1) * (part + 1L) / Parts, cancellation);
            if (part == Parts - 1)
            {
                engine.Commit();
            }

            var took = Stopwatch.GetElapsedTime(since);
            var own = took - (engine.NodeTime - node);
            var cpuOfOwn = (Environment.CpuUsage.TotalTime - used) * (own.Ticks / Math.Max(1.0, took.Ticks));
            elapsed[part] = own < elapsed[part] ? own : elapsed[part];
            cpu[part] = cpuOfOwn < cpu[part] ? cpuOfOwn : cpu[part];
        }
    }

    private void Append(IndexEngine engine, long blocks, CancellationToken cancellation)
    {
        while (engine.Height + 1 < blocks)
        {
            cancellation.ThrowIfCancellationRequested();
            engine.Append(archive.Block(engine.Height + 1).Span);
            work?.Add(1);
        }
    }

    private static TimeSpan Sum(TimeSpan[] parts) => parts.Aggregate(TimeSpan.Zero, (sum, part) => sum + part);
}
