namespace AElf.Bench.Core.Stores;

/// <summary>Facts about a store and operations on it as a whole, independent of its contents.</summary>
public interface IStoreControl : IDisposable
{
    StoreDescription Description { get; }

    /// <summary>
    /// Reads the operation counters that the servers keep themselves, one entry for each shard, in the order of
    /// <see cref="StoreDescription.Shards"/>.
    /// </summary>
    /// <returns>Empty when no server of this store counts (<see cref="StoreDescription.CountersUnavailable"/> says
    /// why).</returns>
    /// <exception cref="StoreException">A shard does not answer.</exception>
    IReadOnlyList<ShardCounters> ReadCounters();

    /// <summary>Tries each command that a run needs at each server. Does nothing for a store without servers.</summary>
    /// <param name="commands">The commands that the run needs besides GET, SET and DEL.</param>
    /// <param name="inOneSlot">Whether the keys of such a command are in one slot of a Redis Cluster.</param>
    /// <exception cref="StoreException">
    /// A server refuses a command, or does not answer. If it <see cref="StoreException.IsIndeterminate"/>, the servers
    /// may have keys of the trial, or may still get them.
    /// </exception>
    void TryCommands(StoreCommands commands, bool inOneSlot = false)
    {
    }

    /// <summary>Removes the keys of a trial of commands.</summary>
    /// <exception cref="StoreException">A server does not answer.</exception>
    void RemoveTrial()
    {
    }

    /// <summary>Takes the run's lock in the store, so that only one manager or benchmark uses the run's keys.</summary>
    /// <returns>False if another process has the lock; true also if this process already has it.</returns>
    /// <exception cref="StoreException">The store does not answer.</exception>
    bool TryTakeRunLock();

    /// <summary>Releases the run's lock.</summary>
    /// <exception cref="StoreException">The store does not answer.</exception>
    void ReleaseRunLock();
}

/// <summary>Commands that a run sends in addition to GET, SET and DEL.</summary>
[Flags]
public enum StoreCommands
{
    None = 0,

    /// <summary>MGET and MSET.</summary>
    SeveralKeys = 1,

    /// <summary>MULTI and EXEC.</summary>
    Exec = 2,

    /// <summary>SCRIPT LOAD and EVALSHA.</summary>
    Scripts = 4,
}

/// <summary>A store of keys and values, both of them bytes.</summary>
public interface IStore : IStoreControl
{
    /// <summary>Opens one connection. A connection belongs to one thread.</summary>
    /// <exception cref="StoreException">The store cannot be reached or refuses the login.</exception>
    IStoreConnection Connect();
}
