using AElf.Bench.Concurrency.Cluster.Hosting;

namespace AElf.Bench.Tests.Cluster.Hosting;

public sealed class ListenerLimitsTests
{
    [Theory]
    [InlineData(20_000, 1000)]
    [InlineData(1024, 184)]
    [InlineData(300, 8)]
    [InlineData(10, 8)]
    [InlineData(long.MaxValue, 1000)]
    public void Limits_ForOpenFiles_LeaveFilesForTheProgram(long files, int strangers) =>
        Assert.Equal(new ListenerLimits(strangers), ListenerLimits.For(files));

    [Fact]
    public void OpenFiles_KernelsLimits_AreParsed()
    {
        Assert.Equal(1024, ListenerLimits.OpenFiles(["Limit  Soft", "Max open files  1024 9"]));
        Assert.Equal(long.MaxValue, ListenerLimits.OpenFiles(["Max open files unlimited"]));
        Assert.Equal(long.MaxValue, ListenerLimits.OpenFiles([]));
    }
}
