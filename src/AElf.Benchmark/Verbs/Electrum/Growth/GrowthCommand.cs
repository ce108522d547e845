using System.Diagnostics;
using AElf.Bench.Core.Reports;
using AElf.Bench.Electrum.Execution;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Electrum.Growth;

/// <summary>
/// Generates or reads a chain once, builds its indexes in turns, and records their costs at five sizes.
/// </summary>
internal sealed class GrowthCommand(GrowthRequest request, CancellationToken cancellation)
{
    private const int Sizes = 5;

    // The largest size ÷ the smallest.
    private const double Range = 50;

    // A synthetic chain ends when it is long enough.
    private const int MaxBlocks = 1_000_000;

    private const double Megabyte = 1e6;
    private static readonly TimeSpan ProgressInterval = TimeSpan.FromSeconds(5);

    private readonly MemoryArchive archive = new();
    private readonly Stopwatch clock = Stopwatch.StartNew();

    /// <summary>Measures. Prints a line of progress for each build.</summary>
    /// <exception cref="OperationCanceledException">The measurement was cancelled.</exception>
    public ReportSection Run()
    {
        var ends = ReadChain();
        var heights = HeightsOf(ends);
        var builds = request.Engines.Select(engine => (Engine: engine, Build: new IndexBuild(archive))).ToList();
        var bytes = new Dictionary<(string Engine, int Height), long>();
        var (done, all) = (0, request.Builds * builds.Count);
        clock.Restart();
        for (var round = 1; round <= request.Builds; round++)
        {
            foreach (var (engine, build) in builds)
            {
                Run(engine, build, heights, bytes);
                done++;
                var left = Math.Ceiling((clock.Elapsed / done * (all - done)).TotalMinutes);
                Say($"build {round} of {request.Builds}: {engine}, {TimeOfMs(build.Cpu.TotalMilliseconds)} of CPU at "
                    + $"best; {left:0} min left");
            }
        }

        return GrowthSections.From(
            [
                .. builds.SelectMany(each => heights.Select(height => new GrowthPoint(
                    each.Engine, ends[height], bytes[(each.Engine, height)], each.Build.CpuTo(height)))),
            ],
            request);
    }

    /// <summary>The heights of five sizes of a chain. Each size is the previous one times a constant factor.</summary>
    /// <param name="ends">The bytes of the chain up to each height.</param>
    internal static IReadOnlyList<int> HeightsOf(List<long> ends) =>
    [
        .. Enumerable.Range(1 - Sizes, Sizes)
            .Select(size => ends[^1] * Math.Pow(Range, size / (Sizes - 1.0)))
            .Select(bytes => ends.FindIndex(end => end >= bytes)),
    ];

    private void Run(
        string name, IndexBuild build, IReadOnlyList<int> heights, Dictionary<(string Engine, int Height), long> bytes)
    {
        // Collect the previous index now, not during this build.
        GC.Collect();
        using var engine = IndexEngines.Open(name, new MemoryIndexStore(), archive, request.CommitAfter);
        foreach (var height in heights)
        {
            build.Run(engine, height, cancellation);
            bytes[(name, height)] = engine.Size;
        }
    }

    private List<long> ReadChain()
    {
        var chain = request.Chain.Synthetic is { } made
            ? request.Chain with { Synthetic = made with { Wallets = 0, Blocks = MaxBlocks } }
            : request.Chain;
        var source = chain.Open();
        using var connection = source as IDisposable;
        var (ends, bytes, reported) = (new List<long>(), 0L, TimeSpan.Zero);
        foreach (var block in source.ReadFrom(0))
        {
            cancellation.ThrowIfCancellationRequested();
            archive.Add(block.Bytes.ToArray());
            ends.Add(bytes += block.Bytes.Length);
            if (clock.Elapsed > reported + ProgressInterval)
            {
                reported = clock.Elapsed;
                Say($"chain: {Number(bytes / Megabyte)} of {Number(request.Bytes / Megabyte)} MB");
            }

            if (bytes >= request.Bytes)
            {
                break;
            }
        }

        return ends;
    }

    private static void Say(string line) => Console.Error.WriteLine(line);
}
