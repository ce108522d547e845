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
        [new(66, 1), new(22, 2), new(10, 3, 5), new(2, 10, 20)],
        [new(18, 1), new(68, 2), new(12, 3, 4), new(2, 15, 40)]);

    // 1,651 transactions: on average 2.97 inputs and 3.42 outputs, at most 219 and 1,001.
    private static readonly TransactionShape Block437303 = new(
        [new(63, 1), new(14, 2), new(17, 3, 5), new(5, 8, 18), new(1, 30, 20)],
        [new(9, 1), new(82, 2), new(7, 3, 5), new(1, 8, 23), new(1, 30, 170)]);

    private readonly Part[] inputs;
    private readonly Part[] outputs;

    private TransactionShape(Part[] inputs, Part[] outputs) => (this.inputs, this.outputs) = (inputs, outputs);

    public static TransactionShape Of(TransactionShapes shape) =>
        shape is TransactionShapes.Usual ? Usual : Block437303;

    public int DrawInputs(SeededRandom random) => Draw(inputs, random);

    public int DrawOutputs(SeededRandom random) => Draw(outputs, random);

    private static int Draw(Part[] parts, SeededRandom random)
    {
        var drawn = random.Next(100);
        foreach (var (percent, first, count) in parts)
        {
            drawn -= percent;
            if (drawn < 0)
            {
                return count == 1 ? first : first + random.Next(count);
            }
        }

        throw new InvalidOperationException("the percentages of the shape sum to less than 100");
    }

    /// <summary>The percentage of transactions with one of these numbers, which are equally likely.</summary>
    private readonly record struct Part(int Percent, int First, int Count = 1);
}
