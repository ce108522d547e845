using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Sources;
using AElf.Benchmark.Verbs.Electrum.Serve;

namespace AElf.Bench.Tests.Serving;

public sealed class ServeVerbTests
{
    [Fact]
    public void Serve_WithoutOptions_ServesThePublishedWalletOnLoopback()
    {
        var verb = new ServeVerb();
        var settings = verb.Read([])!;

        Assert.Empty(verb.Problems);
        Assert.Equal("127.0.0.1:50001", settings.Get(ServeSettings.Listen).ToString());
        Assert.Equal(
            ("fulcrum", IndexLocation.Memory, null),
            (settings.Get(ServeSettings.Engine), settings.Get(ServeSettings.Store),
                settings.Get(ServeSettings.BlocksEvery)));
        Assert.Equal(3000, ChainSettings.Read(settings).Synthetic!.WalletAddresses);
        Assert.Equal(new ServerLimits(), ServeCommand.LimitsOf(settings));
    }

    [Theory]
    [InlineData("--engine fulcrm", "'fulcrm' is not valid")]
    [InlineData("--listen nonsense", "'nonsense' is not valid")]
    [InlineData("--listen 127.0.0.1:65536", "'127.0.0.1:65536' is not valid")]
    [InlineData("--listen 0.0.0.0:50001", "not loopback")]
    [InlineData("--tls-listen 127.0.0.1:0", "a certificate and its key")]
    [InlineData("--cert a.pem --key a.key", "an address")]
    [InlineData("--tls-listen 127.0.0.1:0 --cert no.pem --key no.key", "--cert: 'no.pem' does not exist")]
    [InlineData("--blocks-every 1s --store rocksdb:folder", "--store memory")]
    [InlineData("--mempool 5 --chain folder", "only a synthetic chain")]
    [InlineData("--poll 1s", "applies only to a node")]
    [InlineData("--node-timeout 1", "'1' is not valid")]
    [InlineData("--max-line 10", "'10' is not valid")]
    [InlineData("--max-total-subscriptions 0", "'0' is not valid")]
    public void Check_WrongValues_NamesThemAndTheExpectedOnes(string words, string expected)
    {
        var verb = new ServeVerb();

        Assert.Null(verb.Read(words.Split(' ')));
        Assert.Contains(expected, string.Join('\n', verb.Problems), StringComparison.Ordinal);
    }
}
