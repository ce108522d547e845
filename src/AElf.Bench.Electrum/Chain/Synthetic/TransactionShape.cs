using AElf.Bench.Core.Generation;

namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>A distribution of the numbers of inputs and outputs of transactions.</summary>
public enum TransactionShapes
{
    /// <summary>
    /// Most transactions have one or two inputs and outputs, approximately as on the main network of the 2020s.
    /// </summary>
    Usual,

    /// <summary>The published numbers of the main network's full block 437,303 (November 2016).</summary>
    Block437303,
}

/// <summary>Draws the numbers of inputs and outputs of a transaction.</summary>
internal sealed class TransactionShape
{
    private static readonly TransactionShape Usual = new(
        [(new(1), 66), (new(2), 22), (new(3, 5), 10), (new(10, 20), 2)],
        [(new(1), 18), (new(2), 68), (new(3, 4), 12), (new(15, 40), 2)]);

    // 1,651 transactions: on average 2.97 inputs and 3.42 outputs, at most 219 and 1,001.
    private static readonly TransactionShape Block437303 = new(
        [(new(1), 63), (new(2), 14), (new(3, 5), 17), (new(8, 18), 5), (new(30, 20), 1)],
        [(new(1), 9), (new(2), 82), (new(3, 5), 7), (new(8, 23), 1), (new(30, 170), 1)]);

    private readonly (Numbers, int)[] inputs;
    private readonly (Numbers, int)[] outputs;

    private TransactionShape((Numbers, int)[] inputs, (Numbers, int)[] outputs) =>
        (this.inputs, this.outputs) = (inputs, outputs);

    public static TransactionShape Of(TransactionShapes shape) =>
        shape is TransactionShapes.Usual ? Usual : Block437303;

    public int DrawInputs(SeededRandom random) => Draw(inputs, random);

    public int DrawOutputs(SeededRandom random) => Draw(outputs, random);

    private static int Draw((Numbers, int)[] mix, SeededRandom random)
    {
        var (first, count) = random.Pick(mix);
        return count == 1 ? first : first + random.Next(count);
    }

    /// <summary>Consecutive numbers, which are equally likely.</summary>
    private readonly record struct Numbers(int First, int Count = 1);
}
