using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Tests.Cluster.Wire;

public sealed class AllowedHostsTests
{
    private static IList<string> For(string host, params string[] configured) =>
        AllowedHosts.For(new ActorSystemOptions { Address = new Endpoint(host, 4053), AllowedHosts = configured });

    [Fact]
    public void AllowedHosts_Default_IsLoopbackOnly() =>
        Assert.Equal(["localhost", "127.0.0.1", "[::1]"], For("127.0.0.1"), StringComparer.Ordinal);

    [Theory]
    [InlineData("bench.example", "bench.example")]
    [InlineData("10.1.2.3", "10.1.2.3")]
    [InlineData("2001:DB8:0:0::7", "[2001:db8::7]")]
    public void AllowedHosts_HostOfTheListener_IsAllowedInHeaderForm(string host, string inHeader) =>
        Assert.Equal(["localhost", "127.0.0.1", "[::1]", inHeader], For(host), StringComparer.Ordinal);

    [Theory]
    [InlineData("0.0.0.0")]
    [InlineData("::")]
    public void AllowedHosts_ListenerOnAllAddresses_AllowsAddressesOfTheMachineOnly(string any)
    {
        var allowed = For(any, "manager", "::7");

        // ASP.NET would treat each of these as "any host".
        Assert.Empty(allowed.Intersect(["*", "0.0.0.0", "[::]", "::"], StringComparer.Ordinal));
        Assert.Contains("manager", allowed, StringComparer.Ordinal);
        Assert.Contains("[::7]", allowed, StringComparer.Ordinal);
        var own = NetworkInterface.GetAllNetworkInterfaces()
            .SelectMany(device => device.GetIPProperties().UnicastAddresses)
            .Where(address => address.Address.AddressFamily == AddressFamily.InterNetwork);
        Assert.All(own, address => Assert.Contains(address.Address.ToString(), allowed, StringComparer.Ordinal));
    }

    [Theory]
    [InlineData(HttpStatusCode.BadRequest)]
    [InlineData(HttpStatusCode.Forbidden)]
    [InlineData(HttpStatusCode.MisdirectedRequest)]
    public void HostName_Refused_NamesTheOption(HttpStatusCode answer) => Prose.AssertNames(
        AllowedHosts.Refusal(new Endpoint("manager", 4053), answer), "manager:4053", $"HTTP {(int)answer}",
        "--allowed-hosts manager");

    [Fact]
    public void Refusal_OtherAnswer_IsNull() =>
        Assert.Null(AllowedHosts.Refusal(new Endpoint("manager", 4053), HttpStatusCode.NotFound));
}
