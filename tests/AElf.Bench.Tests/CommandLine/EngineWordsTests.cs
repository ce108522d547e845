using AElf.Benchmark.Verbs.Sweep;

namespace AElf.Bench.Tests.CommandLine;

public sealed class EngineWordsTests
{
    [Theory]
    [InlineData("scenario cluster --engine all", "cluster engine=akka,local")]
    [InlineData("scenario distributed --engine=all -n 5", "distributed engine=akka,local -n 5")]
    [InlineData("--engine all -n 5", "cluster engine=akka,local -n 5")]
    public void EngineWords_AllEngines_AreASweepOfAScenario(string line, string sweep) =>
        Assert.Equal(sweep.Split(' '), EngineWords.InTurns(line.Split(' ')));

    [Theory]
    [InlineData("scenario cluster --engine akka")]
    [InlineData("--engine akka -n 5")]
    [InlineData("--engine")]
    [InlineData("scenario cluster")]
    [InlineData("serve --engine all")]
    public void EngineWords_OtherCall_StaysUnchanged(string line) => Assert.Null(EngineWords.InTurns(line.Split(' ')));
}
