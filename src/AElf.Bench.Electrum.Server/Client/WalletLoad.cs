using System.Diagnostics;
using AElf.Bench.Electrum.Wallets;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// Measures any Electrum server with a wallet, like the published evaluation: a first run and further runs, each over a
/// new connection, of the initial load and the wallet refresh. A wrong answer ends the measurement.
/// </summary>
/// <param name="expected">The right answers; null for an unknown chain.</param>
public sealed class WalletLoad(ClientOptions options, WalletScripts wallet, ExpectedAnswers? expected)
{
    // The first runs have a line of progress each. After them, there is a line at each interval.
    private const int ReportedRuns = 5;
    private static readonly TimeSpan ProgressInterval = TimeSpan.FromSeconds(2);

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

    private ClientResult Measure(List<ClientRun> runs, Action<string> progress, CancellationToken cancellation)
    {
        using var visit = new WalletVisit(options, wallet, expected, new AnswerLines(), progress, cancellation);
        var server = (Software: "", Protocol: "");
        var (first, last, ping, reported) = (default(ServerTip?), default(ServerTip), TimeSpan.Zero, 0L);
        for (var run = 0; run <= options.Runs; run++)
        {
            cancellation.ThrowIfCancellationRequested();
            server = visit.Connect();
            first ??= visit.Tip;
            ping = visit.Session.Ping();
            var initial = visit.Subscribe();
            runs.Add(visit.Refresh() with { InitialLoad = initial });
            last = visit.Session.Tip();
            var (load, refresh) = (initial.Elapsed, runs[^1].Refresh);
            if (run <= ReportedRuns || run == options.Runs || Stopwatch.GetElapsedTime(reported) >= ProgressInterval)
            {
                reported = Stopwatch.GetTimestamp();
                progress(FormattableString.Invariant($"run {run}: initial load {load.TotalMilliseconds:N1} ms, ")
                    + FormattableString.Invariant($"refresh {refresh.TotalMilliseconds:N1} ms"));
            }
        }

        return new ClientResult(
            server.Software,
            server.Protocol,
            last.Height,
            ping,
            wallet.Scripts.Count,
            visit.Used,
            visit.TransactionBytes,
            runs)
        {
            BlocksMeanwhile = Math.Max(0, last.Height - first!.Value.Height),
        };
    }
}
