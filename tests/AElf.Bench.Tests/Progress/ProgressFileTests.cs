using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Submitted;

namespace AElf.Bench.Tests.Progress;

public sealed class ProgressFileTests : IDisposable
{
    private readonly TemporaryFolder folder = new();
    private readonly StringWriter shown = new();

    public void Dispose()
    {
        folder.Dispose();
        shown.Dispose();
    }

    [Fact]
    public void Follower_RunsOfLaterStarts_HaveTheNumberOfTheirStart()
    {
        var path = folder.File("progress");
        using (var call = new CallProgress(quiet: false, piped: true, shown, TimeProvider.System))
        {
            call.Expect(new Lazy<int>(1), new MeasureOptions(), "transfer", starts: 2);
            using (var here = call.OpenRun())
            {
                here.Start(() => default);
                here.Enter(new ProgressSnapshot(RunPhase.Seed, 0, 0, 0, 0, 0));
            }

            using var follower = new ProgressFollower(path, call);
            follower.Read();
            using (var there = ProgressFile.Open(path))
            {
                there.Enter(new ProgressSnapshot(RunPhase.Measure, 1, 5, 100, 0, 0));
                there.Enter(new ProgressSnapshot(RunPhase.Measure, 2, 5, 200, 0, 0));
            }

            follower.Read();
        }

        Assert.Equal(
            [
                "start 1 of 2: seed", "start 2 of 2: measure, round 1 of 5, 100 committed",
                "start 2 of 2: measure, round 2 of 5, 200 committed",
            ],
            shown.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    [Fact]
    public void Follower_HalfALine_WaitsForTheRest()
    {
        var path = folder.File("progress");
        using var call = new CallProgress(quiet: false, piped: true, shown, TimeProvider.System);
        using var follower = new ProgressFollower(path, call);
        using (var there = ProgressFile.Open(path))
        {
            there.Enter(new ProgressSnapshot(RunPhase.Audit, 0, 0, 0, 0, 0));
        }

        var whole = File.ReadAllText(path);
        File.WriteAllText(path, whole[..10]);
        follower.Read();
        File.AppendAllText(path, whole[10..]);
        follower.Read();
        call.Dispose();

        Assert.Equal("audit\n", shown.ToString());
    }
}
