using System.Text;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Control;

namespace AElf.Bench.Storage;

/// <summary>
/// The lock that keeps a second manager off a run's keys: one key, written by SETNX over a separate connection, the
/// same for every driver (StackExchange.Redis sends SETNX or <c>SET … NX</c> by its version, and SSDB takes the latter
/// for a plain SET). It has no expiry: the lock of a process that was killed stays until that is started again, or
/// somebody removes it.
/// </summary>
/// <param name="connect">Connects to the server that holds a key.</param>
/// <param name="holder">
/// Names the holder: a process that is started again has the same name as before, so that it knows its own lock.
/// </param>
internal sealed class RunLock(Func<string, RespControlClient> connect, RunId run, string holder)
{
    private readonly string key = run.Lock;

    /// <returns>False when another holds it; true also when this holder does already.</returns>
    /// <exception cref="StoreException">The store does not answer; indeterminate when it was asked.</exception>
    public bool TryTake()
    {
        using var client = connect(key);
        try
        {
            return client.SetIfAbsent(key, holder) || IsMine(client);
        }
        catch (StoreException exception) when (exception.IsTransient)
        {
            throw new StoreException(exception.Fault, exception.Problem, exception) { IsIndeterminate = true };
        }
    }

    /// <summary>Gives the lock back; another's lock is left alone.</summary>
    /// <exception cref="StoreException">The store does not answer.</exception>
    public void Release()
    {
        // Read, then delete: none of the three stores has one command for both, and a held lock is never taken over.
        // One that is gone is not read: servers count that, and another run may be measured there.
        using var client = connect(key);
        if (client.Exists(key) && IsMine(client))
        {
            client.Delete(key);
        }
    }

    private bool IsMine(RespControlClient client) =>
        client.Get(key) is { } held && held.AsSpan().SequenceEqual(Encoding.ASCII.GetBytes(holder));
}
