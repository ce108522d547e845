using AElf.Bench.Core.Options;
using AElf.Benchmark.Processes;

namespace AElf.Bench.Tests.CommandLine;

public sealed class RunProcessResultTests
{
    [Theory]
    [InlineData(ExitCode.Ok, true)]
    [InlineData(ExitCode.DegradedOrFailed, true)]
    [InlineData(ExitCode.Disturbed, true)]
    [InlineData(ExitCode.Usage, false)]
    [InlineData(ExitCode.Environment, false)]
    [InlineData(ExitCode.AuditFailed, false)]
    public void Study_RunEndsWithoutMeaning_Continues(ExitCode code, bool goesOn) =>
        Assert.Equal(goesOn, new RunProcessResult(code, [], 1, "1.json").AllowsMore);
}
