using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Client;
using AElf.Bench.Electrum.Server.Client.Crowd;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.TestKit;
using AElf.Bench.Tests.Serving;

namespace AElf.Bench.Tests.Client;

/// <summary>Many wallets with one server.</summary>
public sealed class CrowdTests
{
    private const int Blocks = 141;

    [Theory]
    [InlineData(null)]
    [InlineData("40")]
    public async Task Measure_ManyWallets_AllCompleteBothTestsAndReceiveTheBlock(string? rate)
    {
        using var served = ServedChain.Of(seed: 29, Blocks);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        var isMined = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var crowd = new CrowdRun(server, served, wallets: 5, rate, () =>
        {
            served.Index.Append(served.Chain.NextBlock().Bytes.ToArray());
            isMined.SetResult();
        });

        crowd.Start();
        await crowd.UntilBothTestsAsync();
        crowd.Pass(CrowdRun.Period / 2);
        await isMined.Task.WaitAsync(Wait.Deadline);
        await crowd.UntilPingsAsync();
        crowd.Pass(CrowdRun.Period / 2);
        var point = await crowd.Point;

        Assert.Equal(5, point.Wallets);
        Assert.True(point.Loads.Count > 0 && point.Refreshes.Count > 0 && point.Pings.Count > 0);
        Assert.True(rate is null || point.Tests + point.NotStarted == 16);
        Assert.True(point.Notifications.Count > 0);
    }

    [Fact]
    public async Task Measure_ServerThatIndexes_WaitsOnceForAllWallets()
    {
        using var served = ServedChain.Of(seed: 29, Blocks);
        await using var server = new ElectrumServer(() => "indexing, 98 %", new ServerLimits(), TimeProvider.System);
        await using var crowd = new CrowdRun(server, served, wallets: 3, "10");
        var lines = new ConcurrentQueue<string>();

        crowd.Start(progress: line =>
        {
            lines.Enqueue(line);
            server.Serve(served.Index);
        });
        await crowd.UntilPingsAsync();
        crowd.Pass(CrowdRun.Period);
        var point = await crowd.Point;

        Assert.Contains("98 %", lines.First(), StringComparison.Ordinal);
        Assert.True(point.Pings.Count > 0);
    }

    [Fact]
    public async Task Measure_RateAboveTheServers_CountsTestsThatWereNotStarted()
    {
        using var served = ServedChain.Of(seed: 29, Blocks);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        await using var crowd = new CrowdRun(server, served, wallets: 3, "1000000");

        crowd.Start();
        await crowd.UntilPingsAsync();
        crowd.Pass(CrowdRun.Period);
        var point = await crowd.Point;

        Assert.True(point.NotStarted > 0);
        Assert.Equal(400_000, point.NotStarted + point.Tests);
    }

    [Fact]
    public async Task Measure_Cancelled_HasTheTestsThatEndedBefore()
    {
        using var served = ServedChain.Of(seed: 29, Blocks);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        using var signal = new CancellationTokenSource();
        await using var crowd = new CrowdRun(server, served, wallets: 3, rate: null, signal.Cancel);

        crowd.Start(signal.Token);
        await crowd.UntilBothTestsAsync();
        crowd.Pass(CrowdRun.Period / 2);
        var point = await crowd.Point;

        Assert.True(point.IsCut && point.Tests > 0);
        var options = new ClientOptions { Server = new Endpoint("127.0.0.1", 1) };
        Assert.Contains(
            CrowdSections.From(options, new CrowdOptions(null, TimeSpan.Zero, 1), [point], "")[0].Figures,
            figure => figure.Name is "INTERRUPTED");
    }

    [Fact]
    public async Task Measure_WalletsWithoutTransactions_AreRefused()
    {
        using var served = ServedChain.Of(seed: 29, Blocks);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        var port = server.Listen(new IPEndPoint(IPAddress.Loopback, 0)).Port;
        var crowd = CrowdOfUnusedWallets(port);

        Assert.Equal(
            ProblemKind.WalletUnused,
            Assert.Throws<WalletException>(() => crowd.Measure(_ => { }, CancellationToken.None)).Problem.Kind);
    }

