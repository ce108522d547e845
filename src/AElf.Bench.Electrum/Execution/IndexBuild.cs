using System.Diagnostics;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.Electrum.Execution;

/// <summary>
/// Brings an engine to a height of an archive, and measures the time without the node. Over several builds, each piece
/// has its shortest time: other programs and the compiler can only lengthen a piece, and rarely the same piece in all
/// builds.
/// </summary>
/// <param name="work">Counts blocks, for progress; null for no progress.</param>
public sealed class IndexBuild(ChainArchive archive, WorkCounter? work = null)
{
    // Pieces have equal sizes, so that their minimum times have equal errors over the whole chain.
    private const long PieceBytes = 1_000_000;

    // The key is the height at the end of the piece.
    private readonly Dictionary<int, (TimeSpan Elapsed, TimeSpan Cpu)> pieces = [];

    public TimeSpan Elapsed => Sum(pieces.Values.Select(piece => piece.Elapsed));

    /// <summary>The CPU time of this process.</summary>
    public TimeSpan Cpu => CpuTo(archive.Height);

    /// <summary>The part of <see cref="Cpu"/> up to a height at which builds stopped.</summary>
    public TimeSpan CpuTo(int height) =>
        Sum(pieces.Where(piece => piece.Key <= height).Select(piece => piece.Value.Cpu));

    /// <summary>Lets an engine follow the chain to a height, and commit.</summary>
    /// <exception cref="OperationCanceledException">Cancelled between two blocks.</exception>
    public void Run(IndexEngine engine, int height, CancellationToken cancellation)
    {
        do
        {
            var (since, used, node) = (Stopwatch.GetTimestamp(), Environment.CpuUsage.TotalTime, engine.NodeTime);
            Append(engine, height, cancellation);
            if (engine.Height == height)
            {
                engine.Commit();
            }

            var took = Stopwatch.GetElapsedTime(since);
            var own = took - (engine.NodeTime - node);
            Keep(
                engine.Height, own, (Environment.CpuUsage.TotalTime - used) * (own.Ticks / Math.Max(1.0, took.Ticks)));
        }
        while (engine.Height < height);
    }

    private void Append(IndexEngine engine, int height, CancellationToken cancellation)
    {
        for (var bytes = 0L; engine.Height < height && bytes < PieceBytes;)
        {
            cancellation.ThrowIfCancellationRequested();
            var block = archive.Block(engine.Height + 1);
            engine.Append(block.Span);
            bytes += block.Length;
            work?.Add(1);
        }
    }

    private void Keep(int end, TimeSpan elapsed, TimeSpan cpu)
    {
        var (leastElapsed, leastCpu) = pieces.GetValueOrDefault(end, (TimeSpan.MaxValue, TimeSpan.MaxValue));
        pieces[end] = (elapsed < leastElapsed ? elapsed : leastElapsed, cpu < leastCpu ? cpu : leastCpu);
    }

    private static TimeSpan Sum(IEnumerable<TimeSpan> times) =>
        times.Aggregate(TimeSpan.Zero, (sum, time) => sum + time);
}
