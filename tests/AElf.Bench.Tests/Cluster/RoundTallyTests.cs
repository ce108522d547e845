using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Tests.Scheduling;

namespace AElf.Bench.Tests.Cluster;

public sealed class RoundTallyTests
{
    private const long First = 11;
    private const long Second = 22;

    private readonly SmallRound round = EventText.Round();
    private readonly RoundTally tally;

    public RoundTallyTests() => tally = new RoundTally(round, before: null);

    private static OperationCounts Most(int operations) => new(operations, operations, 0, 0, operations, operations);

    [Fact]
    public void Committed_InFlight_CountsUntilTheWorkerIsLost()
    {
        tally.OnGranted(First, Grant.Retry(0, epoch: 1));
        tally.OnGranted(Second, Grant.Retry(1, epoch: 2));
        tally.OnAccepted(0);
        tally.OnSample(First, 2);
        Assert.Equal(2, tally.Committed);
        tally.OnSample(Second, 1);
        Assert.Equal(3, tally.Committed);

        tally.Forget(First);
        Assert.Equal(3, tally.Committed);
        tally.Forget(Second);
        Assert.Equal(2, tally.Committed);
        Assert.Equal(2, tally.Accepted);
    }

    [Fact]
    public void Committed_WorkerReturns_DoesNotCountItsLostProgress()
    {
        tally.OnGranted(First, Grant.Initial(0), "ann");
        tally.OnSample(First, 2);
        tally.Forget(First);
        Assert.Equal("ann", tally.HolderOf(Grant.Retry(0, epoch: 1)));

        tally.OnGranted(Second, Grant.Retry(0, epoch: 1), "bob");
        tally.OnSample(Second, 1);
        tally.OnSample(First, 2);
        Assert.Equal(1, tally.Committed);
        Assert.Equal("bob", tally.HolderOf(Grant.Retry(0, epoch: 2)));
    }

    [Fact]
    public void Sample_OlderThanAccepted_ChangesNothing()
    {
        tally.OnGranted(First, Grant.Initial(0));
        tally.OnAccepted(0);
        tally.OnSample(First, 0);
        tally.OnSample(Second, 0);

        Assert.Equal(2, tally.Committed);
    }

    [Fact]
    public void Unit_GrantedSeveralTimes_CountsForTheLastWorker()
    {
        tally.OnGranted(First, Grant.Initial(0));
        tally.OnGranted(Second, Grant.Retry(0, epoch: 1));
        tally.OnAccepted(0);
        tally.OnSample(Second, 2);
        Assert.Equal(2, tally.Committed);

        tally.OnSample(First, 1);
        Assert.Equal(3, tally.Committed);
    }

    [Fact]
    public void Job_Done_CountsForItsWorkerWithEachUnit()
    {
        tally.OnGranted(First, Grant.Initial(1));
        tally.OnAccepted(1);
        tally.OnAccepted(2);
        tally.OnSample(First, 2);

        Assert.Equal(2, tally.Committed);
    }

    [Fact]
    public void Committed_IsAtMostTheRound()
    {
        tally.OnSample(First, 4);
        tally.OnSample(Second, 4);

        Assert.Equal(4, tally.Committed);
    }

    [Fact]
    public void Unreported_IsBoundedByTheGrantsUntilTheReport()
    {
        tally.OnGranted(First, Grant.Initial(0));
        tally.OnGranted(Second, Grant.Initial(1));
        tally.OnGranted(Second, Grant.Retry(0, epoch: 1));

        Assert.Equal(Most(2 + 2 + 4), tally.UnreportedBeside(new HashSet<long>()));
        Assert.Equal(Most(2 + 4), tally.UnreportedBeside(new HashSet<long> { First }));
        Assert.Equal(default, tally.UnreportedBeside(new HashSet<long> { First, Second }));
    }

    [Fact]
    public void Unreported_NamesWorkersWithGrantsAndNoReport()
    {
        tally.OnGranted(First, Grant.Initial(0), "ann");
        tally.OnGranted(Second, Grant.Initial(1), "bob");

        Assert.Equal(["bob"], tally.SilentBeside(new HashSet<long> { First }));
        Assert.Empty(tally.SilentBeside(new HashSet<long> { First, Second }));
        Assert.Empty(new RoundTally(round, Logged(0)).SilentBeside(new HashSet<long>()));
    }

    [Fact]
    public void Restart_WorkDoneBefore_CountsForItsWorker()
    {
        var continued = new RoundTally(round, Logged(0));
        continued.OnSample(First, 2);
        Assert.Equal(2, continued.Committed);

        continued.OnSample(Second, 1);
        Assert.Equal(3, continued.Committed);
    }

    [Fact]
    public void Unreported_GrantsBeforeARestart_AreBoundedUntilTheReport()
    {
        var continued = new RoundTally(round, Logged(0));

        Assert.Equal(Most(2 + 2), continued.UnreportedBeside(new HashSet<long>()));
        Assert.Equal(Most(2), continued.UnreportedBeside(new HashSet<long> { First }));
    }

    [Fact]
    public void Unreported_RoundDoneBeforeARestart_IsTheWholeRound()
    {
        var continued = new RoundTally(round, Logged(0, 1, 2));

        Assert.Equal(Most(2 + 2), continued.UnreportedBeside(new HashSet<long> { First, Second }));
    }

    private LoggedRound Logged(params int[] done)
    {
        var logged = new LoggedRound(round.Manifest);
        logged.Grants.Add((First, Grant.Initial(0)));
        logged.Grants.Add((Second, Grant.Initial(1)));
        foreach (var unit in done)
        {
            logged.History.Done.Add(unit, 0);
        }

        return logged;
    }
}
