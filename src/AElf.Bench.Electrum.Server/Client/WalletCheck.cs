using System.Globalization;
using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Electrum.Wallets;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// Checks a wallet's answers against each other: a status is the hash of its history, and a transaction has the
/// requested id. If the chain is known, histories are checked against it too.
/// </summary>
/// <param name="scripts">The script hashes of the wallet, in the order of the requests.</param>
/// <param name="expected">The right answers; null for an unknown chain.</param>
internal sealed class WalletCheck(IReadOnlyList<Hash256> scripts, ExpectedAnswers? expected)
{
    private readonly string?[] statuses = new string?[scripts.Count];
    private readonly HashSet<Hash256> seen = [];
    private readonly List<Hash256> transactions = [];
    private readonly List<(int Number, ServerFaultException Wrong)> open = [];
    private readonly SortedSet<int> heights = [];

    /// <summary>The distinct transactions of all histories.</summary>
    public IReadOnlyList<Hash256> Transactions => transactions;

    /// <summary>The distinct heights of the blocks with these transactions.</summary>
    public IReadOnlyList<int> Heights => [.. heights];

    /// <summary>Number of scripts with a transaction.</summary>
    public int Used => statuses.Count(status => status is not null);

    /// <summary>Takes the answer to a subscription.</summary>
    /// <exception cref="ServerFaultException">The result is not a status.</exception>
    public void OnStatus(int number, JsonElement result) =>
        statuses[number] = result.ValueKind == JsonValueKind.Null
            ? null
            : result.AsText() ?? throw Wrong(number, $"the status is {result.ValueKind}; expected a text or null");

    /// <summary>
    /// Takes the history of a script after its status. If the history does not match the status or the chain, the
    /// script stays open: the history is wrong, or has changed since the status.
    /// </summary>
    /// <exception cref="ServerFaultException">The result is not a history.</exception>
    public void OnHistory(int number, JsonElement result)
    {
        var history = ReadHistory(number, result);
        if (FaultOf(number, history) is { } fault)
        {
            open.Add((number, Wrong(number, fault)));
            return;
        }

        foreach (var entry in history)
        {
            if (seen.Add(entry.Id))
            {
                transactions.Add(entry.Id);
            }

            if (entry.Height > 0)
            {
                heights.Add(entry.Height);
            }
        }
    }

    /// <summary>Takes a transaction of <see cref="Transactions"/>; returns its size in bytes.</summary>
    /// <exception cref="ServerFaultException">The answer is another transaction, or is missing.</exception>
    public int OnTransaction(int number, JsonElement result)
    {
        var id = transactions[number];
        try
        {
            var bytes = Convert.FromHexString(result.AsText() ?? "");
            return TransactionView.Read(bytes).Id() is var read && read == id
                ? bytes.Length
                : throw WrongAnswer($"the server sent transaction {read} for {id}");
        }
        catch (Exception exception) when (exception is FormatException or ChainException)
        {
            throw WrongAnswer(
                $"the server's answer for transaction {id} is not a transaction: {exception.Message}");
        }
    }

    /// <summary>
    /// Takes the header of a block, and compares its hash with the known one. For an unknown chain, only its form is
    /// checked.
    /// </summary>
    /// <exception cref="ServerFaultException">The answer is another header, or is missing.</exception>
    public void OnHeader(int height, JsonElement result)
    {
        var text = result.AsText();
        if (ServerSession.HeaderOf(text) is not { } header)
        {
            throw WrongAnswer($"the server's answer for header {height} is not a header");
        }

        var hash = header.Hash();
        if (expected is not null && expected.Blocks.TryGetValue(height, out var right) && hash != right)
        {
            throw WrongAnswer($"the server's header {height} has the hash {hash}; expected {right}");
        }
    }

    /// <summary>
    /// Takes the numbers of the open scripts, whose status and history must be requested again. Each has its error,
    /// unless the history has changed since the status.
    /// </summary>
    public IReadOnlyList<(int Number, ServerFaultException Wrong)> TakeOpen()
    {
        (int, ServerFaultException)[] taken = [.. open];
        open.Clear();
        return taken;
    }

    private string? FaultOf(int number, List<HistoryEntry> history)
    {
        if (expected is not null)
        {
            // The server may have more blocks than the known chain.
            var confirmed = history.TakeWhile(each => each.Height > 0 && each.Height <= expected.Height).ToList();
            var known = expected.History(scripts[number]);
            if (!confirmed.SequenceEqual(known))
            {
                var first = confirmed.Zip(known).TakeWhile(pair => pair.First == pair.Second).Count();
                return $"the history has {confirmed.Count} confirmed transactions up to block {expected.Height}, of "
                    + $"which the first {first} are right; expected {known.Count}";
            }
        }

        // The history is in the server's order: waiting transactions come last, with height −1 or 0.
        var status = ScriptStatus.Of(history, []);
        return string.Equals(status, statuses[number], StringComparison.Ordinal)
            ? null
            : $"the status is {statuses[number] ?? "null"}; expected {status ?? "null"} for the history of "
                + $"{history.Count} transactions";
    }

    private List<HistoryEntry> ReadHistory(int number, JsonElement result)
    {
        if (result.ValueKind != JsonValueKind.Array)
        {
            throw Wrong(number, $"the history is {result.ValueKind}; expected a list");
        }

        var history = new List<HistoryEntry>(result.GetArrayLength());
        foreach (var entry in result.EnumerateArray())
        {
            history.Add(ReadEntry(entry) ?? throw Wrong(
                number,
                $"the history has {RpcAnswers.Shown(entry.GetRawText())}; expected tx_hash and height"));
        }

        return history;
    }

    private static HistoryEntry? ReadEntry(JsonElement entry) =>
        entry.Find("height"u8)?.AsNumber() is >= -1 and var height
        && Hash256.Find(entry.Find("tx_hash"u8)?.AsText()) is { } id
            ? new HistoryEntry(id, height)
            : null;

    private ServerFaultException Wrong(int number, string what) => WrongAnswer(string.Create(
        CultureInfo.InvariantCulture, $"script {number} of the wallet, {scripts[number]}: {what}"));

    private static ServerFaultException WrongAnswer(string text) => new(new Problem(ProblemKind.WrongAnswer, text));
}
