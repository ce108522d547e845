using System.Buffers.Binary;
using System.Security.Cryptography;
using AElf.Bench.Core.Generation;
using AElf.Bench.Electrum.Chain.Keys;

namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>A wallet on a synthetic chain; a real wallet can be restored from its keys.</summary>
public sealed class SyntheticWallet
{
    private const int SpendPercent = 35;
    private const int MaxInputs = 3;
    private const int MinPaid = 20_000;
    private const int MaxPaid = 500_000;

    private readonly WalletPlan plan;
    private readonly CoinPool coins;
    private readonly List<Bip84Address> addresses;
    private int transactions;
    private uint nextReceiving;
    private uint nextChange;

    internal SyntheticWallet(ulong seed, int number, WalletPlan plan)
        : this(new Bip84Account(SeedOf(seed, number), NBitcoin.Network.RegTest), plan, new CoinPool(), [])
    {
    }

    private SyntheticWallet(Bip84Account account, WalletPlan plan, CoinPool coins, List<Bip84Address> addresses)
    {
        Account = account;
        (this.plan, this.coins, this.addresses) = (plan, coins, addresses);
    }

    public Bip84Account Account { get; }

    /// <summary>
    /// Its addresses with a transaction, in the order of their first transactions; neither chain has a gap.
    /// </summary>
    public IReadOnlyList<Bip84Address> Addresses => addresses;

    /// <summary>Number of its transactions so far, including waiting ones.</summary>
    public int TransactionCount => transactions;

    /// <summary>Its balance including waiting transactions, in 10⁻⁸ coins.</summary>
    public long Balance => coins.Value;

    internal CoinPool Coins => coins;

    internal SyntheticWallet Copy() => new(Account, plan, coins.Copy(), [.. addresses])
    {
        transactions = transactions,
        nextReceiving = nextReceiving,
        nextChange = nextChange,
    };

    internal int TransactionsAt(int height) => plan.TransactionsAt(height);

    /// <summary>Generates its next transaction, an outgoing or incoming payment.</summary>
    internal SyntheticTransaction Make(Strangers strangers, SeededRandom random)
    {
        transactions++;
        var added = plan.AddressesAfter(transactions) - addresses.Count;
        var draft = strangers.Draft;
        if (random.Next(100) < SpendPercent && added <= 1 && coins.Value > 4 * MinPaid)
        {
            Spend(draft, strangers, added > 0, random);
        }
        else
        {
            Receive(draft, strangers, Math.Max(0, added), random);
        }

        return draft.Finish();
    }

    private void Receive(TransactionDraft draft, Strangers strangers, int added, SeededRandom random)
    {
        Span<int> paid = added == 0 ? [random.Next(addresses.Count)] : new int[added];
        for (var i = 0; i < added; i++)
        {
            paid[i] = AddAddress(isChange: false);
        }

        var value = MinPaid + random.Next(MaxPaid - MinPaid);
        strangers.SpendAtLeast((paid.Length * (long)MinPaid) + TransactionDraft.MinOutput, paid.Length + 1, random);
        var affordable = (draft.Input - draft.MinFee(paid.Length + 1) - TransactionDraft.MinOutput) / paid.Length;
        foreach (var address in paid)
        {
            draft.Pay(Math.Min(value, affordable), addresses[address].Script, address, coins);
        }

        strangers.PayStrangers(1, random);
    }

    private void Spend(TransactionDraft draft, Strangers strangers, bool isNewAddress, SeededRandom random)
    {
        for (var left = 1 + random.Next(MaxInputs); coins.Count > 0 && (left-- > 0 || draft.Input < 4 * MinPaid);)
        {
            var coin = coins.Take(random);
            draft.Spend(coin, addresses[coin.Owner].PublicKey, random);
        }

        var change = isNewAddress ? AddAddress(isChange: true) : random.Next(addresses.Count);
        draft.Pay(draft.Input / 100 * (10 + random.Next(60)), addresses[change].Script, change, coins);
        strangers.PayStrangers(1, random);
    }

    private int AddAddress(bool isChange)
    {
        addresses.Add(Account.AddressAt(isChange, isChange ? nextChange++ : nextReceiving++));
        return addresses.Count - 1;
    }

    private static byte[] SeedOf(ulong seed, int number)
    {
        Span<byte> both = stackalloc byte[sizeof(ulong) + sizeof(int)];
        BinaryPrimitives.WriteUInt64LittleEndian(both, seed);
        BinaryPrimitives.WriteInt32LittleEndian(both[sizeof(ulong)..], number);
        return SHA512.HashData(both);
    }
}
