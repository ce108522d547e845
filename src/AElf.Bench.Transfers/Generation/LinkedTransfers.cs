using AElf.Bench.Core.Generation;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Generation;

/// <summary>
/// Loads whose groups follow from the payments: hot accounts, conflicts, chains, exchanges. Account numbers are
/// shuffled, so that order helps neither the store nor the grouper.
/// </summary>
internal static class LinkedTransfers
{
    private const int Thousand = 1000;

    /// <summary>Generates a block. Equal arguments give equal blocks.</summary>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The groups of the shape do not follow from its transfers.
    /// </exception>
    public static Block Generate(LoadShape shape, int transfers, ulong seed)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(transfers, 1);
        var random = new SeededRandom(seed);
        var pairs = new (int From, int To)[transfers];
        var accounts = shape.Kind switch
        {
            LoadKind.Hot => Hot(pairs, shape.Count, shape.Share, random),
            LoadKind.Conflict => Conflicts(pairs, shape.Share, random),
            LoadKind.Chain => Chains(pairs, shape.Count),
            LoadKind.Exchange => Exchange(pairs, shape.Count, shape.Share, random),
            _ => throw new ArgumentOutOfRangeException(nameof(shape), shape, "its groups are given"),
        };
        return Compose(pairs, accounts, random);
    }

    // The first accounts are the hot ones. Every other account occurs once.
    private static int Hot((int From, int To)[] pairs, int hot, double share, SeededRandom random)
    {
        var next = hot;
        for (var i = 0; i < pairs.Length; i++)
        {
            pairs[i] = Happens(share, random)
                ? EitherWay(random.Next(hot), next++, random)
                : (next++, next++);
        }

        return next;
    }

    private static int Conflicts((int From, int To)[] pairs, double rate, SeededRandom random)
    {
        var next = 0;
        for (var i = 0; i < pairs.Length; i++)
        {
            if (Happens(rate, random) && i > 0)
            {
                var (from, to) = pairs[random.Next(i)];
                pairs[i] = EitherWay(random.Next(2) == 0 ? from : to, next++, random);
            }
            else
            {
                pairs[i] = (next++, next++);
            }
        }

        return next;
    }

    // Round by round, each chain gets its next link: transfer i + chains pays from the account that transfer i pays.
    private static int Chains((int From, int To)[] pairs, int length)
    {
        var chains = (pairs.Length + length - 1) / length;
        for (var i = 0; i < pairs.Length; i++)
        {
            pairs[i] = (i, i + chains);
        }

        return pairs.Length + chains;
    }

    // As many users as transfers: most users have one or two transfers, few have more.
    private static int Exchange((int From, int To)[] pairs, int hubs, double share, SeededRandom random)
    {
        var users = Math.Max(2, pairs.Length);
        for (var i = 0; i < pairs.Length; i++)
        {
            var user = random.Next(users);
            pairs[i] = Happens(share, random)
                ? EitherWay(random.Next(hubs), hubs + user, random)
                : (hubs + user, hubs + ((user + 1 + random.Next(users - 1)) % users));
        }

        return hubs + users;
    }

    private static bool Happens(double share, SeededRandom random) => random.Next(Thousand) < share * Thousand;

    private static (int From, int To) EitherWay(int one, int other, SeededRandom random) =>
        random.Next(2) == 0 ? (one, other) : (other, one);

    private static Block Compose((int From, int To)[] pairs, int accounts, SeededRandom random)
    {
        var numbers = GroupedTransfers.Numbers(accounts, random);
        var transfers = new Transfer[pairs.Length];
        for (var i = 0; i < transfers.Length; i++)
        {
            var amount = 1 + random.Next(EvenGroups.MaxAmount);
            transfers[i] = new Transfer(numbers[pairs[i].From], numbers[pairs[i].To], amount);
        }

        var balances = AccountOpenings.For(transfers, accounts, EvenGroups.MaxRounds);
        for (var account = 0; account < accounts; account++)
        {
            balances[account] += random.Next(1_000_000);
        }

        return new Block(transfers, balances);
    }
}
