using AElf.Bench.Akka.Secrets;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Tests.Health;

namespace AElf.Bench.Tests.Cluster.Nodes;

public sealed class RefusalsTests
{
    private readonly List<string> lines = [];
    private readonly ManualClock clock = new();
    private readonly Refusals refusals;

    public RefusalsTests() => refusals = new Refusals(lines.Add, clock);

    [Fact]
    public void Refusals_OneAddress_LogOneLinePerMinute()
    {
        Note("10.0.0.1", times: 5);
        Note("[::ffff:10.0.0.1]", times: 5);
        Note("10.0.0.2", times: 1);
        Assert.Equal(2, lines.Count);

        clock.Advance(TimeSpan.FromMinutes(1));
        Note("10.0.0.1", times: 2);

        Assert.Equal(3, lines.Count);
        Assert.All(lines, line => Assert.Contains("10.0.0.", line, StringComparison.Ordinal));
    }

    [Fact]
    public void Refusals_ManyAddresses_HaveALimitOfLines()
    {
        for (var host = 0; host < 100; host++)
        {
            Note($"10.0.0.{host}", times: 1);
        }

        Assert.Equal(20, lines.Count);
    }

    [Theory]
    [InlineData(1, 0)]
    [InlineData(20, 1)]
    public void Refusals_ManySilentConnections_LogALine(int times, int written)
    {
        for (var time = 0; time < times; time++)
        {
            refusals.Note("10.0.0.1", SecretHandshake.Lost);
        }

        Assert.Equal(written, lines.Count);
    }

    private void Note(string host, int times)
    {
        for (var time = 0; time < times; time++)
        {
            refusals.Note(host, HandshakeProblems.SecretMissing.ToString());
        }
    }
}
