using System.Runtime.InteropServices;
using AElf.Bench.Core.Generation;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;
using BenchmarkDotNet.Attributes;

namespace AElf.Bench.Microbenchmarks;

/// <summary>
/// Splitting a block with shuffled accounts into groups of 100 transfers. The baseline is the minimum of every grouper:
/// it touches both accounts of each transfer once.
/// </summary>
public class GroupingBenchmarks
{
    private const int TransfersInGroup = 100;

    private Block block = null!;
    private int[] touched = null!;
    private Address[] senders = null!;
    private Address[] receivers = null!;

    /// <summary>Transfers in the block.</summary>
    [Params(100_000, 1_000_000, 10_000_000)]
    public int Transfers { get; set; }

    [GlobalSetup(Targets = [nameof(ScatteredPass), nameof(AccountNumbers)])]
    public void Generate()
    {
        block = EvenGroups.Generate(Transfers, Transfers / TransfersInGroup, seed: 1);
        touched = new int[block.AccountCount];
    }

    [GlobalSetup(Target = nameof(Addresses))]
    public void GenerateAddresses()
    {
        Generate();
        var random = new SeededRandom(2);
        var addresses = new Address[block.AccountCount];
        for (var account = 0; account < addresses.Length; account++)
        {
            addresses[account] = new Address(
                random.NextBits(), random.NextBits(), random.NextBits(), random.NextBits());
        }

        senders = new Address[Transfers];
        receivers = new Address[Transfers];
        for (var i = 0; i < Transfers; i++)
        {
            senders[i] = addresses[block.Transfers[i].From];
            receivers[i] = addresses[block.Transfers[i].To];
        }
    }

    [Benchmark(Baseline = true)]
    public int ScatteredPass()
    {
        foreach (ref readonly var transfer in block.Transfers)
        {
            touched[transfer.From]++;
            touched[transfer.To]++;
        }

        return touched[0];
    }

    [Benchmark]
    public TransferGroups AccountNumbers() => new Grouper().Group(block);

    [Benchmark]
    public TransferGroups Addresses()
    {
        var numbers = new Dictionary<Address, int>(block.AccountCount);
        var interned = GC.AllocateUninitializedArray<Transfer>(Transfers);
        for (var i = 0; i < interned.Length; i++)
        {
            interned[i] = new Transfer(NumberOf(senders[i]), NumberOf(receivers[i]), 1);
        }

        return new Grouper().Group(interned, numbers.Count);

        int NumberOf(in Address address)
        {
            ref var number = ref CollectionsMarshal.GetValueRefOrAddDefault(numbers, address, out var isKnown);
            return isKnown ? number : number = numbers.Count - 1;
        }
    }

    /// <summary>An account address of 32 bytes.</summary>
    private readonly record struct Address(ulong A, ulong B, ulong C, ulong D);
}
