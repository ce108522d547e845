using System.Net;
using System.Net.Sockets;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Client;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.TestKit.Servers;
using AElf.Bench.Tests.Serving;

namespace AElf.Bench.Tests.Client;

/// <summary>
/// Addresses where no server answers, and servers that close the connection with and without a reason.
/// </summary>
public sealed class NoServerTests
{
    private const ulong Seed = 23;

    private static readonly WalletScripts Wallet = new(
        [.. Enumerable.Range(0, 100).Select(each => Hash256.Of([(byte)each]))], AddressNetworks.Any);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Connect_PortRefuses_IsNoServer(bool isTls)
    {
        using var socket = Bound();
        AssertNoServer(EndpointOf(socket), isTls);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Connect_AddressDoesNotAnswer_EndsAtTheTimeOut(bool isTls)
    {
        // The system drops connection attempts while so many wait to be accepted.
        using var full = Bound();
        full.Listen(0);
        Socket[] waiting = [.. Enumerable.Range(0, 4).Select(_ => Asking(full.LocalEndPoint!))];
        try
        {
            AssertNoServer(EndpointOf(full), isTls);
        }
        finally
        {
            Array.ForEach(waiting, each => each.Dispose());
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Connect_PortIsSilent_EndsAtTheTimeOut(bool isTls)
    {
        var ended = new TaskCompletionSource();
        await using var server = new LoopbackListener(_ => ended.Task);
        AssertNoServer(server.Endpoint, isTls);
        ended.SetResult();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Connect_PortClosesConnections_IsNoServer(bool isTls)
    {
        await using var server = new LoopbackListener(_ => Task.CompletedTask);
        AssertNoServer(server.Endpoint, isTls);
    }

    [Fact]
    public async Task Greet_IndexBecomesReady_IsMeasured()
    {
        using var served = ServedChain.Of(Seed, 141);
        await using var server = new ElectrumServer(() => "indexing, 43 %", new ServerLimits(), TimeProvider.System);
        var port = server.Listen(new IPEndPoint(IPAddress.Loopback, 0)).Port;
        var options = new ClientOptions { Server = new Endpoint("127.0.0.1", port), Runs = 1 };
        var lines = new List<string>();
        void Note(string line)
        {
            lines.Add(line);
            server.Serve(served.Index);
        }

        // The wallet has no transaction: the client has asked the index.
        Assert.Throws<WalletException>(
            () => new WalletLoad(options, Wallet, expected: null).Measure(Note, CancellationToken.None));
        Assert.Contains("43 %", Assert.Single(lines), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Greet_IndexIsNotReadyInTime_BlamesTheServer()
    {
        await using var server = new ElectrumServer(() => "indexing, 43 %", new ServerLimits(), TimeProvider.System);
        var port = server.Listen(new IPEndPoint(IPAddress.Loopback, 0)).Port;
        var options = new ClientOptions
        {
            Server = new Endpoint("127.0.0.1", port),
            Timeout = TimeSpan.FromMilliseconds(300),
        };

        // The code is compiled before: the first answer of a busy machine takes longer than the time-out.
        Assert.False(WalletLoad.IsReady(options with { Timeout = Wait.Deadline }, height: 0, CancellationToken.None));
        var load = new WalletLoad(options, Wallet, expected: null);
        var fault = Assert.Throws<ServerFaultException>(() => load.Measure(_ => { }, CancellationToken.None));

        Assert.Equal((ProblemKind.ServerBehind, ExitCode.Environment), (fault.Problem.Kind, fault.Code));
    }

    [Fact]
    public async Task Cancel_WhileWaiting_EndsAtOnce()
    {
        using var cancelled = new CancellationTokenSource();
        await using var server = new LoopbackListener(async socket =>
        {
            await socket.ReceiveAsync(new byte[1]);
            await cancelled.CancelAsync();
            while (await socket.ReceiveAsync(new byte[64]) > 0)
            {
                // This server sends nothing.
            }
        });
        var load = new WalletLoad(new ClientOptions { Server = server.Endpoint }, Wallet, expected: null);
        Assert.ThrowsAny<OperationCanceledException>(() => load.Measure(_ => { }, cancelled.Token));
    }

    [Theory]
    [InlineData(50, false)]
    [InlineData(3, false)]
    [InlineData(3, true)]
    [InlineData(1, false)]
    [InlineData(1, true)]
    public async Task Request_RefusedByTheServer_QuotesIt(int batch, bool isPipelined)
    {
        var refusal = await RefusalAsync(new ServerLimits { MaxCost = 60, CostPerSecond = 1 }, batch, isPipelined);
        Assert.Contains("excessive resource usage", refusal.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Request_LineIsTooLong_QuotesTheServer(bool isPipelined)
    {
        var refusal = await RefusalAsync(new ServerLimits { MaxLine = 1024 }, batch: 20, isPipelined);
        Assert.Contains("1024 bytes", refusal.Text, StringComparison.Ordinal);
    }

    // Each refusal contains the method and a script of the wallet.
    private static async Task<Problem> RefusalAsync(ServerLimits limits, int batch, bool isPipelined)
    {
        using var served = ServedChain.Of(Seed, 141);
        await using var server = new ElectrumServer(served.Index, limits, TimeProvider.System);
        var port = server.Listen(new IPEndPoint(IPAddress.Loopback, 0)).Port;
        var options = new ClientOptions
        {
            Server = new Endpoint("127.0.0.1", port),
            BatchSize = batch,
            IsPipelined = isPipelined,
        };
        var fault = Assert.Throws<ServerFaultException>(
            () => new WalletLoad(options, Wallet, expected: null).Measure(_ => { }, CancellationToken.None));

        Assert.Equal(
            (ProblemKind.ServerRefusal, ExitCode.DegradedOrFailed), (fault.Problem.Kind, fault.Code));
        Assert.Contains("blockchain.scripthash.subscribe", fault.Problem.Text, StringComparison.Ordinal);
        Assert.Contains(Wallet.Scripts, script => fault.Problem.Text.Contains($"{script}", StringComparison.Ordinal));
        return fault.Problem;
    }

    private static void AssertNoServer(Endpoint endpoint, bool isTls)
    {
        var options = new ClientOptions
        {
            Server = endpoint,
            IsTls = isTls,
            Timeout = TimeSpan.FromMilliseconds(300),
        };
        var load = new WalletLoad(options, Wallet, expected: null);
        var fault = Assert.Throws<ServerFaultException>(() => load.Measure(_ => { }, CancellationToken.None));
        Assert.Equal((ProblemKind.NoServer, ExitCode.Environment), (fault.Problem.Kind, fault.Code));
        Assert.Contains($"{endpoint}", fault.Message, StringComparison.Ordinal);
    }

    private static Socket Bound()
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return socket;
    }

    private static Socket Asking(EndPoint address)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { Blocking = false };
        try
        {
            socket.Connect(address);
        }
        catch (SocketException exception) when (
            exception.SocketErrorCode is SocketError.WouldBlock or SocketError.InProgress)
        {
            // This server only waits.
        }

        return socket;
    }

    private static Endpoint EndpointOf(Socket socket) => new("127.0.0.1", ((IPEndPoint)socket.LocalEndPoint!).Port);
}
