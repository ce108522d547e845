using System.Text;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Control;

namespace AElf.Bench.Storage;

/// <summary>
/// Tries each command that a run sends, over the connections that send them, before anything is measured: a command
/// that is renamed or forbidden would be met in a round, or in the clean-up. Removing comes first, so that nothing is
/// written that cannot be removed.
/// </summary>
/// <param name="run">The run, behind whose id the keys of the trial are.</param>
/// <param name="severalKeys">Whether the run sends MGET and MSET too.</param>
internal sealed class StoreTrial(RunId run, bool severalKeys)
{
    private readonly byte[] keys = Encoding.ASCII.GetBytes($"ab{run}#t0ab{run}#t1");

    private int KeyLength => keys.Length / 2;

    /// <summary>Tries the commands of the run's lock.</summary>
    /// <exception cref="StoreException">The server refuses one, or is gone.</exception>
    public void OfLock(RespControlClient client)
    {
        var key = $"ab{run}:trial";
        client.Delete(key);
        client.Exists(key);
        client.Get(key);
        client.SetIfAbsent(key, "");
        client.Delete(key);
    }

    /// <summary>Tries the commands of the actors, the audit and the clean-up.</summary>
    /// <exception cref="StoreException">The server refuses one, or is gone.</exception>
    public void OfActors(IStoreConnection connection, string endpoint)
    {
        Remove();
        Ask("GET", () => connection.Get(Key(0), 0));
        if (severalKeys)
        {
            Ask("MGET", () => connection.MultiGet(keys, KeyLength, 0));
            Ask("MSET", () => connection.MultiSet(keys, KeyLength, "01"u8, 1, 0));
            Remove();
        }

        Ask("SET", () => connection.Set(Key(0), "0"u8, 0));
        Remove();

        void Remove() => Ask("DEL", () =>
        {
            connection.Delete(Key(0), 0);
            connection.Delete(Key(1), 1);
        });

        void Ask(string command, Action queue)
        {
            queue();
            while (connection.Outstanding > 0)
            {
                foreach (ref readonly var reply in connection.Exchange().Replies)
                {
                    if (reply.Kind is ReplyKind.Refused)
                    {
                        throw StoreProblems.Refusal(endpoint, command, connection.LastError);
                    }
                }
            }
        }
    }

    private ReadOnlySpan<byte> Key(int index) => keys.AsSpan(index * KeyLength, KeyLength);
}
