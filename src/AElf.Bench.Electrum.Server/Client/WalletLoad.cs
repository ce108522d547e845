using System.Diagnostics;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Electrum.Wallets;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// Measures any Electrum server with a wallet, like the published evaluation: a first run and further runs, each over a
/// new connection, of the initial load and the wallet refresh. Each answer is checked. A wrong answer ends the
/// measurement. New blocks and transactions are allowed: changed answers are requested again, outside the measured
/// time.
/// </summary>
/// <param name="expected">The right answers; null for an unknown chain.</param>
public sealed class WalletLoad(ClientOptions options, WalletScripts wallet, ExpectedAnswers? expected)
{
    private const int MaxTurns = 5;

    // The first runs have a line of progress each. After them, there is a line at each interval.
    private const int ReportedRuns = 5;
    private static readonly TimeSpan ProgressInterval = TimeSpan.FromSeconds(2);

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    // Maximum lag of a server behind the node that both follow.
    private static readonly TimeSpan MaxLag = TimeSpan.FromSeconds(10);

    private readonly IReadOnlyList<Hash256> scripts = wallet.Scripts;
    private readonly Dictionary<Hash256, byte[]>? known = KnownOf(wallet, expected);
    private long transactionBytes;
    private int used;

    /// <summary>Whether a server serves a chain of at least this height.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static bool IsReady(ClientOptions options, int height, CancellationToken cancellation)
    {
        try
        {
            using var session = new ServerSession(options, new AnswerLines(), scripts: null, cancellation);
            session.Greet();
            return session.Tip().Height >= height;
        }
        catch (ServerFaultException)
        {
            return false;
        }
    }

    /// <summary>Measures; <paramref name="progress"/> receives a line for each run.</summary>
    /// <exception cref="IOException">The file with the authority cannot be read.</exception>
    /// <exception cref="ServerFaultException">
    /// No server of the chain answers, it failed, or an answer is wrong; the problem describes it.
    /// </exception>
    /// <exception cref="WalletException">The wallet belongs to another network, or has no transaction.</exception>
    public ClientResult Measure(Action<string> progress, CancellationToken cancellation)
    {
        var runs = new List<ClientRun>();
        try
        {
            return Measure(runs, progress, cancellation);
        }
        catch (ServerFaultException fault) when (runs.Count > 0)
        {
            throw fault.After(options, 2 * runs.Count);
        }
    }

    /// <summary>Opens a session of the wallet.</summary>
    /// <param name="answers">The buffer for answers.</param>
    /// <exception cref="ServerFaultException">No server answers.</exception>
    internal ServerSession Open(AnswerLines answers, CancellationToken cancellation) =>
        new(options, answers, known, cancellation);

    private ClientResult Measure(List<ClientRun> runs, Action<string> progress, CancellationToken cancellation)
    {
        var answers = new AnswerLines();
        var server = (Software: "", Protocol: "");
        var (first, last, ping, reported) = (default(ServerTip?), default(ServerTip), TimeSpan.Zero, 0L);
        for (var run = 0; run <= options.Runs; run++)
        {
            cancellation.ThrowIfCancellationRequested();
            using var session = Open(answers, cancellation);
            server = Greet(session, progress, cancellation);
            var tip = TipOfSameChain(session, cancellation);
            first ??= tip;
            ping = session.Ping();
            runs.Add(RunOnce(session, tip, cancellation));
            last = session.Tip();
            var (load, refresh) = (runs[^1].InitialLoad.Elapsed, runs[^1].Refresh);
            if (run <= ReportedRuns || run == options.Runs || Stopwatch.GetElapsedTime(reported) >= ProgressInterval)
            {
                reported = Stopwatch.GetTimestamp();
                progress(FormattableString.Invariant($"run {run}: initial load {load.TotalMilliseconds:N1} ms, ")
                    + FormattableString.Invariant($"refresh {refresh.TotalMilliseconds:N1} ms"));
            }
        }

        return new ClientResult(
            server.Software, server.Protocol, last.Height, ping, scripts.Count, used, transactionBytes, runs)
        {
            BlocksMeanwhile = Math.Max(0, last.Height - first!.Value.Height),
        };
    }

    // The wallet's scripts by their hashes; null if some are unknown.
    private static Dictionary<Hash256, byte[]>? KnownOf(WalletScripts wallet, ExpectedAnswers? expected)
    {
        var found = new Dictionary<Hash256, byte[]>();
        foreach (var hash in wallet.Scripts)
        {
            if ((wallet.Known.GetValueOrDefault(hash) ?? expected?.Paid.GetValueOrDefault(hash)) is not { } script)
            {
                return null;
            }

            found[hash] = script;
        }

        return found;
    }

