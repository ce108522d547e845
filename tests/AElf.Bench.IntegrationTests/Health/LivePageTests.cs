using AElf.Bench.Operations.Health;
using AElf.Bench.TestKit.Health;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace AElf.Bench.IntegrationTests.Health;

/// <summary>The live page of the manager in a real browser.</summary>
public sealed class LivePageTests(Shared<Browser> shared, ITestOutputHelper log) : IClassFixture<Shared<Browser>>
{
    private const string Hostile = "<script>window.hacked=1</script><img src=x onerror=\"window.hacked=1\"> & 'quoted'";

    private readonly Browser browser = shared.Fixture;

    [Fact]
    public async Task Page_MembersJoinAndLeave_ShowsThem()
    {
        await using var host = await StatusHost.ManagerAsync();
        await using var watched = await browser.OpenAsync(host.Address);
        await Expect(watched.Page.GetByText("No worker is a member.")).ToBeVisibleAsync();
        await Expect(watched.ById("state")).ToHaveTextAsync("idle");

        host.Status = SampleCluster.Busy;
        var ann = watched.Page.GetByRole(AriaRole.Article).Filter(new LocatorFilterOptions { HasText = "host-a" });
        await Expect(ann.GetByRole(AriaRole.Heading)).ToHaveTextAsync("ann");
        await Expect(ann).ToContainTextAsync("127.0.0.1:22121");
        await Expect(ann).ToContainTextAsync("19 of at most 256");
        await Expect(ann.GetByRole(AriaRole.Row).Nth(2)).ToContainTextAsync("3.5 s");
        await Expect(watched.ById("counts")).ToHaveTextAsync("2 workers with 4 actors");
        await Expect(watched.Page.GetByText("bob of host-b joined with 2 actors").Last).ToBeVisibleAsync();

        host.Status = SampleCluster.Busy with { Workers = [SampleCluster.Busy.Workers[1]] };
        await Expect(watched.Page.GetByRole(AriaRole.Article)).ToHaveCountAsync(1);
        await Expect(watched.Page.GetByRole(AriaRole.Article).GetByRole(AriaRole.Heading)).ToHaveTextAsync("bob");
        watched.AssertNoComplaint();
    }

    [Fact]
    public async Task Page_WorkerLost_IsRedUntilItRejoins()
    {
        await using var host = await StatusHost.ManagerAsync();
        var busy = SampleCluster.Busy with { Run = SampleCluster.Busy.Run! with { Stuck = [] } };
        host.Status = busy with
        {
            Run = busy.Run with { Waiting = "waiting for a worker until 07:31:00 UTC" },
            Lost = [SampleCluster.Lost],
        };
        await using var watched = await browser.OpenAsync(host.Address);

        await Expect(watched.ById("state")).ToHaveTextAsync("running, 1 worker lost");
        await Expect(watched.ById("state")).ToHaveClassAsync("pill push warn");
        await Expect(watched.ById("members-title")).ToHaveTextAsync("Members: 2, 1 lost");
        var carl = watched.Page.GetByRole(AriaRole.Article).Filter(new LocatorFilterOptions { HasText = "host-c" });
        await Expect(carl.GetByRole(AriaRole.Heading)).ToHaveTextAsync("carl was lost");
        await Expect(carl).ToContainTextAsync("no heartbeat for 4 s");
        await Expect(watched.ById("waiting")).ToHaveTextAsync("waiting for a worker until 07:31:00 UTC");
        await KeepAsync(watched, "live-lost.png");

        host.Status = busy;
        await Expect(watched.ById("state")).ToHaveTextAsync("running");
        await Expect(watched.ById("waiting")).ToBeHiddenAsync();
        await Expect(carl).ToHaveCountAsync(0);
        watched.AssertNoComplaint();
    }

