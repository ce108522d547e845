using AElf.Bench.Core.Generation;

namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>A transaction in construction: its inputs, its outputs, and their owners.</summary>
internal sealed class TransactionDraft(ScriptOwners owners)
{
    /// <summary>Minimum amount of an output, in 10⁻⁸ coins: above the dust limit of every node.</summary>
    public const long MinOutput = 600;

    private const int EmptySize = 11;
    private const int InputSize = 100;
    private const int OutputSize = 34;

    private readonly TransactionBuilder builder = new();
    private readonly WireWriter writer = new();
    private readonly List<(CoinPool Pool, uint Index, long Value, int Owner)> outputs = [];

    /// <summary>Sum of its inputs, in 10⁻⁸ coins.</summary>
    public long Input { get; private set; }

    /// <summary>Sum of its outputs, in 10⁻⁸ coins.</summary>
    public long Output { get; private set; }

    public int OutputCount => builder.OutputCount;

    /// <summary>The minimum fee with this number of outputs, in 10⁻⁸ coins: about its virtual size.</summary>
    public long MinFee(int outputCount) => EmptySize + (InputSize * builder.InputCount) + (OutputSize * outputCount);

    public void Spend(Coin coin, SeededRandom random)
    {
        owners.Spend(builder, coin, random);
        Input += coin.Value;
    }

    public void Spend(Coin coin, byte[] publicKey, SeededRandom random)
    {
        ScriptOwners.Spend(builder, coin, publicKey, random);
        Input += coin.Value;
    }

    public void PayStranger(long value, int owner, CoinPool pool) => Pay(value, owners.ScriptOf(owner), owner, pool);

    public void Pay(long value, ReadOnlySpan<byte> script, int owner, CoinPool pool)
    {
        outputs.Add((pool, (uint)builder.OutputCount, value, owner));
        builder.AddOutput(value, script);
        Output += value;
    }

    /// <summary>Adds an unspendable output.</summary>
    public void AddNote(ReadOnlySpan<byte> script) => builder.AddOutput(0, script);

    /// <summary>Builds the transaction; its outputs can then be spent.</summary>
    public SyntheticTransaction Finish()
    {
        var fee = Input - Output;
        if (fee < 0 || outputs.Exists(output => output.Value < MinOutput))
        {
            throw new InvalidOperationException(
                $"inputs of {Input}, outputs of {Output}: expected a fee, and outputs of at least {MinOutput}");
        }

        writer.Clear();
        builder.MoveTo(writer);
        var bytes = writer.Written.ToArray();
        var id = TransactionView.Read(bytes).Id();
        foreach (var (pool, index, value, owner) in outputs)
        {
            pool.Add(new Coin(id, index, value, owner));
        }

        outputs.Clear();
        (Input, Output) = (0, 0);
        return new SyntheticTransaction(bytes, id, fee);
    }
}
