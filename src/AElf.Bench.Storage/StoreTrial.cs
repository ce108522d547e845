using System.Text;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Control;

namespace AElf.Bench.Storage;

/// <summary>
/// Tries each command of a run before the measurement, over the connections that will send it. Otherwise a renamed or
/// forbidden command would fail in a round, or in the clean-up. Removing comes first, so that the trial writes only
/// keys that it can remove.
/// </summary>
/// <param name="run">The run; the keys of the trial begin with its id.</param>
/// <param name="commands">The commands of the run besides reads and writes of one key.</param>
internal sealed class StoreTrial(RunId run, StoreCommands commands)
{
    // One hash tag: in a Redis Cluster, commands over several keys are tried in one slot.
    private readonly byte[] keys = Encoding.ASCII.GetBytes($"{run.Prefix}#{{t}}0{run.Prefix}#{{t}}1");

    /// <summary>The key for trying the commands of the lock.</summary>
    public string LockKey => Encoding.ASCII.GetString(Key(0));

    /// <summary>Whether the servers may have keys of the trial, or may still get them.</summary>
    public bool MayHaveKeys { get; private set; }

    private int KeyLength => keys.Length / 2;

    /// <summary>Tries the commands of the run's lock.</summary>
    /// <exception cref="StoreException">The server refuses a command, or cannot be reached.</exception>
    /// <param name="client">Connected to the server of <see cref="LockKey"/>.</param>
    public void OfLock(RespControlClient client)
    {
        var key = LockKey;
        client.Delete(key);
        client.Exists(key);
        client.Get(key);
        MayHaveKeys = true;
        client.SetIfAbsent(key, "");
        client.Delete(key);
        MayHaveKeys = false;
    }

    /// <summary>Removes the keys of the trial.</summary>
    /// <exception cref="StoreException">The server refuses, or cannot be reached.</exception>
    public void Remove(IStoreConnection connection, string endpoint) => Ask(connection, endpoint, "DEL", () =>
    {
        connection.Delete(Key(0), 0);
        connection.Delete(Key(1), 1);
    });

    /// <summary>Tries the commands of the actors, the audit and the clean-up.</summary>
    /// <exception cref="StoreException">The server refuses a command, or cannot be reached.</exception>
    public void OfActors(IStoreConnection connection, string endpoint)
    {
        Remove(connection, endpoint);
        Ask(connection, endpoint, "GET", () => connection.Get(Key(0), 0));
        MayHaveKeys = true;
        if (commands.HasFlag(StoreCommands.SeveralKeys))
        {
            Ask(connection, endpoint, "MGET", () => connection.MultiGet(keys, KeyLength, 0));
            Ask(connection, endpoint, "MSET", () => connection.MultiSet(keys, KeyLength, "01"u8, 1, 0));
        }

        if (commands.HasFlag(StoreCommands.Exec))
        {
            Ask(connection, endpoint, "MULTI and EXEC", () => connection.Exec(keys, KeyLength, "01"u8, 1, 0));
        }

        if (commands.HasFlag(StoreCommands.Scripts))
        {
            TryScript(connection, endpoint);
        }

        Ask(connection, endpoint, "SET", () => connection.Set(Key(0), "0"u8, 0));
        Remove(connection, endpoint);
        MayHaveKeys = false;
    }

    private void TryScript(IStoreConnection connection, string endpoint)
    {
        // The functions that scripts of contracts call.
        var name = Ask(connection, endpoint, "SCRIPT LOAD", () => connection.Load(
            "redis.call('MGET',KEYS[1]) return struct.unpack('<I4',struct.pack('<I4',ARGV[1]+0))"u8, 0));
        var answer = Ask(connection, endpoint, "EVALSHA", () => connection.Evaluate(name, Key(0), KeyLength, [7], 0));
        if (!answer.AsSpan().SequenceEqual("7"u8))
        {
            throw StoreProblems.Refusal(endpoint, "EVALSHA", $"it answered {Encoding.ASCII.GetString(answer)}, not 7");
        }
    }

    private static byte[] Ask(IStoreConnection connection, string endpoint, string command, Action queue)
    {
        queue();
        byte[] last = [];
        while (connection.Outstanding > 0)
        {
            var found = connection.Exchange();
            foreach (ref readonly var reply in found.Replies)
            {
                last = found.ValueOf(reply).ToArray();
                if (reply.Kind is ReplyKind.Refused)
                {
                    throw StoreProblems.Refusal(endpoint, command, connection.LastError);
                }
            }
        }

        return last;
    }

    private ReadOnlySpan<byte> Key(int index) => keys.AsSpan(index * KeyLength, KeyLength);
}
