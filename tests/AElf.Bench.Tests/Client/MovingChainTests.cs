using System.Net;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Client;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.TestKit.Electrum;
using AElf.Bench.Tests.Serving;

namespace AElf.Bench.Tests.Client;

/// <summary>The client while the server's chain grows or is reorganised, and with servers of other chains.</summary>
public sealed class MovingChainTests : IDisposable
{
    private const ulong Seed = 23;
    private const int Blocks = 141;
    private const int Runs = 2;

    private readonly ServedChain served = ServedChain.Of(Seed, Blocks);
    private readonly List<string> asked = [];
    private readonly Hash256[] scripts;
    private readonly ExpectedAnswers expected;

    public MovingChainTests() => (scripts, expected) = (served.Scripts, served.Expected());

    private WalletScripts Wallet => new(scripts, AddressNetworks.Any);

    public void Dispose() => served.Dispose();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Measure_BlockBetweenStatusAndHistory_IsNotAFault(bool isKnown)
    {
        var result = await MeasureAsync("get_history", AddBlock, isKnown);

        Assert.Equal(Runs + 1, result.Runs.Count);
        Assert.Equal((Blocks + Runs, Runs + 1), (result.Height, result.BlocksMeanwhile));
        Assert.Contains(scripts, script => HistoryOf(script) > expected.History(script).Count);
    }

    [Fact]
    public async Task Measure_TransactionBetweenStatusAndHistory_IsNotAFault()
    {
        var result = await MeasureAsync("get_history", () => served.FillMempool(served.Chain.Mempool.Count + 15));

        Assert.Equal(0, result.BlocksMeanwhile);
        Assert.Contains(scripts, script => HistoryOf(script) > expected.History(script).Count);
    }

    [Fact]
    public async Task Measure_ServerRollsBackBelowKnownChain_IsAnotherChain()
    {
        // Three blocks replace its last two.
        var branch = ServedChain.Of(Seed, Blocks - 2).Chain.Fork();
        var fault = await Assert.ThrowsAsync<ServerFaultException>(() => MeasureAsync("get_history", () =>
        {
            branch.FillMempool(40);
            served.Reorganise(branch, 2, [.. branch.Take(3)]);
        }));

        Assert.Equal((ProblemKind.OtherChain, ExitCode.Environment), (fault.Problem.Kind, fault.Code));
    }

    [Fact]
    public async Task Measure_ChainOfAnotherSeed_IsDetectedByItsLastBlock()
    {
        using var other = ServedChain.Of(Seed + 1, Blocks);
        var fault = await Assert.ThrowsAsync<ServerFaultException>(() => MeasureAsync(other));

        Assert.Equal((ProblemKind.OtherChain, ExitCode.Environment), (fault.Problem.Kind, fault.Code));
        Assert.DoesNotContain(asked, line => line.Contains("scripthash", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Measure_LongerChainOfAnotherSeed_IsDetected()
    {
        using var other = ServedChain.Of(Seed + 1, Blocks + 5);
        var fault = await Assert.ThrowsAsync<ServerFaultException>(() => MeasureAsync(other));

        Assert.Equal(ProblemKind.OtherChain, fault.Problem.Kind);
    }

    [Fact]
    public async Task Measure_ServerLacksBlocks_IsRefused()
    {
        using var behind = ServedChain.Of(Seed, Blocks - 1);
        var fault = await Assert.ThrowsAsync<ServerFaultException>(() => MeasureAsync(behind));

        Assert.Equal((ProblemKind.ServerBehind, ExitCode.Environment), (fault.Problem.Kind, fault.Code));
        Assert.Contains("height 139", fault.Message, StringComparison.Ordinal);
        Assert.Contains("ends at 140", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Measure_ServerLacksABlockBriefly_WaitsForIt()
    {
        using var behind = ServedChain.Of(Seed, Blocks - 1);
        var result = await MeasureAsync(
            behind,
            line =>
            {
                if (IsOfTip(line) && asked.Count(IsOfTip) == 2)
                {
                    behind.Index.Follow(0, [served.Blocks[^1]]);
                }
            },
            timeout: TimeSpan.FromMinutes(1));

        Assert.Equal((Blocks - 1, Runs + 1), (result.Height, result.Runs.Count));

        static bool IsOfTip(string line) => line.Contains("headers.subscribe", StringComparison.Ordinal);
    }

    private int HistoryOf(Hash256 script) =>
        served.Result("blockchain.scripthash.get_history", $"{script}").GetArrayLength();

    private void AddBlock()
    {
        served.FillMempool(30);
        var block = served.Chain.Take(1);
        served.Index.Follow(0, block);
    }

    // Each run causes an event before its first request of a method.
    private Task<ClientResult> MeasureAsync(string method, Action happen, bool isKnown = true)
    {
        var runs = new HashSet<int>();
        return MeasureAsync(
            served,
            line =>
            {
                var run = asked.Count(each => each.Contains("server.version", StringComparison.Ordinal));
                if (line.Contains(method, StringComparison.Ordinal) && runs.Add(run))
                {
                    happen();
                }
            },
            isKnown);
    }

    private async Task<ClientResult> MeasureAsync(
        ServedChain chain, Action<string>? before = null, bool isKnown = true, TimeSpan? timeout = null)
    {
        await using var server = new ElectrumServer(chain.Index, new ServerLimits(), TimeProvider.System);
        var endpoint = server.Listen(new IPEndPoint(IPAddress.Loopback, 0));
        await using var relay = new ServerRelay(endpoint, line =>
        {
            asked.Add(line);
            before?.Invoke(line);
        });
        var options = new ClientOptions
        {
            Server = relay.Endpoint,
            Runs = Runs,
            Timeout = timeout ?? TimeSpan.FromSeconds(2),
        };
        return new WalletLoad(options, Wallet, isKnown ? expected : null).Measure(_ => { }, CancellationToken.None);
    }
}
