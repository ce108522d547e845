using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Operations.Health;
using AElf.Bench.Settings;
using AElf.Bench.TestKit.Health;
using AElf.Benchmark.Verbs.Top;

namespace AElf.Bench.Tests.Top;

public sealed class TopTests
{
    private static string Picture(ClusterStatus status, string? error = null)
    {
        using var output = new StringWriter { NewLine = "\n" };
        ConsoleExporter.Open(output, piped: true).Write(TopPicture.Draw(status, error));
        return output.ToString();
    }

    private static string Problem(params string[] words)
    {
        var verb = new TopVerb();
        Assert.Null(verb.Read(words));
        return string.Join('\n', verb.Problems);
    }

    [Fact]
    public void Top_Options_AreRead()
    {
        Assert.Equal((new Uri("http://127.0.0.1:5053"), true), Read("--manager", "127.0.0.1:4053", "--once"));
        Assert.Equal((new Uri("http://[::1]:5053"), false), Read("--manager=[::1]:4053"));

        static (Uri Manager, bool Once) Read(params string[] words)
        {
            var settings = new TopVerb().Read(words)!;
            return (SettingsBinder.Manager(settings), settings.Get(CommonSettings.Once));
        }
    }

    [Theory]
    [InlineData("--manager: no manager; expected one, such as 127.0.0.1:4053")]
    [InlineData("--manager: value missing; expected HOST:PORT (port 1 to 65535), …", "--manager")]
    [InlineData("--manager: value missing; expected HOST:PORT (port 1 to 65535), …", "--manager", "--once")]
    [InlineData(
        "--manager: 'here' is not valid; expected HOST:PORT (port 1 to 65535), …", "--manager", "here")]
    [InlineData("--manager: 2 managers; expected one, such as 127.0.0.1:4053", "--manager", "a:1,b:2")]
    [InlineData(
        "--manager: 'a:65536' is not valid; expected HOST:PORT (port 1 to 65535), …",
        "--manager",
        "a:65536")]
    [InlineData("--manager: given more than once; give it once", "--manager", "a:1", "--manager", "b:2")]
    [InlineData(
        "--once: takes no value, but 'yes' was given; write it alone, or leave it out",
        "--manager",
        "a:1",
        "--once=yes")]
    [InlineData("--ca: value missing; expected a path without control characters", "--manager", "a:1", "--ca")]
    [InlineData(
        "--ca: '/no/such.pem' does not exist; expected an existing file", "--manager", "a:1", "--ca", "/no/such.pem")]
    [InlineData("--manger: unknown option; did you mean --manager?", "--manager", "a:1", "--manger", "a:1")]
    [InlineData("--actors: not an option here; … top --help all …", "--manager", "a:1", "--actors", "8")]
    [InlineData(
        "'now': not an option; expected an option with its value, such as --manager 127.0.0.1:4053",
        "--manager",
        "a:1",
        "now")]
    public void Top_InvalidValue_NamesTheExpected(string message, params string[] words) =>
        Prose.AssertSays(message, Problem(words));

    [Fact]
    public void Picture_RunUnderWay_HasEveryPart()
    {
        var picture = Picture(SampleCluster.Busy);

        Assert.All(
            [
                "127.0.0.1:4053, version 1.0.0, up 1 min 15 s",
                "twemproxy at 127.0.0.1:22121", "0a1b2c3d: measure, round 2 of 5",
                "255,000 transfers/s in the last slice, not audited yet",
                "▄▅▇▇█", "3,210 of 8,000 transfers committed, 32 of 80 groups done",
                "STUCK unit 17, epoch 2, ann, actor 1, account 4711: Read, has not moved",
                "ann on host-a, store 127.0.0.1:22121, 19 of 256 grants, last message 400 ms ago",
                "      1  ████████████████████           12        3.5 s                900",
                "127.0.0.1:6381", "6,340", "joined: bob of host-b joined with 2 actors",
            ],
            (string part) => Assert.Contains(part, picture, StringComparison.Ordinal));
    }

    [Fact]
    public void Picture_LostWorker_IsNamedUntilTheRunEnds()
    {
        var status = SampleCluster.Busy with { Lost = [SampleCluster.Lost] };

        Assert.Contains("LOST carl on host-c, at ", Picture(status), StringComparison.Ordinal);
        Assert.Contains(": no heartbeat for 4 s", Picture(status), StringComparison.Ordinal);
        Prose.AssertNames(TopText.Line(status), "4 actors", "1 worker lost");
    }

