using System.Text;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Control;

namespace AElf.Bench.Storage;

/// <summary>
/// The lock that keeps a second manager from a run's keys. It is one key, written by SETNX over a separate connection,
/// the same for every driver: StackExchange.Redis sends SETNX or <c>SET … NX</c> depending on its version, and SSDB
/// treats the latter as a plain SET. It has no expiry: the lock of a killed process stays until this process is started
/// again, or the lock is removed by hand.
/// </summary>
/// <param name="connect">Connects to the server of a key.</param>
/// <param name="holder">
/// The name of the holder. A restarted process has the same name as before, so that it recognises its own lock.
/// </param>
internal sealed class RunLock(Func<string, RespControlClient> connect, RunId run, string holder)
{
    private readonly string key = run.Lock;

    /// <returns>False if another process holds it; true also if this process already holds it.</returns>
    /// <exception cref="StoreException">The store does not answer; then the state of the lock is unknown.</exception>
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

    /// <summary>Releases the lock; the lock of another process stays.</summary>
    /// <exception cref="StoreException">The store does not answer.</exception>
    public void Release()
    {
        // Read, then delete: none of the three stores has one command for both, and a held lock is never taken over. A
        // missing lock is not read, because servers count reads, and another run may be measured there.
        using var client = connect(key);
        if (client.Exists(key) && IsMine(client))
        {
            client.Delete(key);
        }
    }

    private bool IsMine(RespControlClient client) =>
        client.Get(key) is { } held && held.AsSpan().SequenceEqual(Encoding.ASCII.GetBytes(holder));
}
