using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>
/// A worker killed, stopped or cut off at each point of a transfer, and of the copy for a later attempt.
/// </summary>
public sealed class TransferFaultTests(ITestOutputHelper log)
{
    // The number of the struck transfer at the worker: far from the first and the last of the round.
    private const int Struck = 60;

    private static readonly Dictionary<string, Func<StopPoint>> Points = new(StringComparer.Ordinal)
    {
        ["before GET A"] = () => At("GET", (2 * Struck) - 1, Held.Command),
        ["GET A answered, GET B held back"] = () => At("GET", 2 * Struck, Held.Command),
        ["both read, neither answered"] = () => At("GET", (2 * Struck) - 1, Held.RepliesOfTwo),
        ["SET A sent, not applied"] = () => At("SET", (2 * Struck) - 1, Held.Command),
        ["SET A applied, reply lost, SET B held back"] = () => At("SET", (2 * Struck) - 1, Held.ReplyAndNextCommands),
        ["SET A acknowledged, SET B held back"] = () => At("SET", 2 * Struck, Held.Command),
        ["both sent, none acknowledged"] = () => At("SET", (2 * Struck) - 1, Held.RepliesOfTwo),
        ["SET A acknowledged, SET B applied, reply lost"] = () => At("SET", 2 * Struck, Held.ReplyAndNextCommands),
        ["both acknowledged, before the next"] = () => At("GET", (2 * Struck) + 1, Held.Command),
    };

    private static readonly (string Point, Strike Strike)[] Quick =
    [
        ("SET A applied, reply lost, SET B held back", Strike.Kill),
        ("SET A sent, not applied", Strike.Stop),
        ("both sent, none acknowledged", Strike.Cut),
    ];

    public static TheoryData<string, Strike> QuickTrials => DataOf(Quick);

    public static TheoryData<string, Strike> OtherTrials =>
        DataOf(
            Points.Keys.SelectMany(point => Enum.GetValues<Strike>().Select(strike => (point, strike))).Except(Quick));

    [Theory]
    [MemberData(nameof(QuickTrials))]
    public Task Worker_StruckDuringATransfer_AppliesEachExactlyOnce(string point, Strike strike) =>
        StrikeAsync(point, strike);

    [SlowTheory]
    [MemberData(nameof(OtherTrials))]
    public Task Worker_StruckAtAnyPointOfATransfer_AppliesEachExactlyOnce(string point, Strike strike) =>
        StrikeAsync(point, strike);

    [Fact]
    public Task Worker_KilledDuringACopy_AppliesEachExactlyOnce() => StrikeInCopyAsync(4, Strike.Kill);

    [SlowTheory]
    [InlineData(1, Strike.Kill)]
    [InlineData(1, Strike.Stop)]
    [InlineData(1, Strike.Cut)]
    [InlineData(2, Strike.Stop)]
    [InlineData(4, Strike.Stop)]
    [InlineData(4, Strike.Cut)]
    public Task Worker_StruckBeforeACopyIsWritten_AppliesEachExactlyOnce(int write, Strike strike) =>
        StrikeInCopyAsync(write, strike);

    private static StopPoint At(string verb, int number, Held held) =>
        new(
            command => string.Equals(command.Verb, verb, StringComparison.Ordinal) && command.Version >= 0,
            number,
            held);

    private static TheoryData<string, Strike> DataOf(IEnumerable<(string Point, Strike Strike)> trials)
    {
        var data = new TheoryData<string, Strike>();
        foreach (var (point, strike) in trials)
        {
            data.Add(point, strike);
        }

        return data;
    }

    private async Task StrikeAsync(string point, Strike strike)
    {
        var run = await ClusterTrial.AssertSurvivesAsync(log, ClusterTrial.Narrow, Points[point](), strike);
        if (strike == Strike.Kill)
        {
            Assert.Contains("worker1 in round 1;", run.At("notes").ToString(), StringComparison.Ordinal);
        }
    }

    private async Task StrikeInCopyAsync(int write, Strike strike)
    {
        IReadOnlyList<string> processes =
            strike is Strike.Cut ? [] : [ClusterTrial.FirstWorker, ClusterTrial.SecondWorker];
        await using var trial = await ClusterTrial.StartAsync(log, processes, noticesSilence: strike is Strike.Stop);
        var first = At("SET", Struck, Held.Command);
        trial.Cluster.Workers[0].Store.Arm(first);
        using var program = trial.Submit(ClusterTrial.Narrow);
        var struck = await trial.ReachedAsync(first, program);
        var copy = new StopPoint(command => command.Verb is "SET" && command.IsOfLaterAttempt, write, Held.Command);
        foreach (var worker in trial.Cluster.Workers)
        {
            worker.Store.Arm(copy);
        }

        struck.Cut();
        var copying = await trial.ReachedAsync(copy, program);
        var again = (await trial.Cluster.StatusAsync()).Events
            .Where(happened => happened.Kind is "again")
            .Sum(happened => happened.Count);
        await trial.StrikeAsync(trial.Cluster.Workers.Single(worker => worker.Store == copying), strike, again + 1);

        // Released only now: this relay may also hold the copy, which must not continue before the strike.
        struck.LetGo();
        var run = await trial.EndOfAsync(program);

        // A killed worker has not reported the first cut.
        ClusterTrial.AssertDegraded(run, ClusterTrial.Narrow, ClusterTrial.FaultOf(strike));
        Assert.InRange(
            run.At("figures.retried").GetInt64(),
            (ClusterTrial.Narrow.Transfers / ClusterTrial.Narrow.Groups) + 1,
            long.MaxValue);
        await trial.AssertNothingLeftAsync();
    }
}
