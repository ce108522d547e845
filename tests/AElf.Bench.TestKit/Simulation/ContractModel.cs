using System.Runtime.CompilerServices;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>The model of a block of contracts: the compiled code, one transaction after the other.</summary>
internal sealed class ContractModel(ContractBlock block)
{
    // To compile a file takes longer than to play a block.
    private static readonly ConditionalWeakTable<ContractFile, ContractCode[]> Codes = new();

    private readonly long[][] accounts =
    [
        .. Enumerable.Range(0, block.Accounts.AccountCount).Select(account =>
            (long[])[block.Accounts.OpeningOf(account).Balance, .. block.Accounts.OpeningFieldsOf(account)]),
    ];

    private readonly long[] marks = new long[block.Accounts.AccountCount];

    /// <summary>The accounts after a block was offered so often.</summary>
    public static ContractModel Play(ContractBlock block, int blocks)
    {
        var model = new ContractModel(block);
        var codes = Codes.GetValue(block.File, static file => [.. file.Contracts.Select(ContractCompiler.Compile)]);
        for (var number = 0; number < blocks * block.Count; number++)
        {
            var index = number % block.Count;
            model.Play(index, number + 1, codes[(int)block.Rows[index * block.Layout.Stride]]);
        }

        return model;
    }

    /// <summary>What a store must hold of an account.</summary>
    public (AccountState State, IEnumerable<long> Fields) At(int account) =>
        (new AccountState(marks[account], accounts[account][0]), accounts[account].Skip(1));

    private void Play(int index, long sequence, ContractCode code)
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
                marks[named[place]] = (2 * sequence) + (reason == Contract.Accepted ? 0 : 1);
            }
        }
    }
}
