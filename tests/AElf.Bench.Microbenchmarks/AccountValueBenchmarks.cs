using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using BenchmarkDotNet.Attributes;

namespace AElf.Bench.Microbenchmarks;

/// <summary>Encoding of account keys and values, and decoding with checks of values.</summary>
public class AccountValueBenchmarks
{
    private const int Accounts = 1024;

    private readonly byte[] keys = new byte[Accounts * AccountCodec.KeyLength];
    private readonly byte[] values = new byte[Accounts * AccountCodec.ValueLength];
    private readonly ulong runId = new RunId(0x1a2b3c4d).HexBytes;

    [GlobalSetup]
    public void Fill() => WriteValue();

    [Benchmark(OperationsPerInvoke = Accounts)]
    public byte WriteKey()
    {
        for (var account = 0; account < Accounts; account++)
        {
            AccountCodec.WriteKey(keys.AsSpan(account * AccountCodec.KeyLength), runId, new AccountKey(account, 0));
        }

        return keys[^1];
    }

    [Benchmark(OperationsPerInvoke = Accounts)]
    public byte WriteValue()
    {
        for (var account = 0; account < Accounts; account++)
        {
            AccountCodec.WriteValue(
                values.AsSpan(account * AccountCodec.ValueLength),
                new AccountKey(account, 0),
                new AccountState(account, 1_000_000_000 + account));
        }

        return values[^1];
    }

    [Benchmark(OperationsPerInvoke = Accounts)]
    public long ReadValue()
    {
        long total = 0;
        for (var account = 0; account < Accounts; account++)
        {
            var value = values.AsSpan(account * AccountCodec.ValueLength, AccountCodec.ValueLength);
            if (!AccountCodec.TryReadValue(value, out _, out var state))
            {
                throw new InvalidOperationException($"account {account} cannot be read");
            }

            total += state.Balance;
        }

        return total;
    }
}
