namespace AElf.Bench.Electrum.Client;

/// <summary>Requests of one kind, and how long their answers took.</summary>
/// <param name="Requests">How many.</param>
/// <param name="Elapsed">From before the first byte was sent to behind the last one received.</param>
/// <param name="Sent">Bytes that were sent, before TLS.</param>
/// <param name="Received">Bytes that were received, before TLS; notifications with them.</param>
/// <param name="Reading">Parsing and checking the answers, which is not in <paramref name="Elapsed"/>.</param>
public sealed record ClientPhase(int Requests, TimeSpan Elapsed, long Sent, long Received, TimeSpan Reading);

/// <summary>Both tests, once, over a connection of their own.</summary>
/// <param name="InitialLoad">Test 1: subscribe to every script.</param>
/// <param name="Histories">Test 2, its first part: the history of every script.</param>
/// <param name="Transactions">Test 2, its second part: every transaction.</param>
public sealed record ClientRun(ClientPhase InitialLoad, ClientPhase Histories, ClientPhase Transactions)
{
    /// <summary>Test 2: histories and transactions.</summary>
    public TimeSpan Refresh => Histories.Elapsed + Transactions.Elapsed;

    /// <summary>Parsing and checking of all.</summary>
    public TimeSpan Reading => InitialLoad.Reading + Histories.Reading + Transactions.Reading;
}

/// <summary>A server that was measured.</summary>
/// <param name="Software">What it calls itself.</param>
/// <param name="Protocol">The version of the protocol it chose.</param>
/// <param name="Height">Its last block.</param>
/// <param name="Ping">A round trip of <c>server.ping</c>, the median.</param>
/// <param name="Scripts">Scripts of the wallet.</param>
/// <param name="Used">Those that have a transaction.</param>
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
    IReadOnlyList<ClientRun> Runs);