    [Fact]
    public async Task Page_RunProgresses_MovesCurveAndProgress()
    {
        await using var host = await StatusHost.ManagerAsync();
        host.Status = SampleCluster.Busy;
        await using var watched = await browser.OpenAsync(host.Address);
        await Expect(watched.ById("tps")).ToHaveTextAsync("255,000");
        var before = await watched.ById("curve").GetAttributeAsync("d");
        Assert.StartsWith("M 0.0 ", before, StringComparison.Ordinal);

        var run = SampleCluster.Busy.Run!;
        host.Status =
            SampleCluster.Busy with
            {
                Run = run with
                {
                    TransfersPerSecond = [.. run.TransfersPerSecond.Skip(1), 318_000],
                    Committed = 6000,
                    GroupsDone = 60,
                },
            };

        await Expect(watched.ById("tps")).ToHaveTextAsync("318,000");
        await Expect(watched.ById("curve")).Not.ToHaveAttributeAsync("d", before!);
        await Expect(watched.ById("chart")).ToHaveAttributeAsync(
            "aria-label", "Transfers per second over the last 2.5 s: now 318,000, least 180,500, most 318,000");
        await Expect(watched.ById("committed")).ToHaveTextAsync("6,000 of 8,000");
        await Expect(watched.Page.GetByRole(AriaRole.Progressbar, new PageGetByRoleOptions { Name = "groups done" }))
            .ToHaveAttributeAsync("value", "60");
        watched.AssertNoComplaint();
    }

    [Fact]
    public async Task Page_GroupStuck_IsNamedUntilItProgresses()
    {
        await using var host = await StatusHost.ManagerAsync();
        host.Status = SampleCluster.Busy;
        await using var watched = await browser.OpenAsync(host.Address);

        await Expect(watched.ById("stuck")).ToHaveTextAsync(
            "Unit 17epoch 2, ann, actor 1, account 4711: Read, has not moved for 3.5 s");
        await Expect(watched.ById("state")).ToHaveTextAsync("stuck");

        host.Status = SampleCluster.Busy with { Run = SampleCluster.Busy.Run! with { Stuck = [] } };
        await Expect(watched.ById("stuck-section")).ToBeHiddenAsync();
        await Expect(watched.ById("state")).ToHaveTextAsync("running");
        watched.AssertNoComplaint();
    }

    [Fact]
    public async Task Page_ManagerAway_SaysSoAndContinues()
    {
        // A reserved port: while the manager is away, no outgoing connection takes it.
        await using var host = await StatusHost.ManagerAsync(LoopbackPort.Reserve());
        host.Status = SampleCluster.Busy;
        await using var watched = await browser.OpenAsync(host.Address);
        await Expect(watched.ById("tps")).ToHaveTextAsync("255,000");
        await Expect(watched.Page.GetByRole(AriaRole.Alert)).ToBeHiddenAsync();
        watched.AssertNoComplaint();

        await host.DisposeAsync();
        await Expect(watched.Page.GetByRole(AriaRole.Alert))
            .ToContainTextAsync("The manager is gone: it does not answer. Last heard at");
        await Expect(watched.ById("state")).ToHaveTextAsync("gone");
        await Expect(watched.Page).ToHaveTitleAsync("gone – AElf.Bench");
        await Expect(watched.ById("tps")).ToHaveTextAsync("255,000");
        await KeepAsync(watched, "live-gone.png");

        await using var back = await StatusHost.ManagerAsync(host.Port);
        await Expect(watched.Page.GetByRole(AriaRole.Alert)).ToBeHiddenAsync();
        await Expect(watched.ById("state")).ToHaveTextAsync("idle");
    }

    [Fact]
    public async Task Page_HostileNames_StayText()
    {
        await using var host = await StatusHost.ManagerAsync();
        host.Status = SampleCluster.Busy with
        {
            Version = Hostile,
            Address = Hostile,
            Store = Hostile,
            Workers =
            [
                SampleCluster.Worker(Hostile, Hostile, Hostile, new ActorStatus(1, 1, 1)),
                SampleCluster.Worker("__proto__", "constructor", "", new ActorStatus(1, 1, 1)),
            ],
            Shards = [new ShardStatus(Hostile, 1, 1)],
            Events =
            [
                new ClusterEvent(SampleCluster.Busy.At, Hostile, Hostile),
                new ClusterEvent(SampleCluster.Busy.At, "constructor", "__proto__"),
            ],
            Run = SampleCluster.Busy.Run! with
            {
                Id = Hostile,
                Phase = Hostile,
                Stuck = [new StuckUnit(1, 1, Hostile, 0, Hostile, Hostile, 1)],
            },
        };
        await using var watched = await browser.OpenAsync(host.Address);

        await Expect(watched.Page.GetByRole(AriaRole.Article).First.GetByRole(AriaRole.Heading))
            .ToHaveTextAsync(Hostile);
        await Expect(watched.ById("store")).ToHaveTextAsync(Hostile);
        await Expect(watched.ById("run-title")).ToHaveTextAsync($"Run {Hostile}");
        await Expect(watched.Page.Locator("img")).ToHaveCountAsync(0);
        await Expect(watched.Page.Locator("body script")).ToHaveCountAsync(1);
        Assert.False(await watched.Page.EvaluateAsync<bool>("() => 'hacked' in window"));
        watched.AssertNoComplaint();
    }

