using AElf.Bench.Core.Generation;

namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>An unspent output.</summary>
/// <param name="Id">The id of its transaction.</param>
/// <param name="Index">Its index among that transaction's outputs.</param>
/// <param name="Value">Its amount, in 10⁻⁸ coins.</param>
/// <param name="Owner">Its owner: the number of a stranger, or an address of a wallet.</param>
internal readonly record struct Coin(Hash256 Id, uint Index, long Value, int Owner);

/// <summary>Unspent outputs, drawn at random; the last coins are approximately the youngest.</summary>
internal sealed class CoinPool
{
    private const int Young = 256;
    private const int YoungPercent = 25;

    private readonly List<Coin> coins = [];

    public int Count => coins.Count;

    public long Value { get; private set; }

    public void Add(Coin coin)
    {
        coins.Add(coin);
        Value += coin.Value;
    }

    /// <summary>Removes and returns a coin. A quarter of the draws take young coins, as on real chains.</summary>
    public Coin Take(SeededRandom random)
    {
        var among = random.Next(100) < YoungPercent ? Math.Min(Young, coins.Count) : coins.Count;
        var place = coins.Count - 1 - random.Next(among);
        var taken = coins[place];
        coins[place] = coins[^1];
        coins.RemoveAt(coins.Count - 1);
        Value -= taken.Value;
        return taken;
    }

    public bool Has(Hash256 id, uint index) => PlaceOf(id, index) >= 0;

    /// <summary>The amount of an existing coin, in 10⁻⁸ coins.</summary>
    public long ValueOf(Hash256 id, uint index) => coins[PlaceOf(id, index)].Value;

    /// <summary>Removes an existing coin.</summary>
    public void Remove(Hash256 id, uint index)
    {
        Value -= ValueOf(id, index);
        coins.RemoveAt(PlaceOf(id, index));
    }

    public CoinPool Copy()
    {
        var copy = new CoinPool { Value = Value };
        copy.coins.AddRange(coins);
        return copy;
    }

    private int PlaceOf(Hash256 id, uint index) => coins.FindIndex(coin => coin.Index == index && coin.Id == id);
}