    [Fact]
    public void Picture_LastWorkerLost_SaysWhatTheRunWaitsFor()
    {
        const string Waiting = "waiting for a worker until 07:31:00 UTC (60 s): worker carl was lost";
        var status = SampleCluster.Busy with
        {
            Run = SampleCluster.Busy.Run! with { Waiting = Waiting },
            Workers = [],
            Lost = [SampleCluster.Lost],
        };

        Prose.AssertNames(Picture(status), "a worker until 07:31:00", "LOST carl on host-c");
        Assert.DoesNotContain("joined.", Picture(status), StringComparison.Ordinal);
        Prose.AssertNames(TopText.Line(status), "1 worker lost", Waiting);
    }

    [Fact]
    public void Top_WithoutRunAndMembers_SaysIt()
    {
        var picture = Picture(SampleCluster.Empty);

        Assert.Contains("none", picture, StringComparison.Ordinal);
        Assert.Contains("No worker is a member.", picture, StringComparison.Ordinal);
    }

    [Fact]
    public void Picture_Old_HasTheReason() =>
        Prose.AssertNames(Picture(SampleCluster.Busy, "a:1 is gone"), "GONE: a:1 is gone");

    [Fact]
    public void Picture_ManyActors_ShowsTheFullestMailboxOfEachWorker()
    {
        var actors = Enumerable.Range(0, 30).Select(_ => new ActorStatus(100, 2, 1)).ToArray();

        var ann = SampleCluster.Worker("ann", "host-a", "memory", actors);
        var lines = Picture(SampleCluster.Empty with { Workers = [ann] }).Split('\n');

        Assert.Single(
            lines,
            line => line.Contains("all 30", StringComparison.Ordinal)
                && line.Contains("3,000", StringComparison.Ordinal));
        Assert.InRange(lines.Length, 1, 16);
    }

    [Theory]
    [InlineData("\u001b[31mred\u001b]0;title\a")]
    [InlineData("two\r\nlines")]
    [InlineData("turned\u202e\u2028over")]
    [InlineData("[red]markup[/]")]
    [InlineData("half a pair \ud800")]
    public void Picture_NamesWithControlCharacters_AreEscaped(string name)
    {
        var status = SampleCluster.Busy with
        {
            Store = name,
            Version = name,
            Address = name,
            Workers = [SampleCluster.Worker(name, name, name, new ActorStatus(1, 1, 1))],
            Shards = [new ShardStatus(name, 1, 1)],
            Events = [new ClusterEvent(default, name, name)],
            Run = SampleCluster.Busy.Run! with
            {
                Id = name,
                Phase = name,
                Stuck = [new StuckUnit(1, 1, name, 0, name, name, 1)],
            },
        };

        var shown = Picture(status) + TopText.Line(status).ReplaceLineEndings(" broken over lines\u001b ");

        Assert.DoesNotContain(
            shown, letter => (char.IsControl(letter) && letter != '\n') || letter is '\u202e' or '\u2028');
    }

    [Fact]
    public void Line_Status_HasAllFigures() => Prose.AssertNames(
        TopText.Line(SampleCluster.Busy),
        $"{TopText.Clock(SampleCluster.Busy.At)}",
        "round 2 of 5",
        "255,000",
        "3,210 of 8,000",
        "32 of 80",
        "2 workers",
        "4 actors",
        "mailbox 12",
        "3.5 s",
        "unit 17",
        "epoch 2",
        "ann",
        "account 4711");

    [Fact]
    public void Top_NumbersThatAreNotFinite_AreADash()
    {
        var run = SampleCluster.Busy.Run! with { TransfersPerSecond = [double.NaN, double.PositiveInfinity] };

        Assert.Contains(
            "–", Picture(SampleCluster.Busy with { Run = run, UptimeSeconds = double.NaN }), StringComparison.Ordinal);
        Assert.Equal("▁▁", Sparkline.Last(run.TransfersPerSecond, 10));
        Assert.Equal("▁█", Sparkline.Last([5, 0, 7], 2));
    }
}
