using AElf.Bench.Core.Generation;

namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>All owners except the wallets: their payments with inputs and outputs, and their coins.</summary>
internal sealed class Strangers(ScriptOwners owners, CoinPool coins, int wantedCoins, TransactionShape shape)
{
    // Shops and exchanges reuse their addresses.
    private const int Known = 1_000;
    private const int KnownPercent = 20;
    private const int Miners = 10;
    private const int FanOut = 40;
    private const int MaxFeeRate = 30;

    private readonly TransactionDraft draft = new(owners);
    private int nextOwner = Known;

    public CoinPool Coins => coins;

    public TransactionDraft Draft => draft;

    /// <summary>An independent copy with the same coins.</summary>
    public Strangers Copy() => new(owners, coins.Copy(), wantedCoins, shape) { nextOwner = nextOwner };

    public static int DrawMiner(SeededRandom random) => random.Next(Miners);

    public SyntheticTransaction Make(SeededRandom random)
    {
        var inputs = Math.Min(shape.DrawInputs(random), coins.Count);
        while (inputs-- > 0)
        {
            draft.Spend(coins.Take(random), random);
        }

        // Payments split coins while there are few.
        var count = coins.Count < wantedCoins ? FanOut : shape.DrawOutputs(random);
        SpendAtLeast(TransactionDraft.MinOutput, 1, random);
        PayStrangers(count, random);
        AddNoteAtTimes(random);
        return draft.Finish();
    }

    /// <summary>Adds coins until they cover an amount and the fee for a number of outputs.</summary>
    /// <exception cref="ChainException">There are too few coins.</exception>
    public void SpendAtLeast(long value, int outputs, SeededRandom random)
    {
        while (draft.Input < value + draft.MinFee(outputs))
        {
            if (coins.Count == 0)
            {
                throw new ChainException(
                    "the chain has too few coins for the wallets: use fewer transactions or addresses of wallets, or "
                        + "more blocks");
            }

            draft.Spend(coins.Take(random), random);
        }
    }

    /// <summary>Pays the rest of the draft, minus a fee, to at most this number of strangers.</summary>
    public void PayStrangers(int count, SeededRandom random)
    {
        var left = draft.Input - draft.Output;
        while (count > 1 && left < draft.MinFee(draft.OutputCount + count) + (count * TransactionDraft.MinOutput))
        {
            count--;
        }

        var size = draft.MinFee(draft.OutputCount + count);
        var free = left - (count * TransactionDraft.MinOutput);
        free -= size * Math.Clamp(1 + random.Next(MaxFeeRate), 1, free / size);
        for (; count > 0; count--)
        {
            var share = count == 1 ? free : Math.Min(free, free / count / 100 * random.Next(200));
            draft.PayStranger(share + TransactionDraft.MinOutput, DrawOwner(random), coins);
            free -= share;
        }
    }

    private int DrawOwner(SeededRandom random) =>
        random.Next(100) < KnownPercent ? Math.Min(random.Next(Known), random.Next(Known)) : nextOwner++;

    private void AddNoteAtTimes(SeededRandom random)
    {
        if (random.Next(100) < 6)
        {
            var note = random.Bytes(2 + 20 + random.Next(56));
            (note[0], note[1]) = (0x6a, (byte)(note.Length - 2));
            draft.AddNote(note);
        }
    }
}
