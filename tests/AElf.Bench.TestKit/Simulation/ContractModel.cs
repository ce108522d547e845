using System.Runtime.CompilerServices;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>A model of a block of contracts: it executes the compiled code transaction by transaction.</summary>
internal sealed class ContractModel(ContractBlock block)
{
    // The compilation of a file takes longer than the execution of a block.
    private static readonly ConditionalWeakTable<ContractFile, ContractCode[]> Codes = new();

    private readonly long[][] accounts =
    [
        .. Enumerable.Range(0, block.Accounts.AccountCount).Select(account =>
            (long[])[block.Accounts.OpeningOf(account).Balance, .. block.Accounts.OpeningFieldsOf(account)]),
    ];

    private readonly long[] marks = new long[block.Accounts.AccountCount];

    /// <summary>The accounts after transactions of a block that was offered repeatedly.</summary>
    /// <param name="order">The numbers of the transactions, from 0, in their order.</param>
    /// <param name="isGrouped">Whether an account's sequence is the number of its last transaction, instead of its
    /// count of transactions.</param>
    public static ContractModel Play(ContractBlock block, IEnumerable<int> order, bool isGrouped)
    {
        var model = new ContractModel(block);
        var codes = Codes.GetValue(block.File, static file => [.. file.Contracts.Select(ContractCompiler.Compile)]);
        foreach (var number in order)
        {
            var index = number % block.Count;
            model.Play(index, isGrouped ? number + 1 : null, codes[(int)block.Rows[index * block.Layout.Stride]]);
        }

        return model;
    }

    /// <summary>The expected state and fields of an account.</summary>
    public (AccountState State, IEnumerable<long> Fields) At(int account) =>
        (new AccountState(marks[account], accounts[account][0]), accounts[account].Skip(1));

    private void Play(int index, long? sequence, ContractCode code)
    {
        int[] named = [.. block.AccountsAt(index).ToArray().Select(account => (int)account)];
        long[] fields = [.. named.SelectMany(account => accounts[account])];
        var reason = code(fields, block.Rows, (index * block.Layout.Stride) + block.Layout.FirstParameter);
        for (var place = 0; place < named.Length; place++)
        {
            if (block.ContractAt(index).Order.Writes(place))
            {
                var count = block.File.FieldCount;
                accounts[named[place]] = fields[(place * count)..((place + 1) * count)];
                ref var mark = ref marks[named[place]];
                var wasDeclined = sequence is null && mark % 2 == 1;
                mark = (2 * (sequence ?? ((mark / 2) + 1))) + (reason == Contract.Accepted && !wasDeclined ? 0 : 1);
            }
        }
    }
}
