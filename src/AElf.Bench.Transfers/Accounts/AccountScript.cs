using AElf.Bench.Core.Stores;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>A script over accounts that a server executes as a whole.</summary>
/// <param name="Index">The index of the script in its run.</param>
public abstract record AccountScript(int Index)
{
    public abstract string Text { get; }

    /// <summary>The commands inside one call without an error.</summary>
    public abstract OperationCounts Inside { get; }
}
