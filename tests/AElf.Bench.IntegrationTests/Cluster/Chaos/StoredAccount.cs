using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using AElf.Bench.TestKit.Servers;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.IntegrationTests.Cluster.Chaos;

/// <summary>An account in a store, read and decoded without code of the product.</summary>
/// <param name="Account">Its number.</param>
/// <param name="Version">The version of its key.</param>
/// <param name="Sequence">The last transfer of the account; −1 if the value is not an account.</param>
/// <param name="Balance">The balance.</param>
internal sealed record StoredAccount(int Account, int Version, long Sequence, long Balance)
{
    private const int ValueLength = 32;
    private const int Pipelined = 500;

    /// <summary>All versions of all accounts of a run.</summary>
    public static async Task<IReadOnlyList<StoredAccount>> ReadAsync(IEnumerable<RedisServer> servers, string run)
    {
        var found = new List<StoredAccount>();
        foreach (var server in servers)
        {
            await using var connection = await server.ConnectAsync();
            var answer = await connection.AskAsync("KEYS", $"ab{run}:*@*");
            foreach (var keys in answer.Split("\r\n").Where(line => line.StartsWith("ab", StringComparison.Ordinal))
                .Chunk(Pipelined))
            {
                await connection.SendAsync(string.Concat(keys.Select(key => RespSocket.Encode("GET", key))));
                foreach (var key in keys)
                {
                    found.Add(Decode(key, await connection.ReadReplyAsync()));
                }
            }
        }

        return found;
    }

    /// <summary>The differences from a sequential replay; empty if both are equal.</summary>
    /// <param name="block">The block of each round.</param>
    /// <param name="minRounds">The minimum number of rounds. A restarted manager makes more.</param>
    /// <param name="found">The accounts in the store.</param>
    public static IReadOnlyList<string> Differences(Block block, int minRounds, IReadOnlyList<StoredAccount> found)
    {
        var last = found.Count == 0 ? 0 : found.Max(account => account.Sequence);
        var rounds = Math.Max(minRounds, (last + block.Count - 1) / block.Count);
        var balances = block.OpeningBalances.ToArray();
        var sequences = new long[balances.Length];
        var states = Enumerable.Range(0, balances.Length).ToDictionary(number => (number, 0L), at => balances[at]);
        for (long sequence = 1; sequence <= rounds * block.Count; sequence++)
        {
            var (from, to, amount) = block.Transfers[(int)((sequence - 1) % block.Count)];
            (sequences[from], sequences[to]) = (sequence, sequence);
            states[(from, sequence)] = balances[from] -= amount;
            states[(to, sequence)] = balances[to] += amount;
        }

        // An abandoned attempt leaves its versions. Each of them is a state of the replay.
        var newest = found.ToLookup(account => account.Account);
        return
        [
            .. found
                .Where(account => !states.TryGetValue((account.Account, account.Sequence), out var balance)
                    || balance != account.Balance)
                .Select(account => $"{account} is not a state of the replay"),
            .. Enumerable.Range(0, balances.Length)
                .Where(account => newest[account].Select(version => version.Sequence).DefaultIfEmpty(-1).Max()
                    != sequences[account])
                .Select(account => string.Create(
                    CultureInfo.InvariantCulture,
                    $"account {account} is not at {sequences[account]}: {string.Join(", ", newest[account])}")),
        ];
    }

    // Key: ab, run, colon, account, at sign, version. Value: magic, version, account, sequence, balance, checksum.
    private static StoredAccount Decode(string key, string reply)
    {
        var number = int.Parse(key.AsSpan(11, 8), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        var version = int.Parse(key.AsSpan(20, 8), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        var value = Encoding.Latin1.GetBytes(reply[(reply.IndexOf('\n', StringComparison.Ordinal) + 1)..]).AsSpan();
        return value.Length == ValueLength + 2
            && value.StartsWith("AEB1"u8)
            && BinaryPrimitives.ReadInt32LittleEndian(value[4..]) == version
            && BinaryPrimitives.ReadInt32LittleEndian(value[8..]) == number
                ? new StoredAccount(
                    number,
                    version,
                    BinaryPrimitives.ReadInt64LittleEndian(value[12..]),
                    BinaryPrimitives.ReadInt64LittleEndian(value[20..]))
                : new StoredAccount(number, version, -1, 0);
    }
}
