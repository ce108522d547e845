using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Tests.Health;

namespace AElf.Bench.Tests.Scheduling;

public sealed class ArrivalScheduleTests
{
    [Fact]
    public void Schedule_AnyRate_RisesAndFillsItsTime()
    {
        for (ulong seed = 0; seed < 300; seed++)
        {
            var random = new SeededRandom(seed);
            var rate = Draw(random);
            var count = 1 + random.Next(3000);
            var schedule = new ArrivalSchedule(rate, seed, count);
            var again = new ArrivalSchedule(rate, seed, count);
            var all = Enumerable.Range(0, count).Select(index => schedule.NanosecondsOf(index)).ToList();

            Assert.True(all.Order().SequenceEqual(all), $"seed {seed}: {rate} falls");
            Assert.InRange(all[0], 0, (long)(1e9 * count / rate.Mean));
            Assert.True(all[^1] <= 1e9 * count / rate.Mean, $"seed {seed}: {rate}");
            foreach (var index in new[] { count - 1, random.Next(count), 0 })
            {
                Assert.True(all[index] == again.NanosecondsOf(index), $"seed {seed}: {rate} differs at {index}");
            }
        }
    }

    [Fact]
    public void Schedule_ConstantRate_HasEqualIntervals()
    {
        var schedule = new ArrivalSchedule(Rate("4000"), seed: 1, count: 9);
        Assert.Equal(
            Enumerable.Range(0, 9).Select(index => index * 250_000L),
            Enumerable.Range(0, 9).Select(index => schedule.NanosecondsOf(index)));
    }

    [Fact]
    public void Schedule_Ramp_HasTheShareOfItsRate()
    {
        // 1,000 to 3,000 in 10 s: the two halves have on average 1,500 and 2,500 per second.
        var counts = PerSecond(new ArrivalSchedule(Rate("ramp:1000..3000"), seed: 1, count: 20_000));
        Assert.Equal(10, counts.Length);
        Assert.All(
            counts.Index(),
            each => Assert.InRange(each.Item, 1098 + (200 * each.Index), 1102 + (200 * each.Index)));
        Assert.Equal(
            PerSecond(new ArrivalSchedule(Rate("ramp:3000..1000"), seed: 1, count: 20_000)).Select(Rounded),
            counts.Reverse().Select(Rounded));

        static int Rounded(int count) => (count + 50) / 100;
    }

    [Fact]
    public void Schedule_RampToItself_IsConstant()
    {
        var (ramp, constant) = (
            new ArrivalSchedule(Rate("ramp:500..500"), seed: 1, count: 500),
            new ArrivalSchedule(Rate("500"), seed: 1, count: 500));
        Assert.All(
            Enumerable.Range(0, 500),
            index => Assert.InRange(ramp.NanosecondsOf(index) - constant.NanosecondsOf(index), -2, 2));
    }

    [Fact]
    public void Schedule_Steps_HaveEqualTimes()
    {
        var counts = PerSecond(new ArrivalSchedule(Rate("step:100,500,200"), seed: 1, count: 1600));
        Assert.Equal([100, 100, 500, 500, 200, 200], counts);
    }

    [Fact]
    public void Schedule_Poisson_HasExponentialIntervalsOfItsSeed()
    {
        const int Count = 200_000;
        var schedule = new ArrivalSchedule(Rate("poisson:1000"), seed: 7, count: Count);
        var starts = Enumerable.Range(0, Count).Select(index => schedule.NanosecondsOf(index) / 1e6).ToList();
        var distances = starts.Zip(starts.Skip(1), (first, next) => next - first).ToList();

        Assert.InRange(distances.Average(), 0.99, 1.01);
        foreach (var longer in new[] { 0.1, 0.5, 1, 2, 4 })
        {
            Assert.InRange(
                distances.Count(distance => distance > longer) / (double)distances.Count,
                Math.Exp(-longer) - 0.005,
                Math.Exp(-longer) + 0.005);
        }

        Assert.NotEqual(
            schedule.NanosecondsOf(Count / 2),
            new ArrivalSchedule(Rate("poisson:1000"), seed: 8, count: Count).NanosecondsOf(Count / 2));
    }

    [Fact]
    public void Start_EarliestKnownStart_Counts()
    {
        var plan = new ArrivalPlan(Rate("1000"), seed: 1, new ManualClock());
        var first = plan.Open(round: 3, count: 10, now: 5_000, microsecondsAgo: null);
        var second = plan.Open(round: 3, count: 10, now: 4_000, microsecondsAgo: null);
        var third = plan.Open(round: 3, count: 10, now: 9_000, microsecondsAgo: null);

        Assert.Same(first, second);
        Assert.Same(first, third);
        Assert.Equal(4_000, first.OpenedAt);
        Assert.Equal(4_000 + (2 * TimeSpan.TicksPerMillisecond), first.DueOf(2));
    }

    [Fact]
    public void Start_OfAnotherRound_ChangesNothing()
    {
        var plan = new ArrivalPlan(Rate("1000"), seed: 1, new ManualClock());
        plan.Open(round: 3, count: 10, now: 5_000, microsecondsAgo: null);
        var next = plan.Open(round: 4, count: 10, now: 70_000, microsecondsAgo: null);

        Assert.Equal(1_000, plan.Open(round: 3, count: 10, now: 1_000, microsecondsAgo: null).OpenedAt);
        Assert.Same(next, plan.Open(round: 4, count: 10, now: 80_000, microsecondsAgo: null));
        Assert.Equal(70_000, next.OpenedAt);
    }

    private static ArrivalRate Rate(string text) => ArrivalRate.Parse(text)!;

    private static ArrivalRate Draw(SeededRandom random) => random.Next(4) switch
    {
        0 => Rate($"{1 + random.Next(1_000_000)}"),
        1 => Rate($"poisson:{1 + random.Next(1_000_000)}"),
        2 => Rate($"ramp:{1 + random.Next(100_000)}..{1 + random.Next(100_000)}"),
        _ => Rate($"step:{string.Join(
            ',', Enumerable.Range(0, 1 + random.Next(6)).Select(_ => 1 + random.Next(9_000)))}"),
    };

    private static int[] PerSecond(ArrivalSchedule schedule) =>
    [
        .. Enumerable.Range(0, (int)schedule.Count)
            .GroupBy(index => schedule.NanosecondsOf(index) / 1_000_000_000)
            .OrderBy(second => second.Key)
            .Select(second => second.Count()),
    ];
}
