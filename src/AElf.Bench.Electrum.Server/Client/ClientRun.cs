namespace AElf.Bench.Electrum.Server.Client;

/// <summary>Requests of one kind, with the time of their answers.</summary>
/// <param name="Elapsed">Time from before the first sent byte to after the last received byte.</param>
/// <param name="Sent">Sent bytes, before TLS.</param>
/// <param name="Received">Received bytes, before TLS, including notifications.</param>
/// <param name="Reading">Time of parsing and checking the answers; <paramref name="Elapsed"/> excludes it.</param>
public sealed record ClientPhase(int Requests, TimeSpan Elapsed, long Sent, long Received, TimeSpan Reading)
{
    public static ClientPhase Nothing { get; } = new(0, TimeSpan.Zero, 0, 0, TimeSpan.Zero);
}

/// <summary>One run of both tests, over a separate connection.</summary>
/// <param name="InitialLoad">Test 1: subscribe to every script.</param>
/// <param name="Histories">Test 2, its first part: the history of every script.</param>
/// <param name="Transactions">Test 2, its second part: every transaction.</param>
/// <param name="Headers">Test 2, its third part: the header of every block with such a transaction.</param>
public sealed record ClientRun(
    ClientPhase InitialLoad, ClientPhase Histories, ClientPhase Transactions, ClientPhase Headers)
{
    /// <summary>Time of test 2: histories, transactions and headers.</summary>
    public TimeSpan Refresh => Histories.Elapsed + Transactions.Elapsed + Headers.Elapsed;

    /// <summary>Received bytes of test 2.</summary>
    public long RefreshReceived => Histories.Received + Transactions.Received + Headers.Received;

    /// <summary>Time of parsing and checking all answers.</summary>
    public TimeSpan Reading => InitialLoad.Reading + Histories.Reading + Transactions.Reading + Headers.Reading;
}

/// <summary>The measurement of a server.</summary>
/// <param name="Software">The server's name, from its answer.</param>
/// <param name="Protocol">The protocol version that it chose.</param>
/// <param name="Height">The height of its last block.</param>
/// <param name="Ping">The median round trip of <c>server.ping</c>.</param>
/// <param name="Scripts">Scripts of the wallet.</param>
/// <param name="Used">Scripts with a transaction.</param>
/// <param name="TransactionBytes">Bytes of the wallet's transactions.</param>
/// <param name="Runs">The first run, which is cold if the server was just started, and the others.</param>
public sealed record ClientResult(
    string Software,
    string Protocol,
    int Height,
    TimeSpan Ping,
    int Scripts,
    int Used,
    long TransactionBytes,
    IReadOnlyList<ClientRun> Runs)
{
    /// <summary>Number of new blocks during the measurement.</summary>
    public int BlocksMeanwhile { get; init; }
}
