using AElf.Bench.Core.Generation;
using AElf.Bench.Electrum.Chain.Synthetic;

namespace AElf.Bench.Tests.Chain;

public sealed class TransactionShapeTests
{
    [Theory]
    [InlineData(TransactionShapes.Usual, 1.99, 2.77)]
    [InlineData(TransactionShapes.Block437303, 2.97, 3.42)]
    public void Draw_ManyTransactions_HaveTheMeansOfTheShape(TransactionShapes shape, double inputs, double outputs)
    {
        const ulong Seed = 5;
        var (random, drawn) = (new SeededRandom(Seed), TransactionShape.Of(shape));
        var all = Enumerable.Range(0, 100_000)
            .Select(_ => (drawn.DrawInputs(random), drawn.DrawOutputs(random))).ToList();

        Assert.InRange(all.Average(each => each.Item1), inputs * 0.9, inputs * 1.1);
        Assert.InRange(all.Average(each => each.Item2), outputs * 0.9, outputs * 1.1);
    }
}
