using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Client;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Servers;
using AElf.Bench.Tests.Serving;

namespace AElf.Bench.Tests.Client;

/// <summary>
/// The client with the product's server, and with servers that send wrong answers, stall and close connections.
/// </summary>
public sealed partial class WalletLoadTests : IDisposable
{
    private const ulong Seed = 23;
    private const int Blocks = 141;

    private readonly ServedChain served = ServedChain.Of(Seed, Blocks);
    private readonly Hash256[] scripts;
    private readonly ExpectedAnswers expected;

    public WalletLoadTests() => (scripts, expected) = (served.Scripts, served.Expected());

    private WalletScripts Wallet => new(scripts, AddressNetworks.Any);

    public void Dispose() => served.Dispose();

    [Theory]
    [InlineData(50, false)]
    [InlineData(7, true)]
    [InlineData(1, false)]
    [InlineData(1, true)]
    public async Task Measure_OwnServer_AllAnswersAreRight(int batch, bool isPipelined)
    {
        served.FillMempool(40);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        var at = server.Listen(new IPEndPoint(IPAddress.Loopback, 0));
        var progress = new List<string>();
        var result = Load(at.Port, batch, isPipelined).Measure(progress.Add, CancellationToken.None);

        Assert.Equal(3, result.Runs.Count);
        Assert.Equal(3, progress.Count);
        Assert.Equal("1.7", result.Protocol, StringComparer.Ordinal);
        Assert.Equal((Blocks - 1, scripts.Length, scripts.Length), (result.Height, result.Scripts, result.Used));
        Assert.All(result.Runs, run =>
        {
            Assert.Equal(scripts.Length, run.InitialLoad.Requests);
            Assert.Equal(scripts.Length, run.Histories.Requests);
            Assert.True(run.Transactions.Requests >= expected.Transactions.Count);
            Assert.True(run.Transactions.Received > 2 * result.TransactionBytes);
        });
    }

    [Theory]
    [InlineData(5, "cold, run 1, run 2, run 3, run 4, run 5")]
    [InlineData(200, "cold, median of 200, p99, min, max")]
    public void From_ManyRuns_IsADistribution(int further, string headings)
    {
        // The other runs take 1, 2, 3 … ms.
        var runs = Enumerable.Range(0, further + 1).Select(
            run => new ClientRun(
                ClientPhase.Nothing with { Elapsed = TimeSpan.FromMilliseconds(run == 0 ? 777 : run) },
                ClientPhase.Nothing,
                ClientPhase.Nothing,
                ClientPhase.Nothing)).ToList();
        var result = new ClientResult("server", "1.7", 1, TimeSpan.Zero, 1, 1, 1, runs);

        var table = ClientSections.From(Options(1), result, "")[0].Tables[0];

        Assert.Equal($"ms, {headings}", string.Join(", ", table.Columns.Select(column => column.Heading)));
        Assert.Equal("777.0", table.Rows[0][1]);
        if (further == 200)
        {
            Assert.Equal(["100.0", "198.0", "1.00", "200.0"], table.Rows[0].Skip(2));
        }
    }

