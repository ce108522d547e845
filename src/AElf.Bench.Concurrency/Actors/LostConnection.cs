using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>Stands where a connection was until there is another: nothing can be asked of it.</summary>
internal sealed class LostConnection : IAccountConnection
{
    /// <inheritdoc/>
    public int Outstanding => 0;

    /// <inheritdoc/>
    public OperationCounts Operations => default;

    /// <inheritdoc/>
    public string LastError => string.Empty;

    /// <inheritdoc/>
    public void Get(AccountKey key, int tag) => throw Lost();

    /// <inheritdoc/>
    public void Set(AccountKey key, AccountState state, int tag) => throw Lost();

    /// <inheritdoc/>
    public void MultiGet(ReadOnlySpan<AccountKey> keys, int firstTag) => throw Lost();

    /// <inheritdoc/>
    public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag) => throw Lost();

    /// <inheritdoc/>
    public void Delete(AccountKey key, int tag) => throw Lost();

    /// <inheritdoc/>
    public ReadOnlySpan<AccountReply> Exchange() => [];

    /// <inheritdoc/>
    public void Dispose()
    {
        // Holds nothing.
    }

    private static InvalidOperationException Lost() => new("an operation was queued while the connection is lost");
}