    [Fact]
    public async Task Measure_ServerEnds_IsAFaultOfTheServer()
    {
        using var served = ServedChain.Of(seed: 29, Blocks);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        await using var crowd = new CrowdRun(
            server, served, wallets: 3, rate: null, () => server.DisposeAsync().AsTask().Wait());

        crowd.Start();
        await crowd.UntilBothTestsAsync();
        crowd.Pass(CrowdRun.Period / 2);
        var fault = await Assert.ThrowsAsync<ServerFaultException>(() => crowd.Point);

        Assert.Equal((ProblemKind.ServerClosed, ExitCode.DegradedOrFailed), (fault.Problem.Kind, fault.Code));
    }

    [Fact]
    public void After_ServerIsNoLongerReachable_SaysWhatItHadAnswered()
    {
        var options = new ClientOptions { Server = new Endpoint("127.0.0.1", 1) };

        var lost = new ServerFaultException(ClientProblems.Unreachable(options, "refused")).After(options, 1_234);

        Assert.Equal(ExitCode.DegradedOrFailed, lost.Code);
        Prose.AssertNames(lost.Message, "127.0.0.1:1", "1,234 tests");
    }

    [Fact]
    public void Measure_ServerIsAbsent_IsNoServer()
    {
        using var listener = new System.Net.Sockets.TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        listener.Stop();
        var crowd = CrowdOfUnusedWallets(port);

        Assert.Equal(
            ProblemKind.NoServer,
            Assert.Throws<ServerFaultException>(() => crowd.Measure(_ => { }, CancellationToken.None)).Problem.Kind);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(200)]
    public void Find_OneSecondWithoutAnswers_IsFoundInAllTwentyDraws(int pingAnsweredLater)
    {
        for (ulong seed = 0; seed < 20; seed++)
        {
            var random = new SeededRandom(seed);
            var from = 500 + random.Next(8_000);
            var answers = Times(random, 10_000).Where(at => at < from || at >= from + 1_000).Select(At)
                .Append(At(from + 1_000))
                .Append((Ticks(from - 60), Ticks(from + 1_000 + pingAnsweredLater)));

            var stall = Assert.Single(StallFinder.Find(0, answers, Even(10_000)));
            Assert.InRange(stall.Length.TotalMilliseconds, 1_000, 1_060);
            Assert.InRange(stall.After.TotalMilliseconds, from - 60, from);
        }
    }

    [Fact]
    public void Find_AnswersAllTheTime_FindsNothing()
    {
        for (ulong seed = 0; seed < 20; seed++)
        {
            Assert.Empty(StallFinder.Find(0, Times(new SeededRandom(seed), 10_000).Select(At), Even(10_000)));
        }
    }

    [Fact]
    public void Find_ThisProcessStalled_DoesNotBlameTheServer()
    {
        var answers = Times(new SeededRandom(1), 4_000).Where(at => at is < 2_000 or >= 3_000).Select(At)
            .Append((Ticks(1_999), Ticks(3_000)));
        var ticks = Even(4_000).Where(at => at < Ticks(2_000) || at >= Ticks(3_000)).ToList();

        Assert.Empty(StallFinder.Find(0, answers, ticks));
    }

    [Fact]
    public void Find_NoRequestInFlight_DoesNotBlameTheServer()
    {
        (long, long)[] answers = [(Ticks(0), Ticks(10)), (Ticks(2_000), Ticks(2_010)), (Ticks(2_100), Ticks(2_900))];

        var stall = Assert.Single(StallFinder.Find(0, answers, Even(3_000)));

        Assert.Equal((2_100, 800), (stall.After.TotalMilliseconds, stall.Length.TotalMilliseconds));
    }

    [Fact]
    public void From_OwnLimitReached_NamesNoKneeOfTheServer()
    {
        var options = new ClientOptions { Server = new Endpoint("127.0.0.1", 1), Limit = new RequestLimit(1_000) };
        CrowdPoint[] points = [Point(1, 10), Point(10, 10) with { NotStarted = 90 }];
        var crowd = new CrowdOptions(null, TimeSpan.Zero, 1);
        Assert.Contains("10.00", Figure("knee"), StringComparison.Ordinal);

        options.Limit.Count(100);
        options.Limit.Take(1, CancellationToken.None);

        Prose.AssertNames(Figure("knee"), "1000", "limit");
        Prose.AssertNames(Figure("BEHIND"), "90 of 100 tests");

        string Figure(string name) => CrowdSections.From(options, crowd, points, "")[0].Figures
            .Single(figure => figure.Name.Equals(name, StringComparison.Ordinal)).Lines[0];
    }

