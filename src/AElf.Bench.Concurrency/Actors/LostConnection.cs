using AElf.Bench.Core.Accounts;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>Stands where a connection was until there is another: nothing can be asked of it.</summary>
internal sealed class LostConnection : IStoreConnection
{
    /// <inheritdoc/>
    public int Outstanding => 0;

    /// <inheritdoc/>
    public OperationCounts Operations => default;

    /// <inheritdoc/>
    public string LastError => string.Empty;

    /// <inheritdoc/>
    public void Get(AccountKey key) => throw Lost();

    /// <inheritdoc/>
    public void Set(AccountKey key, AccountState state) => throw Lost();

    /// <inheritdoc/>
    public void MultiGet(ReadOnlySpan<AccountKey> keys) => throw Lost();

    /// <inheritdoc/>
    public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states) => throw Lost();

    /// <inheritdoc/>
    public void Delete(AccountKey key) => throw Lost();

    /// <inheritdoc/>
    public ReadOnlySpan<StoreReply> Exchange() => [];

    /// <inheritdoc/>
    public void Dispose()
    {
        // Holds nothing.
    }

    private static InvalidOperationException Lost() => new("an operation was queued while the connection is lost");
}
