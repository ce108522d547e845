using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers;

/// <summary>The accounts of a run in its store. Seeds them, reads them back, and removes all their versions.</summary>
/// <param name="run">The run's id, the prefix of its keys.</param>
/// <param name="block">The block with the opening balances.</param>
/// <param name="layout">The sizes of accounts in the store.</param>
/// <param name="markBits">Number of bits below the transaction's number in the stored mark.</param>
internal sealed class RunAccounts(
    string run, Block block, IAccountStore store, AccountLayout layout, int markBits = 0)
{
    private readonly HashSet<AccountKey> retried = [];

    // Empty until the run owns the accounts: prepared accounts of another run must stay.
    private readonly HashSet<int> seeded = [];

    /// <summary>The names of an account's fields, for messages.</summary>
    public Func<int, IReadOnlyList<string>> FieldsOf { get; init; } = static _ => ["balance"];

    /// <summary>The key version that holds each account's accepted state.</summary>
    public int[] Versions { get; } = new int[block.AccountCount];

    /// <summary>Progress of seeding, comparing or removing.</summary>
    public WorkCounter Work { get; } = new();

    /// <summary>Keys and values for measuring the store alone.</summary>
    /// <param name="reads">Keys read for each transaction.</param>
    /// <param name="writes">Keys written for each transaction.</param>
    public ProbeShape Probe(double reads, double writes) =>
        new(layout.KeyLength, layout.ValueLength, block.AccountCount, reads, writes);

    /// <inheritdoc cref="IWorkload.Seed"/>
    public void Seed(int version, CancellationToken cancellation)
    {
        using var connection = store.Connect();
        Adopt([version]);
        Work.Begin(block.AccountCount);
        AccountTable.Seed(connection, block, version, Work, cancellation);
    }

    /// <inheritdoc cref="IWorkload.VerifyPrepared"/>
    public void VerifyPrepared()
    {
        var opening = SequentialReplay.Run(block, blocks: 0);
        if (Compare(opening, fields: block.OpeningFields).First is [var wrong, ..])
        {
            throw new StoreException(
                StoreFault.Refused,
                $"account {wrong.Item} of prepared run {run} is {wrong.Found}, not at its opening balance "
                    + $"{block.OpeningBalances[(int)wrong.Item]}: "
                    + "prepare with --benchmark genAccount and the same -n, --groups, --mix, --contract, --load, "
                    + "--skew, --key-size, --value-size, --hash-tag, --seed");
        }

        Adopt([0]);
    }

    /// <inheritdoc cref="IWorkload.Adopt"/>
    public void Adopt(IReadOnlyList<int> versions)
    {
        foreach (var version in versions)
        {
            seeded.Add(version);
            Array.Fill(Versions, version);
        }
    }

    /// <inheritdoc cref="IWorkload.NoteRetries"/>
    public void NoteRetries(IRound round, IReadOnlyList<Grant> retries)
    {
        var accounts = (AccountRound)round;
        foreach (var grant in retries)
        {
            retried.UnionWith(accounts.AccountsOf(grant.Unit).Select(account => new AccountKey(account, grant.Epoch)));
        }
    }

    /// <summary>Compares all accounts with their expected states.</summary>
    /// <param name="expected">The values of a replay.</param>
    /// <param name="growth">The expected growth of the sum of all balances; 0 if transactions only move units.</param>
    /// <param name="fields">The fields of the replay after the balances, side by side; null without fields.</param>
    /// <exception cref="StoreException">The accounts cannot be read.</exception>
    public WorkloadAudit Compare(AccountState[] expected, Int128 growth = default, long[]? fields = null)
    {
        using var connection = store.Connect();
        return Describe(new FinalComparison(block, expected, Versions, growth, fields).Run(connection, Work));
    }

    /// <summary>Compares accounts for which the store chose the order of transactions.</summary>
    /// <exception cref="StoreException">The accounts cannot be read.</exception>
    public WorkloadAudit Compare(UngroupedAudit audit)
    {
        // A job keeps its key: its value contains the epoch.
        var seededVersions = Versions.ToArray();
        audit.TakeEpochs(seededVersions);
        using var connection = store.Connect();
        var result = new FinalComparison(block, audit.Expected, seededVersions, fields: audit.Fields)
            .Run(connection, Work, audit.Adjust);
        return Describe(result with { Compared = audit.Accounts, Conserved = audit.IsConserved }) with
        {
            Scope = audit.Describe(),
            Outcomes = [audit.Outcomes],
        };
    }

    /// <inheritdoc cref="IWorkload.RemoveKeys"/>
    public void Remove()
    {
        if (seeded.Count == 0)
        {
            return;
        }

        using var connection = store.Connect();
        var keys = seeded.SelectMany(version => AccountTable.SeededKeys(Versions.Length, version));
        Work.Begin(((long)seeded.Count * Versions.Length) + retried.Count);
        AccountTable.Remove(connection, keys.Concat(retried), Work);
    }

    private WorkloadAudit Describe(AccountComparison result) =>
        new(result.Compared, result.Wrong, result.Conserved, [.. result.First.Select(Describe)])
        {
            IsAnyMissing = result.First.Any(difference => difference.Found.Kind is ReplyKind.Missing),
        };

    private AuditDifference Describe(AccountDifference difference)
    {
        var ((account, version), expected, found) = (difference.Key, difference.Expected, difference.Found);
        var names = FieldsOf(account);
        return new AuditDifference(
            account,
            $"{run}:{store.Tags?.Shown(account)}{account:x8}@{version:x8}",
            [
                new("sequence", expected.Sequence >> markBits),
                .. names.Zip(
                    difference.ExpectedFields.Prepend(expected.Balance), (name, value) => new Fact(name, value)),
            ],
            found.Kind == ReplyKind.Value
                ? $"at sequence {found.State.Sequence >> markBits} with " + string.Join(", ", names.Zip(
                    difference.FoundFields.Prepend(found.State.Balance), (name, value) => $"{name} {value}"))
                : found.Kind.ToString().ToLowerInvariant());
    }
}
