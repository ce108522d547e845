using System.Diagnostics;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Electrum.Wallets;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// A wallet at a server: connects, makes the initial load, and makes refreshes over the same connection. Each answer is
/// checked. New blocks and transactions are allowed: changed answers are requested again, outside the measured time.
/// </summary>
/// <param name="expected">The right answers; null for an unknown chain.</param>
/// <param name="answers">The buffer for answers.</param>
/// <param name="progress">Receives a line if the server is not ready.</param>
internal sealed class WalletVisit(
    ClientOptions options,
    WalletScripts wallet,
    ExpectedAnswers? expected,
    AnswerLines answers,
    Action<string> progress,
    CancellationToken ended) : IDisposable
{
    private const int MaxTurns = 5;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    // Maximum lag of a server behind the node that both follow.
    private static readonly TimeSpan MaxLag = TimeSpan.FromSeconds(10);

    private readonly IReadOnlyList<Hash256> scripts = wallet.Scripts;
    private readonly Dictionary<Hash256, byte[]>? known = KnownOf(wallet, expected);
    private readonly List<(int Height, long At)> blocks = [];
    private ServerSession? session;
    private WalletCheck? check;

    /// <summary>The current connection.</summary>
    public ServerSession Session => session!;

    /// <summary>The last block of the server at the time of the connection.</summary>
    public ServerTip Tip { get; private set; }

    /// <summary>Number of scripts with a transaction.</summary>
    public int Used => check!.Used;

    /// <summary>Bytes of the wallet's transactions, from the last refresh.</summary>
    public long TransactionBytes { get; private set; }

    /// <summary>The blocks of its notifications, over all its connections.</summary>
    public IEnumerable<(int Height, long At)> Blocks => blocks.Concat(session?.Blocks ?? []);

    /// <summary>
    /// Opens a new connection, and greets the server. While the server indexes and refuses, waits up to the time-out.
    /// The server must have the known chain, and perhaps more blocks.
    /// </summary>
    /// <returns>The server's name and the protocol version that it chose.</returns>
    /// <exception cref="ServerFaultException">No server of the chain answers; the problem describes it.</exception>
    /// <exception cref="WalletException">The wallet belongs to another network.</exception>
    public (string Software, string Protocol) Connect()
    {
        Dispose();
        session = new ServerSession(options, answers, known, ended);
        var server = Greet();
        Tip = TipOfSameChain();
        return server;
    }

    /// <summary>Test 1: subscribes to every script.</summary>
    /// <exception cref="WalletException">The wallet has no transaction.</exception>
    public ClientPhase Subscribe()
    {
        check = new WalletCheck(scripts, expected);
        var load = Session.Exchange(ElectrumMethods.ScriptSubscribe, scripts, check.OnStatus);
        return check.Used > 0 || expected is { Transactions.Count: > 0 }
            ? load
            : throw new WalletException(WalletProblems.Unused);
    }

    /// <summary>Test 2, after test 1: fetches histories, transactions and headers.</summary>
    public ClientRun Refresh()
    {
        var histories = Session.Exchange(ElectrumMethods.ScriptHistory, scripts, check!.OnHistory);
        Settle(check);
        TransactionBytes = 0;
        var transactions = Session.Exchange(
            ElectrumMethods.Transaction,
            check.Transactions,
            (number, result) => TransactionBytes += check.OnTransaction(number, result));
        var heights = check.Heights;
        var headers = Session.Headers(heights, (place, result) => check.OnHeader(heights[place], result));
        return new ClientRun(ClientPhase.Nothing, histories, transactions, headers);
    }

    /// <summary>Waits for the time of the next test, and receives notifications meanwhile.</summary>
    /// <param name="due">The time, in ticks of <see cref="Stopwatch"/>; null does not wait.</param>
    public void ListenUntil(long? due)
    {
        if (due - Stopwatch.GetTimestamp() is > 0 and var left)
        {
            Session.Listen(TimeSpan.FromSeconds((double)left / Stopwatch.Frequency));
        }
    }

    public void Dispose()
    {
        if (session is not null)
        {
            blocks.AddRange(session.Blocks);
            session.Dispose();
            session = null;
        }
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

    private (string Software, string Protocol) Greet()
    {
        var (started, isReported) = (Stopwatch.GetTimestamp(), false);
        while (true)
        {
            try
            {
                return Session.Greet();
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

                Wait();
            }
        }
    }

    private ServerTip TipOfSameChain()
    {
        var tip = Session.Tip();
        if (expected is null)
        {
            EnsureNetwork();
            return tip;
        }

        var limit = options.Timeout < MaxLag ? options.Timeout : MaxLag;
        for (var started = Stopwatch.GetTimestamp(); tip.Height < expected.Height; tip = Session.Tip())
        {
            if (Stopwatch.GetElapsedTime(started) > limit)
            {
                throw new ServerFaultException(ClientProblems.Behind(expected, tip.Height));
            }

            Wait();
        }

        var found = tip.Height == expected.Height ? tip.Hash : Session.BlockAt(expected.Height);
        return found == expected.TipHash
            ? tip
            : throw new ServerFaultException(ClientProblems.OtherChain(expected, found));
    }

    // The first block identifies a network. In an unknown network, the wallet may have no transaction.
    private void EnsureNetwork()
    {
        if (wallet.Networks is not AddressNetworks.Any && Session.BlockAt(0) is var genesis
            && ChainNetwork.All.FirstOrDefault(each => each.GenesisHash == genesis) is { } network)
        {
            wallet.EnsureOf(network);
        }
    }

    // Requests status and history of open scripts again, until both match.
    private void Settle(WalletCheck checking)
    {
        var open = checking.TakeOpen();
        for (var turn = 0; open.Count > 0; turn++)
        {
            var again = open;
            Hash256[] hashes = [.. again.Select(each => scripts[each.Number])];
            if (turn == MaxTurns || !HasChanged(hashes))
            {
                TipOfSameChain();
                throw again[0].Wrong;
            }

            Session.Exchange(
                ElectrumMethods.ScriptSubscribe,
                hashes,
                (place, result) => checking.OnStatus(again[place].Number, result));
            Session.Exchange(
                ElectrumMethods.ScriptHistory,
                hashes,
                (place, result) => checking.OnHistory(again[place].Number, result));
            open = checking.TakeOpen();
        }
    }

    // Waits, because a notification may arrive after an answer.
    private bool HasChanged(Hash256[] hashes)
    {
        for (var turn = 0; turn < MaxTurns; turn++)
        {
            if (Session.Tip() != Tip || Session.Changed.IsSupersetOf(hashes))
            {
                return true;
            }

            Wait();
        }

        return false;
    }

    private void Wait()
    {
        ended.WaitHandle.WaitOne(Pause);
        ended.ThrowIfCancellationRequested();
    }
}
