namespace AElf.Bench.Core.Stores;

/// <summary>A store of account states, bound to the keys of one run.</summary>
public interface IStore : IStoreControl
{
    /// <summary>Opens one connection. A connection belongs to one thread.</summary>
    /// <exception cref="StoreException">The store cannot be reached or refuses the login.</exception>
    IStoreConnection Connect();
}
