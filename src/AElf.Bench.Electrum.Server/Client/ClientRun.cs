namespace AElf.Bench.Electrum.Server.Client;

/// <summary>Requests of one kind, and how long their answers took.</summary>
/// <param name="Elapsed">From before the first byte was sent to behind the last one received.</param>
/// <param name="Sent">Bytes that were sent, before TLS.</param>
/// <param name="Received">Bytes that were received, before TLS; notifications with them.</param>
/// <param name="Reading">Time of parsing and checking the answers, which is not in <paramref name="Elapsed"/>.</param>
public sealed record ClientPhase(int Requests, TimeSpan Elapsed, long Sent, long Received, TimeSpan Reading)
{
    public static ClientPhase Nothing { get; } = new(0, TimeSpan.Zero, 0, 0, TimeSpan.Zero);
}

/// <summary>Both tests, once, over a connection of their own.</summary>
/// <param name="InitialLoad">Test 1: subscribe to every script.</param>
/// <param name="Histories">Test 2, its first part: the history of every script.</param>
/// <param name="Transactions">Test 2, its second part: every transaction.</param>
/// <param name="Headers">Test 2, its third part: the header of every block with one.</param>
public sealed record ClientRun(
    ClientPhase InitialLoad, ClientPhase Histories, ClientPhase Transactions, ClientPhase Headers)
{
    /// <summary>Time of test 2: histories, transactions and headers.</summary>
    public TimeSpan Refresh => Histories.Elapsed + Transactions.Elapsed + Headers.Elapsed;

    /// <summary>Bytes that were received in test 2.</summary>
    public long RefreshReceived => Histories.Received + Transactions.Received + Headers.Received;

    /// <summary>Time of parsing and checking all answers.</summary>
    public TimeSpan Reading => InitialLoad.Reading + Histories.Reading + Transactions.Reading + Headers.Reading;
}

/// <summary>The measurement of a server.</summary>
/// <param name="Software">The name it gives itself.</param>
/// <param name="Protocol">The version of the protocol it chose.</param>
/// <param name="Height">The height of its last block.</param>
/// <param name="Ping">The median round trip of <c>server.ping</c>.</param>
/// <param name="Scripts">Scripts of the wallet.</param>
/// <param name="Used">Scripts that have a transaction.</param>
/// <param name="TransactionBytes">Bytes of the wallet's transactions.</param>
/// <param name="Runs">The first run, which is a cold one if the server was just started, and the others.</param>
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
    /// <summary>Blocks that came while it was measured.</summary>
    public int BlocksMeanwhile { get; init; }
}
