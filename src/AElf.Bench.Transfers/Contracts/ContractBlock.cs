using AElf.Bench.Core.Files;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>
/// The transactions of one round, one row each: the index of the contract, then its accounts, then its parameters. The
/// block also has the opening values of the accounts.
/// </summary>
internal sealed class ContractBlock
{
    /// <summary>Marks an account that belongs to no group, such as one that no transaction writes.</summary>
    public const long Unwritten = 1L << 32;

    private readonly Transfer[] links;
    private uint? checksum;

    /// <summary>Takes ownership of the rows, and marks their unwritten accounts.</summary>
    /// <exception cref="ArgumentException">A row has a wrong number, or names one account twice.</exception>
    public ContractBlock(ContractFile file, long[] rows, Block accounts)
        : this(file, rows, accounts, jobs: 0)
    {
    }

    private ContractBlock(ContractFile file, long[] rows, Block accounts, int jobs)
    {
        (File, Rows, Accounts) = (file, rows, accounts);
        Layout = new RowLayout(file);
        for (var row = 0; row < rows.Length; row += Layout.Stride)
        {
            if (Layout.ProblemOf(rows.AsSpan(row, Layout.Stride), accounts.AccountCount) is { } wrong)
            {
                throw new ArgumentException($"transaction {row / Layout.Stride}: {wrong}");
            }
        }

        FirstJob = jobs == 0 ? -1 : accounts.AccountCount - jobs;
        FirstUnwritten = Mark();
        links = Link(jobs, out var nodes);
        NodeCount = nodes;
    }

    /// <summary>
    /// The same transactions without groups, dealt to jobs in turn. Each job has an additional account after the
    /// others.
    /// </summary>
    public ContractBlock WithoutGroups(int jobs) => new(
        File,
        [.. Rows],
        new Block(
            [],
            [.. Accounts.OpeningBalances, .. new long[jobs]],
            [.. Accounts.OpeningFields, .. new long[jobs * Accounts.More]]),
        jobs);

    /// <summary>A block of transfers as transactions of a contract with two accounts and an amount.</summary>
    public static ContractBlock Of(ContractFile transfer, Block block)
    {
        var rows = new long[block.Count * new RowLayout(transfer).Stride];
        var words = rows.AsSpan();
        foreach (var (from, to, amount) in block.Transfers)
        {
            (words[1], words[2], words[3]) = (from, to, amount);
            words = words[4..];
        }

        return new ContractBlock(transfer, rows, new Block([], [.. block.OpeningBalances]));
    }

    public ContractFile File { get; }

    public RowLayout Layout { get; }

    /// <summary>The rows; lanes execute them in place.</summary>
    public long[] Rows { get; }

    /// <summary>The opening accounts, as a block without transfers.</summary>
    public Block Accounts { get; }

    public int Count => Rows.Length / Layout.Stride;

    /// <summary>The first of the accounts that represent jobs; −1 with groups.</summary>
    public int FirstJob { get; }

    /// <summary>An account that belongs to no group; −1 for none.</summary>
    public int FirstUnwritten { get; }

    /// <summary>Whether all accounts of each transaction with several accounts belong to its group.</summary>
    public bool HasOnlyGroups => !Enumerable.Range(0, Count).Any(
        index => AccountsAt(index) is { Length: > 1 } named && named.ContainsAnyInRange(Unwritten, long.MaxValue));

    /// <summary>
    /// Input of the grouper: each transaction as a link from a node of its group to itself, in block order.
    /// </summary>
    public ReadOnlySpan<Transfer> Links => links;

    /// <summary>Number of nodes in <see cref="Links"/>.</summary>
    public int NodeCount { get; }

    /// <summary>CRC-32C over the rows, little-endian.</summary>
    public uint Checksum => checksum ??= ChecksumOf(Rows);

    /// <summary>The index of a transaction's contract in the file.</summary>
    public int KindAt(int index) => (int)Rows[index * Layout.Stride];

    public Contract ContractAt(int index) => File.Contracts[KindAt(index)];

    /// <summary>The accounts of a transaction; accounts that no transaction writes have a mark.</summary>
    public ReadOnlySpan<long> AccountsAt(int index) =>
        Rows.AsSpan((index * Layout.Stride) + RowLayout.FirstRole, ContractAt(index).Roles.Count);

    public ReadOnlySpan<long> ParametersAt(int index) =>
        Rows.AsSpan((index * Layout.Stride) + Layout.FirstParameter, ContractAt(index).Parameters.Count);

    /// <summary>Measures the graph of accounts and transactions.</summary>
    public LoadGraph Measure(TransferGroups groups)
    {
        var touched = new int[Accounts.AccountCount];
        var conflicts = 0;
        for (var index = 0; index < Count; index++)
        {
            var isConflict = false;
            foreach (var account in AccountsAt(index))
            {
                isConflict |= account < Unwritten && touched[(int)account]++ > 0;
            }

            conflicts += isConflict ? 1 : 0;
        }

        return LoadGraph.Of(Count, touched, conflicts, groups);
    }

