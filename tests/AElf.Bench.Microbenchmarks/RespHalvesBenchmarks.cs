using AElf.Bench.Storage.Resp;
using AElf.Bench.Transfers.Accounts;
using BenchmarkDotNet.Attributes;

namespace AElf.Bench.Microbenchmarks;

/// <summary>
/// The two halves of <see cref="RespBenchmarks"/>: writing commands, and parsing replies. The other half runs outside
/// the measured time. So that one call takes long enough, each iteration is one call over many full connections.
/// </summary>
public class RespHalvesBenchmarks
{
    private const int Connections = 256;
    private const int Depth = RespConnection.MaxOnWire;
    private const int Operations = Connections * Depth;

    private PersistentAccountConnection[] connections = [];

    [GlobalSetup(Targets = [nameof(EncodeGet), nameof(ParseValue)])]
    public void OpenToRead() => Open(CannedTransport.Values(Depth), EncodeGet);

    [GlobalSetup(Targets = [nameof(EncodeSet), nameof(ParseOk)])]
    public void OpenToWrite() => Open(CannedTransport.Acknowledgements(Depth), EncodeSet);

    [GlobalCleanup]
    public void Close() => Array.ForEach(connections, connection => connection.Dispose());

    [IterationSetup(Targets = [nameof(EncodeGet), nameof(EncodeSet)])]
    public void Drain() => Take();

    [IterationSetup(Target = nameof(ParseValue))]
    public void FillWithGets() => EncodeGet();

    [IterationSetup(Target = nameof(ParseOk))]
    public void FillWithSets() => EncodeSet();

    [Benchmark(OperationsPerInvoke = Operations)]
    public void EncodeGet() => Array.ForEach(connections, connection => RespBenchmarks.QueueGets(connection, Depth));

    [Benchmark(OperationsPerInvoke = Operations)]
    public void EncodeSet() => Array.ForEach(connections, connection => RespBenchmarks.QueueSets(connection, Depth));

    [Benchmark(OperationsPerInvoke = Operations)]
    public int ParseValue() => Take();

    [Benchmark(OperationsPerInvoke = Operations)]
    public int ParseOk() => Take();

    private void Open(byte[] answer, Action encode)
    {
        connections = [.. Enumerable.Range(0, Connections).Select(_ => RespBenchmarks.Connect(answer))];

        // The buffers grow once, here.
        encode();
        Take();
    }

    private int Take()
    {
        var taken = 0;
        foreach (var connection in connections)
        {
            taken += RespBenchmarks.TakeAll(connection);
        }

        return taken;
    }
}