    [Fact]
    public async Task Page_UnknownStatusAndNaN_ShowsAnAlertAndADash()
    {
        await using var host = await StatusHost.ManagerAsync();
        var run = SampleCluster.Busy.Run! with { TransfersPerSecond = [double.NaN], SliceMs = double.PositiveInfinity };
        host.Status = SampleCluster.Busy with { UptimeSeconds = double.NaN, Run = run };
        await using var watched = await browser.OpenAsync(host.Address);

        await Expect(watched.ById("uptime")).ToHaveTextAsync("–");
        await Expect(watched.ById("phase")).ToHaveTextAsync("measure, round 2 of 5");
        watched.AssertNoComplaint();

        await watched.Page.RouteAsync(
            "**/status", route => route.FulfillAsync(new RouteFulfillOptions { Json = new { change = true } }));
        await Expect(watched.Page.GetByRole(AriaRole.Alert)).ToContainTextAsync("is not what this page knows");
        await watched.Page.UnrouteAllAsync();
        await Expect(watched.Page.GetByRole(AriaRole.Alert)).ToBeHiddenAsync();
    }

    [Theory]
    [InlineData("live.png", 1280, 900, ColorScheme.Light)]
    [InlineData("live-dark.png", 1280, 900, ColorScheme.Dark)]
    [InlineData("live-phone.png", 360, 740, ColorScheme.Light)]
    public async Task Page_FitsDesktopAndPhone_AndAsksNoOtherHost(
        string picture, int width, int height, ColorScheme colours)
    {
        await using var host = await StatusHost.ManagerAsync();
        host.Status = Crowd();
        await using var watched = await browser.OpenAsync(host.Address, width, height, colours);
        await Expect(watched.ById("counts")).ToHaveTextAsync("3 workers with 12 actors");

        Assert.Equal(width, await watched.Page.EvaluateAsync<int>("() => document.documentElement.scrollWidth"));
        Assert.All(watched.Asked, address => Assert.True(
            address.StartsWith(host.Address.ToString(), StringComparison.Ordinal)
                || address.StartsWith("data:", StringComparison.Ordinal),
            address));
        await KeepAsync(watched, picture);
        watched.AssertNoComplaint();
    }

    private static ClusterStatus Crowd()
    {
        const int Seed = 7;
        var random = new Random(Seed);
        ActorStatus Actor() => new(random.Next(90_000, 110_000), random.Next(0, 240), 3 * random.NextDouble());
        WorkerStatus Worker(string name, string server, int proxy) =>
            SampleCluster.Worker(name, server, $"127.0.0.1:{proxy}", Actor(), Actor(), Actor(), Actor()) with
            {
                Grants = 498,
                Credits = 512,
            };
        var busy = SampleCluster.Busy;
        return busy with
        {
            UptimeSeconds = 4211,
            Workers =
            [
                Worker("worker-1", "host-a", 22121),
                Worker("worker-2", "host-b", 22122),
                Worker("worker-3", "host-c", 22123),
            ],
            Shards = [.. Enumerable.Range(0, 4).Select(
                shard => new ShardStatus(
                    $"127.0.0.1:{6380 + shard}", random.Next(59_000, 62_000), random.Next(230_000, 250_000)))],
            Events = [.. busy.Events.Select(happened => happened with
            {
                Text = happened.Text
                    .Replace("ann", "worker-2", StringComparison.Ordinal)
                    .Replace("bob", "worker-3", StringComparison.Ordinal),
            })],
            Run = busy.Run! with
            {
                Stuck = [busy.Run.Stuck[0] with { Worker = "worker-2" }],
                Transfers = 240_000,
                Committed = 151_212,
                Groups = 1200,
                GroupsDone = 688,
                TransfersPerSecond = [.. Enumerable.Range(0, 60).Select(
                    slice => 380_000 + (60_000 * Math.Sin(slice / 7.0)) + random.Next(30_000)
                        - (slice is > 38 and < 44 ? 210_000 : 0))],
            },
        };
    }

    private async Task KeepAsync(WatchedPage watched, string name)
    {
        var file = Path.Combine(Browser.Pictures, name);
        await watched.Page.ScreenshotAsync(new PageScreenshotOptions { Path = file, FullPage = true });
        log.WriteLine($"picture: {file}");
        Assert.True(new FileInfo(file).Length > 0, $"{file} is empty");
    }
}
