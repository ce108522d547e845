using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Storage;

namespace AElf.Bench.Tests.Runs;

public sealed class IdleShareTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    public void Actors_that_did_nothing_were_idle_all_the_time_however_many_workers_they_are_in(int workers)
    {
        var block = EvenGroups.Generate(transfers: 20, groups: 4, seed: 6);
        var actors = new ActorOptions { Actors = 2 };
        using var store = new MemoryStore(block.AccountCount);
        var local = new LocalOptions(actors, new StoreOptions(), TimeSpan.FromMilliseconds(100), 1);
        using var executor = new IdleExecutor(new LocalHost(store, local), workers);
        var request = new RunRequest
        {
            Block = block,
            RunId = "0a1b2c3d",
            Actors = actors,
            Measure = new MeasureOptions { Rounds = 3, WarmupRounds = 0, Ceiling = false },
        };
        using var progress = new QuietProgress();

        var machine = MachineReader.Read(typeof(IdleShareTests).Assembly, DateTimeOffset.UnixEpoch);
        var run = new TransferRun(request, store, executor, progress);
        var report = run.Run(machine, TimeSpan.Zero, CancellationToken.None);

        Assert.Equal(Verdict.Pass, report.Verdict);
        Assert.Equal(1, report.IdleShare, precision: 9);
        Assert.All(report.Workers, worker => Assert.Equal(1, worker.IdleShare, precision: 9));
    }

    /// <summary>Tells of each round that two actors here, or two in each worker, had nothing to do in it.</summary>
    private sealed class IdleExecutor(LocalHost host, int workers) : ITransferExecutor
    {
        public RoundOutcome Execute(RoundPlan plan, CancellationToken cancellation)
        {
            var outcome = host.Execute(plan, cancellation);
            var idle = outcome.Window * 2;
            return outcome with
            {
                Idle = idle * Math.Max(1, workers),
                Workers = [.. Enumerable.Range(1, workers).Select(number =>
                    new WorkerOutcome($"w{number}", "s", "memory", 2, 0, default, TimeSpan.Zero, TimeSpan.Zero, idle))],
            };
        }

        public ExecutorSnapshot Snapshot() => host.Snapshot();

        public void Dispose() => host.Dispose();
    }
}
