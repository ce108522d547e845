using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>An unspent output of a script.</summary>
/// <param name="Id">The id of its transaction.</param>
/// <param name="Index">Its index among that transaction's outputs.</param>
/// <param name="Value">Its amount, in 10⁻⁸ coins.</param>
/// <param name="Height">The height of its block; 0 if it waits.</param>
internal readonly record struct ScriptCoin(Hash256 Id, uint Index, long Value, int Height);

/// <summary>
/// The coins of a script, by a walk over its transactions. So they are available with every layout, also without stored
/// unspent outputs.
/// </summary>
internal sealed class ScriptCoins
{
    private readonly Hash256 script;
    private readonly List<ScriptCoin> created = [];
    private readonly HashSet<(Hash256, uint)> spent = [];

    private ScriptCoins(Hash256 script) => this.script = script;

    /// <summary>The sum of the unspent outputs at the tip, in 10⁻⁸ coins.</summary>
    public long Confirmed { get; private set; }

    /// <summary>The sum of the unspent outputs including the mempool, in 10⁻⁸ coins.</summary>
    public long Total => Unspent.Sum(coin => coin.Value);

    /// <summary>The unspent outputs including the mempool, in the order of the chain.</summary>
    public IEnumerable<ScriptCoin> Unspent => created.Where(coin => !spent.Contains((coin.Id, coin.Index)));

    /// <summary>Walks over its transactions.</summary>
    /// <param name="history">Its confirmed transactions.</param>
    /// <param name="waiting">Its waiting transactions.</param>
    /// <param name="transaction">Finds the bytes of a transaction.</param>
    public static ScriptCoins Of(
        Hash256 scriptHash,
        IReadOnlyList<HistoryEntry> history,
        IReadOnlyList<MempoolEntry> waiting,
        Func<Hash256, ReadOnlyMemory<byte>> transaction)
    {
        var coins = new ScriptCoins(scriptHash);
        foreach (var (id, height) in history)
        {
            coins.Add(id, height, transaction(id).Span);
        }

        coins.Confirmed = coins.Total;
        foreach (var entry in waiting)
        {
            coins.Add(entry.Id, 0, transaction(entry.Id).Span);
        }

        return coins;
    }

    private void Add(Hash256 id, int height, ReadOnlySpan<byte> bytes)
    {
        var transaction = TransactionView.Read(bytes);
        foreach (var output in transaction.Outputs)
        {
            if (output.ScriptHash() == script)
            {
                created.Add(new ScriptCoin(id, output.Index, output.Value, height));
            }
        }

        foreach (var input in transaction.Inputs)
        {
            spent.Add((input.PreviousId, input.PreviousIndex));
        }
    }
}
