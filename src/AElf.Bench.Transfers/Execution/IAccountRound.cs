using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Transfers.Execution;

/// <summary>A round whose units are groups of accounts.</summary>
internal interface IAccountRound : IRound
{
    /// <summary>The whole round, for lanes of this process.</summary>
    AccountWork Work { get; }

    /// <summary>The key version that holds each account's accepted state; kept over the rounds of a run.</summary>
    int[] Versions { get; }

    /// <summary>The accounts of a group; an account may occur several times.</summary>
    IEnumerable<int> AccountsOf(int group);

    /// <summary>
    /// The accepted version of a group when the round began. A first attempt writes it, and later attempts copy it. An
    /// attempt whose grant was ended may begin after a later attempt was accepted, and must not write the version of
    /// that attempt.
    /// </summary>
    int OpeningVersionOf(int group);
}

/// <summary>The age of a round, which its work sends to other processes.</summary>
/// <param name="clock">Null in a closed loop, where the age is 0.</param>
internal sealed class RoundAge(TimeProvider? clock)
{
    // More than a year: no round lasts so long.
    private const ulong Most = 1UL << 45;

    private long? openedAt;

    /// <summary>Microseconds since the first work of the round was encoded.</summary>
    public long Microseconds()
    {
        openedAt ??= clock?.GetTimestamp();
        return clock is null ? 0 : (long)clock.GetElapsedTime(openedAt!.Value).TotalMicroseconds;
    }

    /// <summary>Reads an age, limited to a bound that no round reaches.</summary>
    public static long Read(ref VarintReader reader) => (long)Math.Min(reader.Read(), Most);
}

/// <summary>Common functions of all kinds of account rounds.</summary>
internal static class AccountRounds
{
    /// <summary>The lane's current group, and the index in the block of its current transaction.</summary>
    /// <returns>The index is −1 for an attempt that copies: each actor collects accounts in its own order.</returns>
    public static (int Group, int Index) TransactionAt(
        this IAccountRound round, in Grant grant, in LanePosition position)
    {
        var group = round.Jobs.UnitOf(grant, Math.Min(position.UnitCursor, round.Jobs.CountOf(grant) - 1));
        var (first, end) = round.Work.SlotsOf(group);
        var slot = first + AccountLane.PlaceAt(position.Position, end - first);
        return (group, grant.Epoch == 0 && slot < end ? round.Work.IndexOf((int)slot) : -1);
    }

    /// <summary>The accepted version of each group, from the account that represents it.</summary>
    public static int[] ByGroup(int[] versions, int groups, Func<int, int> anchorOf)
    {
        var accepted = new int[groups];
        for (var group = 0; group < groups; group++)
        {
            accepted[group] = versions[anchorOf(group)];
        }

        return accepted;
    }

    /// <summary>Accepts the version of an attempt for its whole group.</summary>
    public static void AcceptWhole(this IAccountRound round, Attempt attempt)
    {
        if (round.Versions[round.AnchorOf(attempt.Unit)] == attempt.Epoch)
        {
            // The usual case. The accounts of a large block are far apart, so it reads only one.
            return;
        }

        foreach (var account in round.AccountsOf(attempt.Unit))
        {
            round.Versions[account] = attempt.Epoch;
        }
    }
}
