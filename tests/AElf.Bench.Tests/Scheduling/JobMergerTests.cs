using System.Globalization;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Tests.Scheduling;

public sealed class JobMergerTests
{
    // Weights of units 0, 1, 2 …, and the jobs with their units and weights.
    [Theory]
    [InlineData("", 3, "")]
    [InlineData("4", 3, "[0]=4")]
    [InlineData("1 1 1 1", 2, "[0 2]=2 [1 3]=2")]
    [InlineData("1 5 1 1", 2, "[1]=5 [0 2 3]=3")]
    [InlineData("2 7 3 5 4", 2, "[0 3 4]=11 [1 2]=10")]
    [InlineData("3 3 3", 1, "[0 1 2]=9")]
    [InlineData("1 2 3", 3, "[2]=3 [1]=2 [0]=1")]
    [InlineData("1 2 3", 99, "[2]=3 [1]=2 [0]=1")]
    [InlineData("2 2 2", 3, "[0]=2 [1]=2 [2]=2")]
    public void Merge_Units_HeaviestToLightestJobInOrder(
        string weights, int maxJobs, string jobs) =>
        Assert.Equal(jobs, Format(JobMerger.Merge(Parse(weights), maxJobs)));

    [Fact]
    public void Merge_AnyUnits_IsWithinFourThirdsOfTheBest()
    {
        for (ulong seed = 0; seed < 500; seed++)
        {
            var random = new SeededRandom(seed);
            var weights = new int[random.Next(30)];
            for (var i = 0; i < weights.Length; i++)
            {
                weights[i] = 1 + random.Next(1 + random.Next(20));
            }

            var maxJobs = 1 + random.Next(8);
            var jobs = JobMerger.Merge(weights, maxJobs);
            var listed = Listed(jobs);

            Assert.Equal(Math.Min(maxJobs, weights.Length), jobs.Count);
            Assert.Equal(Enumerable.Range(0, weights.Length), listed.SelectMany(job => job).Order());
            Assert.All(listed, job => Assert.Equal(job.Order(), job));
            Assert.Equal(
                listed.Select(job => job.Sum(unit => (long)weights[unit])),
                Enumerable.Range(0, jobs.Count).Select(jobs.WeightOf));
            AssertWithinGrahamsBound(weights, jobs, seed);
            Assert.Equal(Format(jobs), Format(JobMerger.Merge(weights, maxJobs)));
        }
    }

    [Fact]
    public void Imbalance_Jobs_IsHeaviestOverMean()
    {
        Assert.Equal(1, JobMerger.Merge([], 4).Imbalance);
        Assert.Equal(1, JobMerger.Merge([2, 2, 2, 2], 2).Imbalance);
        Assert.Equal(1.5, JobMerger.Merge([3, 1], 2).Imbalance);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    public void Merge_FewerThanOneJob_IsRefused(int maxJobs) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => JobMerger.Merge([1], maxJobs));

    private static void AssertWithinGrahamsBound(int[] weights, Jobs jobs, ulong seed)
    {
        if (weights.Length == 0)
        {
            return;
        }

        var sorted = weights.OrderDescending().ToList();
        var heaviest = jobs.WeightOf(0);
        if (weights.Length <= 9)
        {
            var optimum = Optimum(sorted, new long[jobs.Count], 0);
            Assert.True(
                heaviest * 3 * jobs.Count <= ((4 * jobs.Count) - 1) * optimum, $"seed {seed}: {heaviest}, {optimum}");
            return;
        }

        // Too many combinations to try all: a job received its last unit when it was not longer than the mean.
        var mean = weights.Sum() / (double)jobs.Count;
        Assert.True(heaviest <= Math.Max(sorted[0], mean + sorted[jobs.Count]), $"seed {seed}: {heaviest}, {mean}");
    }

    private static long Optimum(List<int> weights, long[] load, int next)
    {
        if (next == weights.Count)
        {
            return load.Max();
        }

        var best = long.MaxValue;
        for (var job = 0; job < load.Length; job++)
        {
            load[job] += weights[next];
            best = Math.Min(best, Optimum(weights, load, next + 1));
            load[job] -= weights[next];
            if (load[job] == 0)
            {
                // All empty jobs are equal.
                break;
            }
        }

        return best;
    }

    private static int[] Parse(string weights) =>
        [.. weights.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(
            size => int.Parse(size, CultureInfo.InvariantCulture))];

    private static List<int[]> Listed(Jobs jobs) =>
        [.. Enumerable.Range(0, jobs.Count).Select(job => jobs[job].ToArray())];

    private static string Format(Jobs jobs) =>
        string.Join(' ', Listed(jobs).Select((units, job) => $"[{string.Join(' ', units)}]={jobs.WeightOf(job)}"));
}
