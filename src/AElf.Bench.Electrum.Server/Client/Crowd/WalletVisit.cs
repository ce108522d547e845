using System.Diagnostics;

namespace AElf.Bench.Electrum.Server.Client.Crowd;

/// <summary>One of many wallets: its connection, its state, and the blocks of its notifications.</summary>
internal sealed class WalletVisit(WalletLoad load, AnswerLines answers, CancellationToken ended) : IDisposable
{
    private readonly List<(int Height, long At)> blocks = [];
    private ServerSession? session;
    private WalletCheck? check;
    private ServerTip tip;

    /// <summary>The blocks of its notifications, over all its connections.</summary>
    public IEnumerable<(int Height, long At)> Blocks => blocks.Concat(session?.Blocks ?? []);

    /// <summary>Opens a new connection, greets, and subscribes to every script.</summary>
    /// <returns>Time for reading and checking the answers.</returns>
    public TimeSpan Load()
    {
        Dispose();
        session = load.Open(answers, ended);
        load.Greet(session, _ => { }, ended);
        tip = load.TipOfSameChain(session, ended);
        (var phase, check) = load.Subscribe(session);
        return phase.Reading;
    }

    /// <summary>Fetches histories, transactions and headers.</summary>
    /// <inheritdoc cref="Load"/>
    public TimeSpan Refresh() => load.Refresh(session!, check!, tip, ended).Reading;

    /// <summary>Waits for the time of the next test, and receives notifications meanwhile.</summary>
    /// <param name="due">The time, in ticks of <see cref="Stopwatch"/>; null does not wait.</param>
    public void ListenUntil(long? due)
    {
        if (due - Stopwatch.GetTimestamp() is > 0 and var left)
        {
            session!.Listen(TimeSpan.FromSeconds((double)left / Stopwatch.Frequency));
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
}