    private int Mark()
    {
        var isWritten = new bool[Accounts.AccountCount];
        for (var index = 0; index < Count && FirstJob < 0; index++)
        {
            var contract = ContractAt(index);
            var accounts = AccountsAt(index);
            for (var place = 0; place < accounts.Length; place++)
            {
                isWritten[(int)accounts[place]] |= contract.Order.Writes(place);
            }
        }

        for (var index = 0; index < Count; index++)
        {
            var first = (index * Layout.Stride) + RowLayout.FirstRole;
            foreach (ref var account in Rows.AsSpan(first, ContractAt(index).Roles.Count))
            {
                account |= isWritten[(int)account] ? 0 : Unwritten;
            }
        }

        return Array.IndexOf(isWritten, value: false);
    }

    // A transaction without a written account shares nothing: it has a separate number.
    private Transfer[] Link(int jobs, out int nodes)
    {
        if (jobs > 0)
        {
            nodes = jobs;
            return [.. Enumerable.Range(0, Count).Select(index => new Transfer(index % jobs, index % jobs, 1))];
        }

        var sets = new DisjointSets();
        sets.Reset(Accounts.AccountCount);
        for (var index = 0; index < Count; index++)
        {
            var first = FirstWritten(index);
            foreach (var account in AccountsAt(index))
            {
                if (account < Unwritten)
                {
                    sets.Union(first, (int)account);
                }
            }
        }

        var all = new Transfer[Count];
        nodes = Accounts.AccountCount;
        for (var index = 0; index < all.Length; index++)
        {
            var node = FirstWritten(index) is >= 0 and var account ? sets.NumberOf(account) : nodes++;
            all[index] = new Transfer(node, node, 1);
        }

        return all;
    }

    /// <summary>The first account of a transaction that identifies its group; −1 without one.</summary>
    public int FirstWritten(int index)
    {
        var accounts = AccountsAt(index);
        return accounts.IndexOfAnyInRange(0, Unwritten - 1) is >= 0 and var place ? (int)accounts[place] : -1;
    }

    /// <summary>The written accounts of transactions, once for each transaction that names them.</summary>
    public IEnumerable<int> WrittenAccounts(IEnumerable<int> transactions) =>
        transactions.SelectMany(index => Layout.WrittenAccounts(Rows, index * Layout.Stride));

    /// <summary>The names of an account's fields, after the name of its pool.</summary>
    public IReadOnlyList<string> FieldsOf(int account)
    {
        for (var index = 0; index < Count; index++)
        {
            var accounts = AccountsAt(index);
            for (var place = 0; place < accounts.Length; place++)
            {
                if ((int)accounts[place] == account)
                {
                    var pool = File.Pools[ContractAt(index).Roles[place].Pool];
                    return [.. pool.Fields.Select(field => $"{pool.Name}.{field.Name}")];
                }
            }
        }

        // No transaction names this account.
        return ["first field"];
    }

    private static uint ChecksumOf(ReadOnlySpan<long> rows)
    {
        var crc = Crc32C.Start;
        foreach (var word in rows)
        {
            crc = Crc32C.Append(crc, (ulong)word);
        }

        return ~crc;
    }
}

/// <summary>The offsets of the parts of a row. All rows of a file have one length.</summary>
internal sealed record RowLayout(ContractFile File)
{
    public const int FirstRole = 1;

    public int FirstParameter { get; } = FirstRole + File.MaxRoles;

    public int Stride { get; } = FirstRole + File.MaxRoles + File.MaxParameters;

    /// <summary>The written accounts of the row that begins at an offset.</summary>
    public IEnumerable<int> WrittenAccounts(long[] rows, int row) => rows
        .Skip(row + FirstRole).Take(File.Contracts[(int)rows[row]].Roles.Count)
        .Where(static account => account < ContractBlock.Unwritten).Select(static account => (int)account);

    /// <summary>The problem of a row, in words; null for a valid one.</summary>
    public string? ProblemOf(ReadOnlySpan<long> row, int accounts)
    {
        if ((ulong)row[0] >= (ulong)File.Contracts.Count)
        {
            return $"contract {row[0]} is not one of {File.Contracts.Count}";
        }

        var named = row.Slice(FirstRole, File.Contracts[(int)row[0]].Roles.Count);
        for (var place = 0; place < named.Length; place++)
        {
            var account = named[place] & ~ContractBlock.Unwritten;
            if ((ulong)account >= (ulong)accounts)
            {
                return $"it names account {account}; accounts run from 0 to {accounts - 1}";
            }

            if (named[..place].Contains(named[place]))
            {
                return $"it names account {account} twice";
            }
        }

        return null;
    }
}
