using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Transfers.Execution;

/// <summary>A round whose units are groups of accounts.</summary>
internal interface IAccountRound : IRound
{
    /// <summary>The key version that holds each account's accepted state; kept over the rounds of a run.</summary>
    int[] Versions { get; }

    /// <summary>The accounts of a group, some maybe more than once.</summary>
    IEnumerable<int> AccountsOf(int group);
}