    /// <summary>Greets a server. While the server indexes and refuses, waits up to the time-out.</summary>
    internal (string Software, string Protocol) Greet(
        ServerSession session, Action<string> progress, CancellationToken cancellation)
    {
        var (started, isReported) = (Stopwatch.GetTimestamp(), false);
        while (true)
        {
            try
            {
                return session.Greet();
            }
            catch (ServerFaultException refusal) when (refusal.RefusalCode is RpcException.NotReady)
            {
                var notReady = ClientProblems.NotReady(refusal.Problem);
                if (Stopwatch.GetElapsedTime(started) >= options.Timeout)
                {
                    throw new ServerFaultException(notReady, refusal);
                }

                if (!isReported)
                {
                    progress($"waiting: {notReady.Text}");
                    isReported = true;
                }

                Wait(cancellation);
            }
        }
    }

    /// <summary>The last block of a server that has the known chain, and perhaps more blocks.</summary>
    internal ServerTip TipOfSameChain(ServerSession session, CancellationToken cancellation)
    {
        var tip = session.Tip();
        if (expected is null)
        {
            EnsureNetwork(session);
            return tip;
        }

        var limit = options.Timeout < MaxLag ? options.Timeout : MaxLag;
        for (var started = Stopwatch.GetTimestamp(); tip.Height < expected.Height; tip = session.Tip())
        {
            if (Stopwatch.GetElapsedTime(started) > limit)
            {
                throw new ServerFaultException(ClientProblems.Behind(expected, tip.Height));
            }

            Wait(cancellation);
        }

        var found = tip.Height == expected.Height ? tip.Hash : session.BlockAt(expected.Height);
        return found == expected.TipHash
            ? tip
            : throw new ServerFaultException(ClientProblems.OtherChain(expected, found));
    }

    // The first block identifies a network. In an unknown network, the wallet may have no transaction.
    private void EnsureNetwork(ServerSession session)
    {
        if (wallet.Networks is not AddressNetworks.Any && session.BlockAt(0) is var genesis
            && ChainNetwork.All.FirstOrDefault(each => each.GenesisHash == genesis) is { } network)
        {
            wallet.EnsureOf(network);
        }
    }

    private ClientRun RunOnce(ServerSession session, ServerTip tip, CancellationToken cancellation)
    {
        var (load, check) = Subscribe(session);
        var refresh = Refresh(session, check, tip, cancellation);
        used = check.Used;
        return refresh with { InitialLoad = load };
    }

    /// <summary>Test 1: subscribes to every script.</summary>
    /// <exception cref="WalletException">The wallet has no transaction.</exception>
    internal (ClientPhase Load, WalletCheck Check) Subscribe(ServerSession session)
    {
        var check = new WalletCheck(scripts, expected);
        var load = session.Exchange(ElectrumMethods.ScriptSubscribe, scripts, check.OnStatus);
        return check.Used > 0 || expected is { Transactions.Count: > 0 }
            ? (load, check)
            : throw new WalletException(WalletProblems.Unused);
    }

    /// <summary>Test 2: fetches histories, transactions and headers.</summary>
    internal ClientRun Refresh(
        ServerSession session, WalletCheck check, ServerTip tip, CancellationToken cancellation)
    {
        var histories = session.Exchange(ElectrumMethods.ScriptHistory, scripts, check.OnHistory);
        Settle(session, check, tip, cancellation);
        transactionBytes = 0;
        var transactions = session.Exchange(
            ElectrumMethods.Transaction,
            check.Transactions,
            (number, result) => transactionBytes += check.OnTransaction(number, result));
        var heights = check.Heights;
        var headers = session.Headers(heights, (place, result) => check.OnHeader(heights[place], result));
        return new ClientRun(ClientPhase.Nothing, histories, transactions, headers);
    }

    // Requests status and history of open scripts again, until both match.
    private void Settle(ServerSession session, WalletCheck check, ServerTip tip, CancellationToken cancellation)
    {
        var open = check.TakeOpen();
        for (var turn = 0; open.Count > 0; turn++)
        {
            if (turn == MaxTurns || !HasChanged(session, open, tip, cancellation))
            {
                TipOfSameChain(session, cancellation);
                throw open[0].Wrong;
            }

            var again = open;
            Hash256[] hashes = [.. again.Select(each => each.Script)];
            session.Exchange(
                ElectrumMethods.ScriptSubscribe,
                hashes,
                (place, result) => check.OnStatus(again[place].Number, result));
            session.Exchange(
                ElectrumMethods.ScriptHistory,
                hashes,
                (place, result) => check.OnHistory(again[place].Number, result));
            open = check.TakeOpen();
        }
    }

    // Waits, because a notification may arrive after an answer.
    private static bool HasChanged(
        ServerSession session, IReadOnlyList<OpenScript> open, ServerTip tip, CancellationToken cancellation)
    {
        for (var turn = 0; turn < MaxTurns; turn++)
        {
            if (session.Tip() != tip || open.All(each => session.Changed.Contains(each.Script)))
            {
                return true;
            }

            Wait(cancellation);
        }

        return false;
    }

    private static void Wait(CancellationToken cancellation)
    {
        cancellation.WaitHandle.WaitOne(Pause);
        cancellation.ThrowIfCancellationRequested();
    }
}
