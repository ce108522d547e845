using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Control;

namespace AElf.Bench.Storage;

/// <summary>
/// The lock that keeps a second manager off a run's keys: one key, written by SETNX over a connection of its own, the
/// same for every driver (StackExchange.Redis sends SETNX or <c>SET … NX</c> by its version, and SSDB takes the latter
/// for a plain SET). It has no expiry: a crashed manager's lock stays until somebody removes it. Servers count a GET
/// when it is given back.
/// </summary>
internal sealed class RunLock(StoreOptions options, RunId run)
{
    private readonly string key = $"ab{run}:lock";
    private readonly string token = Guid.NewGuid().ToString("N");

    /// <summary>Takes the lock.</summary>
    /// <param name="evenIfHeld">
    /// Whether to take it from whoever holds it: only a process that knows that the holder has ended may.
    /// </param>
    /// <returns>False when another process holds it; true also when this very object does already.</returns>
    /// <exception cref="StoreException">The store does not answer.</exception>
    public bool TryTake(bool evenIfHeld = false)
    {
        using var client = RespControlClient.Connect(options.Address, options);
        if (evenIfHeld && !IsMine(client))
        {
            client.Delete(key);
        }

        return client.SetIfAbsent(key, token) || IsMine(client);
    }

    /// <summary>Gives the lock back; another's lock is left alone.</summary>
    /// <exception cref="StoreException">The store does not answer.</exception>
    public void Release()
    {
        // Read, then delete: no store of the three has one command for both, and nobody takes a lock that is held.
        using var client = RespControlClient.Connect(options.Address, options);
        if (IsMine(client))
        {
            client.Delete(key);
        }
    }

    private bool IsMine(RespControlClient client) =>
        client.Get(key) is { } held && held.AsSpan().SequenceEqual(Encoding.ASCII.GetBytes(token));
}
