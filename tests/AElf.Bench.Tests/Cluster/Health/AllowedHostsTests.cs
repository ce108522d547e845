using AElf.Bench.Concurrency.Cluster.Health;
using Microsoft.AspNetCore.Http;

namespace AElf.Bench.Tests.Cluster.Health;

public sealed class AllowedHostsTests
{
    [Theory]
    [InlineData("localhost")]
    [InlineData("LOCALHOST:4053")]
    [InlineData("127.0.0.1:4053")]
    [InlineData("127.8.9.10")]
    [InlineData("[::1]:4053")]
    [InlineData("bench.example:4053")]
    [InlineData("Bench.Example.")]
    public void Loopback_names_and_the_configured_host_are_answered(string host) =>
        Assert.True(new AllowedHosts("bench.example").Allow(new HostString(host)));

    [Theory]
    [InlineData("")]
    [InlineData("evil.example")]
    [InlineData("localhost.evil.example")]
    [InlineData("127.0.0.1.evil.example")]
    [InlineData("evil.example:127.0.0.1")]
    [InlineData("bench.example.evil.example")]
    [InlineData("10.1.2.3")]
    [InlineData("0.0.0.0:4053")]
    public void A_strangers_name_is_not(string host) =>
        Assert.False(new AllowedHosts("bench.example").Allow(new HostString(host)));

    [Theory]
    [InlineData("0.0.0.0")]
    [InlineData("::")]
    public void A_listener_on_all_addresses_answers_to_every_address_and_to_no_name(string any)
    {
        Assert.True(new AllowedHosts(any).Allow(new HostString("10.1.2.3:4053")));
        Assert.True(new AllowedHosts(any).Allow(new HostString("[2001:db8::7]")));
        Assert.False(new AllowedHosts(any).Allow(new HostString("evil.example")));
        Assert.True(new AllowedHosts(any, "manager").Allow(new HostString("manager:4053")));
    }

    [Fact]
    public void A_configured_address_is_answered_however_it_is_written() =>
        Assert.True(new AllowedHosts("2001:db8:0:0::7").Allow(new HostString("[2001:DB8::7]:4053")));
}
