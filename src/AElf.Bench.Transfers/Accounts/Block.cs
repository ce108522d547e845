using AElf.Bench.Core.Files;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>The transfers of one round, with the opening balances of the accounts.</summary>
public sealed class Block
{
    private readonly Transfer[] transfers;
    private readonly long[] openingBalances;
    private readonly long[] openingFields;
    private uint? checksum;

    /// <summary>Takes ownership of both arrays. Account numbers index <paramref name="openingBalances"/>.</summary>
    /// <exception cref="ArgumentException">
    /// An account is out of range or pays itself, an amount is below 1, or a balance is below 0.
    /// </exception>
    public Block(Transfer[] transfers, long[] openingBalances)
        : this(transfers, openingBalances, openingFields: [])
    {
    }

    /// <summary>
    /// Like the other constructor, for accounts with fields after their balance. The fields are stored side by side.
    /// </summary>
    internal Block(Transfer[] transfers, long[] openingBalances, long[] openingFields)
    {
        for (var account = 0; account < openingBalances.Length; account++)
        {
            if (openingBalances[account] < 0)
            {
                throw new ArgumentException(
                    $"account {account} opens with {openingBalances[account]}; the smallest balance is 0");
            }
        }

        for (var i = 0; i < transfers.Length; i++)
        {
            var transfer = transfers[i];
            if ((uint)transfer.From >= (uint)openingBalances.Length
                || (uint)transfer.To >= (uint)openingBalances.Length)
            {
                throw new ArgumentException(
                    $"transfer {i} names account {transfer.From} or {transfer.To}; "
                        + $"accounts run from 0 to {openingBalances.Length - 1}");
            }

            if (transfer.From == transfer.To)
            {
                throw new ArgumentException($"transfer {i} pays account {transfer.From} from itself");
            }

            if (transfer.Amount < 1)
            {
                throw new ArgumentException($"transfer {i} moves {transfer.Amount}; the smallest amount is 1");
            }
        }

        this.transfers = transfers;
        this.openingBalances = openingBalances;
        this.openingFields = openingFields;
        More = openingFields.Length / Math.Max(1, openingBalances.Length);
    }

    /// <summary>The transfers in block order.</summary>
    public ReadOnlySpan<Transfer> Transfers => transfers;

    /// <summary>The opening balances, by account.</summary>
    public ReadOnlySpan<long> OpeningBalances => openingBalances;

    /// <summary>Fields of each account after its balance.</summary>
    internal int More { get; }

    /// <summary>The opening values of the fields after the balances, side by side.</summary>
    internal long[] OpeningFields => openingFields;

    internal AccountState OpeningOf(int account) => new(0, openingBalances[account]);

    /// <summary>The opening values of an account's fields after its balance.</summary>
    internal ReadOnlySpan<long> OpeningFieldsOf(int account) => openingFields.AsSpan(account * More, More);

    public int Count => transfers.Length;

    /// <summary>Number of accounts that the block may touch.</summary>
    public int AccountCount => openingBalances.Length;

    /// <summary>CRC-32C over the transfers: paying account, receiving account, amount, little-endian.</summary>
    public uint Checksum => checksum ??= ChecksumOf(transfers);

    /// <summary>The transfers; lanes execute them in place.</summary>
    internal Transfer[] TransferArray => transfers;

    private static uint ChecksumOf(ReadOnlySpan<Transfer> transfers)
    {
        var crc = Crc32C.Start;
        foreach (var (from, to, amount) in transfers)
        {
            crc = Crc32C.Append(crc, (uint)from | ((ulong)(uint)to << 32));
            crc = Crc32C.Append(crc, (ulong)amount);
        }

        return ~crc;
    }

    /// <summary>
    /// The number of transfer <paramref name="index"/> in block number <paramref name="blockNumber"/> of a run (first
    /// block: 0).
    /// </summary>
    public long SequenceOf(long blockNumber, int index) => (blockNumber * transfers.Length) + index + 1;
}

/// <summary>A contract transfer: read both balances, write <c>from − amount</c> and <c>to + amount</c>.</summary>
/// <param name="From">The paying account, from 0 to the block's account count − 1.</param>
/// <param name="To">The receiving account; never equal to <paramref name="From"/>.</param>
/// <param name="Amount">The units moved, at least 1.</param>
public readonly record struct Transfer(int From, int To, long Amount);
