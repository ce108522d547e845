using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Transfers.Execution;

/// <summary>A round whose units are groups of accounts.</summary>
internal interface IAccountRound : IRound
{
    /// <summary>The whole round as lanes of this process see it.</summary>
    AccountWork Work { get; }

    /// <summary>The key version that holds each account's accepted state; kept over the rounds of a run.</summary>
    int[] Versions { get; }

    /// <summary>The accounts of a group, some maybe more than once.</summary>
    IEnumerable<int> AccountsOf(int group);

    /// <summary>
    /// The version that a group was accepted at when the round began: what a first attempt writes, and others copy. An
    /// attempt whose grant was ended may begin when a later one was accepted, and must not write its version.
    /// </summary>
    int OpeningVersionOf(int group);
}

/// <summary>How long ago a round began, as its work tells other processes.</summary>
/// <param name="clock">Null in a closed loop, where the age is 0.</param>
internal sealed class RoundAge(TimeProvider? clock)
{
    // A year and more: no round is as long.
    private const ulong Most = 1UL << 45;

    private long? openedAt;

    /// <summary>Microseconds since the first work of the round was encoded.</summary>
    public long Microseconds()
    {
        openedAt ??= clock?.GetTimestamp();
        return clock is null ? 0 : (long)clock.GetElapsedTime(openedAt!.Value).TotalMicroseconds;
    }

    /// <summary>Reads an age, at most a bound that no round reaches.</summary>
    public static long Read(ref VarintReader reader) => (long)Math.Min(reader.Read(), Most);
}

/// <summary>What rounds of all kinds of transactions do alike.</summary>
internal static class AccountRounds
{
    /// <summary>The group that a lane is at, and the place in the block of the transaction that it is at.</summary>
    /// <returns>
    /// A place of −1 for an attempt that copies: the order in which an actor collects accounts is its own affair.
    /// </returns>
    public static (int Group, int Index) TransactionAt(
        this IAccountRound round, in Grant grant, in LanePosition position)
    {
        var group = round.Jobs.UnitOf(grant, Math.Min(position.UnitCursor, round.Jobs.CountOf(grant) - 1));
        var (first, end) = round.Work.SlotsOf(group);
        var slot = first + AccountLane.PlaceAt(position.Position, end - first);
        return (group, grant.Epoch == 0 && slot < end ? round.Work.IndexOf((int)slot) : -1);
    }

    /// <summary>The accepted version of each group, by the account that stands for it.</summary>
    public static int[] ByGroup(int[] versions, int groups, Func<int, int> anchorOf)
    {
        var accepted = new int[groups];
        for (var group = 0; group < groups; group++)
        {
            accepted[group] = versions[anchorOf(group)];
        }

        return accepted;
    }

    /// <summary>Makes the version that an attempt wrote the accepted one of its whole group.</summary>
    public static void AcceptWhole(this IAccountRound round, Attempt attempt)
    {
        if (round.Versions[round.AnchorOf(attempt.Unit)] == attempt.Epoch)
        {
            // As nearly always, and the accounts of a large block are far apart.
            return;
        }

        foreach (var account in round.AccountsOf(attempt.Unit))
        {
            round.Versions[account] = attempt.Epoch;
        }
    }
}
