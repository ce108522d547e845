using System.Diagnostics;
using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Electrum.Wallets;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// Measures any Electrum server with a wallet, as the published evaluation did: a first run and some more, each over a
/// new connection, of the initial load and the wallet refresh. Each answer is checked; a wrong one ends it.
/// </summary>
/// <param name="scripts">The script hashes of the wallet.</param>
/// <param name="expected">The chain's answers; null where the chain is not known.</param>
public sealed class WalletLoad(ClientOptions options, IReadOnlyList<Hash256> scripts, ExpectedAnswers? expected)
{
    private const int Pings = 21;

    private readonly AnswerLines answers = new();
    private long transactionBytes;
    private int used;

    /// <summary>Measures; <paramref name="progress"/> gets a line for each run.</summary>
    /// <exception cref="IOException">The file with the authority cannot be read.</exception>
    /// <exception cref="ChainException">The server is at another height than the chain.</exception>
    /// <exception cref="ServerFaultException">No server is there, or it failed; the problem says how.</exception>
    /// <exception cref="WrongAnswerException">An answer is wrong; the message says which.</exception>
    public ClientResult Measure(Action<string> progress, CancellationToken cancellation)
    {
        var runs = new List<ClientRun>();
        var server = (Software: "", Protocol: "");
        var (height, ping) = (0, TimeSpan.Zero);
        for (var run = 0; run <= options.Runs; run++)
        {
            cancellation.ThrowIfCancellationRequested();
            using var connection = ElectrumConnection.Open(options, cancellation);
            server = Greet(connection);
            height = HeightOf(connection);
            EnsureSameChain(height);
            ping = Ping(connection);
            runs.Add(RunOnce(connection));
            var (load, refresh) = (runs[^1].InitialLoad.Elapsed, runs[^1].Refresh);
            progress(FormattableString.Invariant(
                $"run {run}: initial load {load.TotalMilliseconds:N1} ms, refresh {refresh.TotalMilliseconds:N1} ms"));
        }

        return new ClientResult(
            server.Software, server.Protocol, height, ping, scripts.Count, used, transactionBytes, runs);
    }

    private void EnsureSameChain(int height)
    {
        if (expected is not null && expected.Height != height)
        {
            throw new ChainException(
                $"the server is at height {height}, and the chain it is held against ends at {expected.Height}; "
                    + "expected a chain that has what the server has");
        }
    }

    private ClientRun RunOnce(ElectrumConnection connection)
    {
        var check = new WalletCheck(scripts, expected);
        var load = Exchange(connection, ElectrumMethods.ScriptSubscribe, scripts, check.OnStatus);
        var histories = Exchange(connection, ElectrumMethods.ScriptHistory, scripts, check.OnHistory);
        transactionBytes = 0;
        var transactions = Exchange(
            connection,
            ElectrumMethods.Transaction,
            check.Transactions,
            (number, result) => transactionBytes += check.OnTransaction(number, result));
        used = check.Used;
        return new ClientRun(load, histories, transactions);
    }

    private ClientPhase Exchange(
        ElectrumConnection connection, string method, IReadOnlyList<Hash256> hashes, Action<int, JsonElement> read)
    {
        var requests = RequestLines.Of(method, hashes, options.BatchSize);
        var elapsed = connection.Exchange(requests, options.IsPipelined, answers);
        var started = Stopwatch.GetTimestamp();
        AnswerReader.Read(answers, requests, read);
        return new ClientPhase(
            requests.Count, elapsed, requests.Size, answers.Received, Stopwatch.GetElapsedTime(started));
    }

    private (string Software, string Protocol) Greet(ElectrumConnection connection)
    {
        var greeting = ("", "");
        Ask(connection, ElectrumMethods.Version, "\"AElf.Bench\",[\"1.4\",\"1.6\"]"u8, (_, result) =>
        {
            var isPair = result.ValueKind == JsonValueKind.Array && result.GetArrayLength() == 2;
            greeting = isPair && result[0].AsText() is { } software && result[1].AsText() is { } protocol
                ? (AnswerReader.Shown(software), AnswerReader.Shown(protocol))
                : throw new ServerFaultException(
                    $"the server's version is {AnswerReader.Shown(result.GetRawText())}; expected its name and "
                        + "the protocol's version");
        });
        return greeting;
    }

    private int HeightOf(ElectrumConnection connection)
    {
        var height = 0;
        Ask(connection, ElectrumMethods.HeadersSubscribe, [], (_, result) =>
        {
            var isTip = result.ValueKind == JsonValueKind.Object
                && result.Find("height"u8) is { ValueKind: JsonValueKind.Number } at && at.TryGetInt32(out height);
            if (!isTip)
            {
                throw new ServerFaultException($"the server's tip is {AnswerReader.Shown(result.GetRawText())}");
            }
        });
        return height;
    }

    private TimeSpan Ping(ElectrumConnection connection)
    {
        TimeSpan[] pings =
        [
            .. Enumerable.Range(0, Pings).Select(_ => Ask(connection, ElectrumMethods.Ping, [], (_, _) => { })).Order(),
        ];
        return pings[Pings / 2];
    }

    private TimeSpan Ask(
        ElectrumConnection connection,
        string method,
        ReadOnlySpan<byte> arguments,
        Action<int, JsonElement> read)
    {
        var request = RequestLines.Single(method, arguments);
        var elapsed = connection.Exchange(request, isPipelined: false, answers);
        AnswerReader.Read(answers, request, read);
        return elapsed;
    }
}