    [Fact]
    public async Task Measure_ManyRuns_HaveFewLinesOfProgress()
    {
        const int Runs = 40;
        var clock = Stopwatch.StartNew();
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        var port = server.Listen(new IPEndPoint(IPAddress.Loopback, 0)).Port;
        var progress = new List<string>();
        var load = new WalletLoad(Options(port) with { Runs = Runs }, Wallet, expected);
        load.Measure(progress.Add, CancellationToken.None);

        // The first six runs and the last have a line. Each other line comes two seconds after the line before it.
        Assert.InRange(progress.Count, 7, 7 + (int)(clock.Elapsed.TotalSeconds / 2));
        Assert.StartsWith($"run {Runs}:", progress[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Measure_HashesWithoutScripts_SpeaksProtocol16()
    {
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        var options = Options(server.Listen(new IPEndPoint(IPAddress.Loopback, 0)).Port);
        var addresses = served.Chain.Wallets[0].Addresses.ToDictionary(each => each.ScriptHash, each => each.Script);
        var known = Wallet with { Known = addresses };

        Assert.Equal("1.6", Measure(Wallet).Protocol, StringComparer.Ordinal);
        Assert.Equal("1.7", Measure(known).Protocol, StringComparer.Ordinal);

        ClientResult Measure(WalletScripts wallet) =>
            new WalletLoad(options, wallet, expected: null).Measure(_ => { }, CancellationToken.None);
    }

    [Fact]
    public async Task Measure_OverTls_TrustsTheNamedAuthorityOnly()
    {
        using var folder = new TemporaryFolder();
        var authority = new SelfMadeAuthority(folder);
        using var certificate = X509Certificate2.CreateFromPemFile(authority.CertificateFile, authority.KeyFile);
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        var port = server.Listen(new IPEndPoint(IPAddress.Loopback, 0), certificate).Port;
        var options = Options(port) with { IsTls = true, AuthorityFile = authority.AuthorityFile, IsPipelined = true };
        var trusted = new WalletLoad(options, Wallet, expected).Measure(_ => { }, CancellationToken.None);
        Assert.Equal(3, trusted.Runs.Count);

        var strange = new WalletLoad(options with { AuthorityFile = null }, Wallet, expected);
        var refused = Assert.Throws<ServerFaultException>(() => strange.Measure(_ => { }, CancellationToken.None));
        Assert.Equal((ProblemKind.NoServer, ExitCode.Environment), (refused.Problem.Kind, refused.Code));
        Assert.Contains("trusted", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Measure_StatusOfNoHistory_IsAWrongAnswer()
    {
        var other = $"\"result\":\"{new string('0', 64)}\"";
        await AssertWrongAsync(line => Status().Replace(line, other, 1), "the history of");
    }

    [Fact]
    public async Task Measure_MissingStatus_IsAWrongAnswer()
    {
        await AssertWrongAsync(line => Status().Replace(line, "\"result\":null", 1), "the status is null");
    }

    [Fact]
    public async Task Measure_OtherTransaction_IsAWrongAnswer()
    {
        await AssertWrongAsync(
            line => RawTransaction().Replace(line, "$1ff", 1), "sent transaction");
    }

    [Fact]
    public async Task Measure_TruncatedTransaction_IsAWrongAnswer()
    {
        await AssertWrongAsync(line => LastDigits().Replace(line, "\"", 1), "is not a transaction");
    }

    [Fact]
    public async Task Measure_IncompleteHistory_IsFoundWithAKnownChain()
    {
        // A consistent server without the wallet's transactions that names the right last block.
        using var other = ServedChain.Of(Seed + 1, Blocks);
        await using var server = new LoopbackListener(socket =>
        {
            other.Begin();
            return AnswerAsync(
                socket,
                line => (line.Contains("headers.subscribe", StringComparison.Ordinal) ? served : other).Answer(line));
        });
        var options = Options(server.Endpoint.Port);
        var unused = Assert.Throws<WalletException>(
            () => new WalletLoad(options, Wallet, expected: null).Measure(_ => { }, CancellationToken.None));
        Assert.Equal(ProblemKind.WalletUnused, unused.Problem.Kind);
        var wrong = Assert.Throws<ServerFaultException>(
            () => new WalletLoad(options, Wallet, expected).Measure(_ => { }, CancellationToken.None));
        Assert.Equal(ProblemKind.WrongAnswer, wrong.Problem.Kind);
        Assert.Contains("expected", wrong.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "not JSON")]
    [InlineData("{\"id\":null,\"error\":{\"code\":-102,\"message\":\"server busy\"}}", "server busy")]
    [InlineData("[]", "did not answer")]
    [InlineData("[{\"id\":4711,\"result\":null}]", "not made")]
    public async Task Measure_InvalidAnswer_EndsTheMeasurement(string answer, string expectedText)
    {
        await using var server = new LoopbackListener(socket => AnswerAsync(
            socket,
            line => line.Contains("get_history", StringComparison.Ordinal) ? answer : served.Answer(line)));
        var fault = Assert.Throws<ServerFaultException>(
            () => Load(server.Endpoint.Port).Measure(_ => { }, CancellationToken.None));
        Assert.Contains(expectedText, fault.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Measure_ServerEnds_IsNamed(bool isPipelined)
    {
        var lines = 0;
        await using var server = new LoopbackListener(socket => AnswerAsync(
            socket, line => ++lines < 30 ? served.Answer(line) : null));
        var load = Load(server.Endpoint.Port, batch: 2, isPipelined);
        var fault = Assert.Throws<ServerFaultException>(() => load.Measure(_ => { }, CancellationToken.None));
        Assert.Equal(ProblemKind.ServerClosed, fault.Problem.Kind);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Measure_ServerIsSilent_EndsAtTheTimeOut(bool isPipelined)
    {
        await using var server = new LoopbackListener(socket => AnswerAsync(
            socket,
            line => line.Contains("get_history", StringComparison.Ordinal) ? "" : served.Answer(line),
            isSilent: line => line.Contains("get_history", StringComparison.Ordinal)));
        var options = Options(server.Endpoint.Port) with
        {
            Timeout = TimeSpan.FromMilliseconds(200),
            IsPipelined = isPipelined,
        };
        var fault = Assert.Throws<ServerFaultException>(
            () => new WalletLoad(options, Wallet, expected).Measure(_ => { }, CancellationToken.None));
        Assert.Equal(
            (ProblemKind.ServerTooSlow, ExitCode.DegradedOrFailed), (fault.Problem.Kind, fault.Code));
    }

    [Theory]
    [InlineData(AddressNetworks.Bitcoin, false)]
    [InlineData(AddressNetworks.Litecoin | AddressNetworks.LitecoinRegtest, false)]
    [InlineData(AddressNetworks.Test, true)]
    [InlineData(AddressNetworks.Any, true)]
    public async Task Measure_WalletOfAnotherNetwork_IsRefused(AddressNetworks networks, bool isMeasured)
    {
        await using var server = new ElectrumServer(served.Index, new ServerLimits(), TimeProvider.System);
        var port = server.Listen(new IPEndPoint(IPAddress.Loopback, 0)).Port;
        var load = new WalletLoad(Options(port), new WalletScripts(scripts, networks), expected: null);
        if (isMeasured)
        {
            Assert.Equal(scripts.Length, load.Measure(_ => { }, CancellationToken.None).Used);
            return;
        }

        var refused = Assert.Throws<WalletException>(() => load.Measure(_ => { }, CancellationToken.None));
        Assert.Equal(ProblemKind.OtherNetwork, refused.Problem.Kind);
    }

    [Theory]
    [InlineData("[]")]
    [InlineData("[1,2]")]
    [InlineData("\"ElectrumX\"")]
    public async Task Measure_InvalidVersion_IsNamed(string version)
    {
        await using var server = new LoopbackListener(socket => AnswerAsync(
            socket, _ => $"{{\"id\":0,\"result\":{version}}}"));
        var fault = Assert.Throws<ServerFaultException>(
            () => Load(server.Endpoint.Port).Measure(_ => { }, CancellationToken.None));
        Assert.Contains("version", fault.Message, StringComparison.Ordinal);
    }

    [GeneratedRegex("\"result\":\"[0-9a-f]{64}\"")]
    private static partial Regex Status();

    [GeneratedRegex("(\"result\":\"0[12]000000[0-9a-f]{100})[0-9a-f]{2}")]
    private static partial Regex RawTransaction();

    [GeneratedRegex("(?<=\"result\":\"0[12]000000[0-9a-f]{60,})[0-9a-f]{4}\"")]
    private static partial Regex LastDigits();

    // Answers each line; null closes the connection.
    private static async Task AnswerAsync(
        Socket socket, Func<string, string?> answer, Func<string, bool>? isSilent = null)
    {
        await using var stream = new NetworkStream(socket);
        using var reader = new StreamReader(stream);
        try
        {
            while (await reader.ReadLineAsync() is { } line)
            {
                if (isSilent?.Invoke(line) is true)
                {
                    continue;
                }

                if (answer(line) is not { } text)
                {
                    return;
                }

                await stream.WriteAsync(Encoding.UTF8.GetBytes(text + "\n"));
            }
        }
        catch (IOException)
        {
            // The client is gone, or the test is over.
        }
    }

    private async Task AssertWrongAsync(Func<string, string> change, string expectedText)
    {
        var isChanged = false;
        await using var server = new LoopbackListener(socket => AnswerAsync(socket, line =>
        {
            var right = served.Answer(line);
            var sent = isChanged || !right.StartsWith('[') ? right : change(right);
            isChanged |= !string.Equals(sent, right, StringComparison.Ordinal);
            return sent;
        }));
        var load = new WalletLoad(Options(server.Endpoint.Port), Wallet, expected: null);
        var wrong = Assert.Throws<ServerFaultException>(() => load.Measure(_ => { }, CancellationToken.None));
        Assert.True(isChanged);
        Assert.Equal((ProblemKind.WrongAnswer, ExitCode.AuditFailed), (wrong.Problem.Kind, wrong.Code));
        Assert.Contains(expectedText, wrong.Message, StringComparison.Ordinal);
    }

    private WalletLoad Load(int port, int batch = 50, bool isPipelined = false) =>
        new(Options(port) with { BatchSize = batch, IsPipelined = isPipelined }, Wallet, expected);

    private static ClientOptions Options(int port) => new() { Server = new Endpoint("127.0.0.1", port), Runs = 2 };
}
