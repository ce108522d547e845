using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Wallets;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>The problems of a client with a server, with the text of each kind.</summary>
internal static class ClientProblems
{
    /// <summary>The server cannot be reached.</summary>
    public static Problem Unreachable(ClientOptions options, string cause) =>
        NoServer(options, $"cannot be reached: {cause.TrimEnd('.')}");

    /// <summary>The server accepts no connection in time, or does not complete the TLS handshake.</summary>
    public static Problem NoConnection(ClientOptions options) =>
        NoServer(options, $"accepted no {options.Transport} connection within {Seconds(options)}");

    /// <summary>The server accepted a connection, and sent nothing in time.</summary>
    public static Problem Silent(ClientOptions options) =>
        NoServer(options, $"gave no answer within {Seconds(options)}");

    /// <summary>The server closed the connection before it sent anything.</summary>
    public static Problem ClosedAtOnce(ClientOptions options) =>
        NoServer(options, "closed the connection before it answered");

    /// <summary>The server presented an untrusted certificate, or does not support TLS.</summary>
    public static Problem Untrusted(ClientOptions options, string cause) => new(
        ProblemKind.NoServer,
        $"{options.Server} made no trusted TLS connection: {cause.TrimEnd('.')}. Is this the TLS port, and is its "
            + $"certificate signed by {options.AuthorityFile ?? "an authority of this system"}?");

    /// <summary>The server answered only some of the requests in time.</summary>
    public static Problem TooSlow(ClientOptions options, RequestLines requests, int answered) => new(
        ProblemKind.ServerTooSlow,
        $"{options.Server} answered {Part(requests, answered)} within {Seconds(options)}; raise --timeout");

    /// <summary>The server closed the connection without a message.</summary>
    public static Problem Closed(ClientOptions options, RequestLines requests, int answered, string? cause) => new(
        ProblemKind.ServerClosed,
        $"{options.Server} closed the connection without a reason, after it had answered {Part(requests, answered)}"
            + $"{(cause is null ? "" : $" ({cause.TrimEnd('.')})")}: does it limit batches, requests or cost?");

    /// <summary>The server had answered, but accepts no further connection.</summary>
    /// <param name="tests">Number of answered tests.</param>
    public static Problem Lost(ClientOptions options, long tests, Exception? cause) => new(
        ProblemKind.ServerClosed,
        $"{options.Server} accepts no further connection; it had answered {NumberFormat.Counted(tests, "test")}"
            + $"{(cause is null ? "" : $" ({cause.Message.TrimEnd('.')})")}: has the server ended?");

    /// <summary>The server refuses a request.</summary>
    /// <param name="request">The request, such as a method and a script.</param>
    /// <param name="error">The server's words, safe to print.</param>
    public static Problem Refused(string request, string error) =>
        new(ProblemKind.ServerRefusal, $"the server refuses {request}: {error}");

    /// <summary>The server refuses requests because its index is not ready.</summary>
    public static Problem NotReady(Problem refusal) =>
        new(ProblemKind.ServerBehind, $"the server is not ready yet: {refusal.Text}");

    /// <summary>The server's chain has another block at the last height of the known chain.</summary>
    public static Problem OtherChain(ExpectedAnswers known, Hash256 found) => new(
        ProblemKind.OtherChain,
        $"the server has another chain: its block {known.Height} is {found}; expected {known.TipHash}. Give its "
            + "chain with --chain, or with the same --seed and sizes");

    /// <summary>The server's chain ends below the known chain.</summary>
    public static Problem Behind(ExpectedAnswers known, int height) => new(
        ProblemKind.ServerBehind,
        $"the server is at height {height}, but the expected chain ends at {known.Height}; wait until the server "
            + "has indexed the whole chain");

    private static Problem NoServer(ClientOptions options, string what) => new(
        ProblemKind.NoServer,
        $"{options.Server} {what}; expected an Electrum server's {options.Transport} port");

    private static string Seconds(ClientOptions options) =>
        string.Create(CultureInfo.InvariantCulture, $"{options.Timeout.TotalSeconds:0.###} s");

    private static string Part(RequestLines requests, int answered) =>
        $"{answered} of {requests.Lines.Count} {(requests.IsBatched ? "batches" : "requests")} of {requests.Method}";
}
