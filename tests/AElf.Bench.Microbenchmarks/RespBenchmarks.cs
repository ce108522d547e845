using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Resp;
using AElf.Bench.Transfers.Accounts;
using BenchmarkDotNet.Attributes;

namespace AElf.Bench.Microbenchmarks;

/// <summary>
/// The pipelined client without a network: it writes commands, and parses and checks replies. An operation is one GET
/// or one SET.
/// </summary>
public class RespBenchmarks
{
    private const int Batch = 256;

    private PersistentAccountConnection reading = null!;
    private PersistentAccountConnection writing = null!;

    [GlobalSetup]
    public void Open()
    {
        reading = Connect(CannedTransport.Values(Batch));
        writing = Connect(CannedTransport.Acknowledgements(Batch));
    }

    [GlobalCleanup]
    public void Close()
    {
        reading.Dispose();
        writing.Dispose();
    }

    /// <summary>256 GETs in one send, 256 values back.</summary>
    [Benchmark(OperationsPerInvoke = Batch)]
    public int Get()
    {
        QueueGets(reading, Batch);
        return TakeAll(reading);
    }

    /// <summary>256 SETs in one send, 256 acknowledgements back.</summary>
    [Benchmark(OperationsPerInvoke = Batch)]
    public int Set()
    {
        QueueSets(writing, Batch);
        return TakeAll(writing);
    }

    internal static PersistentAccountConnection Connect(byte[] answer) =>
        new(
            new RespConnection(new CannedTransport(answer), TimeSpan.FromSeconds(2)),
            new RunId(0x1a2b3c4d),
            new AccountLayout());

    internal static void QueueGets(PersistentAccountConnection connection, int count)
    {
        for (var account = 0; account < count; account++)
        {
            connection.Get(new AccountKey(account, 0), account);
        }
    }

    internal static void QueueSets(PersistentAccountConnection connection, int count)
    {
        for (var account = 0; account < count; account++)
        {
            connection.Set(new AccountKey(account, 0), new AccountState(account, 1_000_000_000 + account), account);
        }
    }

    internal static int TakeAll(PersistentAccountConnection connection)
    {
        var taken = 0;
        while (connection.Outstanding > 0)
        {
            taken += connection.Exchange().Length;
        }

        return taken;
    }
}