    [Fact]
    public void Table_PercentilesOfPings_AreNamedAndCanBeLeftOut()
    {
        var table = CrowdSections.Table([("a", Point(1, 10))]);

        var pings = table.Columns.Where(column => column.Heading.StartsWith("ping", StringComparison.Ordinal)).ToList();

        Assert.Equal([2, 2], pings.Select(column => column.Dispensable));
        Assert.Equal(table.Columns.Count, table.Rows[0].Count);
        Assert.Equal(3, table.Columns.Count(column => column.Heading is "p99"));
    }

    [Fact]
    public void KneeOf_RateStopsRising_IsThatPoint()
    {
        CrowdPoint[] points = [Point(1, 10), Point(10, 95), Point(100, 100), Point(1000, 98)];

        Assert.StartsWith(
            "at 10 wallets",
            CrowdSections.KneeOf(new CrowdOptions(null, TimeSpan.Zero, 1), points),
            StringComparison.Ordinal);
    }

    [Fact]
    public void KneeOf_RateGiven_IsTheLastPointNearTheFirstLatency()
    {
        var options = new CrowdOptions(ArrivalRate.Parse("5"), TimeSpan.Zero, 1);
        CrowdPoint[] points = [Point(1, 5, 10), Point(10, 5, 25), Point(100, 5, 300)];

        Assert.StartsWith("at 10 wallets", CrowdSections.KneeOf(options, points), StringComparison.Ordinal);
        Assert.StartsWith("none up to 10", CrowdSections.KneeOf(options, points[..2]), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("127.0.0.1", false)]
    [InlineData("10.1.2.3", false)]
    [InlineData("172.31.0.1", false)]
    [InlineData("192.168.1.1", false)]
    [InlineData("169.254.0.1", false)]
    [InlineData("::1", false)]
    [InlineData("fd00::1", false)]
    [InlineData("fe80::1", false)]
    [InlineData("::ffff:10.0.0.1", false)]
    [InlineData("172.32.0.1", true)]
    [InlineData("8.8.8.8", true)]
    [InlineData("2001:db8::1", true)]
    public void For_AddressWithoutLimit_LimitsPublicServersOnly(string address, bool isLimited)
    {
        int? limit = isLimited ? RequestLimit.OfPublicServers : null;
        Assert.Equal(limit, RequestLimit.For(address, given: null)?.PerSecond);
        Assert.Null(RequestLimit.For(address, given: 0));
        Assert.Equal(7, RequestLimit.For(address, given: 7)?.PerSecond);
    }

    [Fact]
    public void Take_MoreThanTheRate_Waits()
    {
        var (limit, since) = (new RequestLimit(1_000), Stopwatch.GetTimestamp());
        limit.Take(20, CancellationToken.None);
        Assert.False(limit.HasLimited);

        limit.Take(1, CancellationToken.None);

        Assert.True(limit.HasLimited || Stopwatch.GetElapsedTime(since) > TimeSpan.FromMilliseconds(20));
    }

    private static CrowdPoint Point(int wallets, double perSecond, double loadMs = 1)
    {
        var loads = new LatencyHistogram();
        loads.Record((long)(loadMs * 1e6), (int)perSecond);
        return new CrowdPoint(wallets, 1, TimeSpan.FromSeconds(1), loads, new(), new(), new());
    }

    // Milliseconds, at most 60 apart from each other.
    private static IEnumerable<int> Times(SeededRandom random, int end)
    {
        for (var at = 0; at < end; at += 1 + random.Next(60))
        {
            yield return at;
        }
    }

    private static List<long> Even(int end) => [.. Enumerable.Range(0, end / 20).Select(tick => Ticks(20 * tick))];

    private static (long Sent, long At) At(int milliseconds) => (Ticks(milliseconds - 60), Ticks(milliseconds));

    private static WalletCrowd CrowdOfUnusedWallets(int port) => new(
        new ClientOptions { Server = new Endpoint("127.0.0.1", port) },
        new CrowdOptions(null, TimeSpan.FromSeconds(1), 1),
        [.. Enumerable.Repeat(new WalletScripts([default], AddressNetworks.Any), 3)],
        expected: null,
        TimeProvider.System);

    private static long Ticks(int milliseconds) => milliseconds * Stopwatch.Frequency / 1000;
}
