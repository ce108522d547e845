using System.Security.Cryptography;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;
using Xunit;

namespace AElf.Bench.TestKit.Stores;

/// <summary>
/// The contract of every server with scripts: it agrees with the model of the simulations for all numbers. A subclass
/// for each server creates the store.
/// </summary>
public abstract class ScriptContract(ITestOutputHelper output)
{
    private static readonly long[] Extremes =
    [
        0, 1, -1, long.MaxValue, long.MinValue, long.MaxValue / 2, 3_037_000_500, (1L << 53) - 1, 1L << 53,
        (1L << 53) + 1, -(1L << 53) - 1, 94_906_267, uint.MaxValue, -(1L << 32),
    ];

    // The number of random contract files.
    private static readonly int Files = Environment.GetEnvironmentVariable("AELF_TESTS_ALL") is "1" ? 150 : 50;

    /// <summary>Whether all keys have the same hash tag.</summary>
    protected virtual bool IsTagged => false;

    protected abstract IStore CreateStore(RunId run);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Evaluate_RandomContractsAndNumbers_DoesWhatTheModelDoes(bool isGrouped)
    {
        var answers = new Dictionary<long, int>();
        for (ulong seed = 0; seed < (ulong)Files; seed++)
        {
            Play(new SeededRandom(seed), isGrouped, answers, $"seed {seed}");
        }

        output.WriteLine(string.Join(", ", answers.OrderBy(each => each.Key)));
        long[] met = isGrouped
            ? [Contract.Accepted, Contract.Overflow, Contract.DivisionByZero, StoreScript.Repeated, StoreScript.Torn]
            : [Contract.Accepted, Contract.Overflow, Contract.DivisionByZero, StoreScript.Stale, StoreScript.Lost];
        Assert.All(met, answer => Assert.True(answers.GetValueOrDefault(answer) > Files / 15, $"void: {answer}"));
    }

    [Fact]
    public void Evaluate_AccountIsMissing_SaysSo()
    {
        var scripts = StoreScript.Of(ContractSource.Transfer.File, isGrouped: true, ContractGuards.All);
        using var store = Open(scripts, more: 0);
        using var connection = store.Connect();

        connection.Evaluate(scripts[0], [new(1, 0), new(2, 0)], [1, 5], tag: 9);

        Assert.Equal(
            new AccountReply(ReplyKind.Number, 9, default, new AccountState(StoreScript.Missing, 0)),
            connection.Exchange()[0]);
    }

    [Fact]
    public void Connect_ContractsWithAllThatIsAllowed_LoadsTheirScripts()
    {
        var fields = string.Join(", ", Enumerable.Range(0, ContractLimits.Fields).Select(field => $"f{field} 0..9"));
        var accounts = string.Join(", ", Enumerable.Range(0, ContractLimits.Roles).Select(role => $"a{role}"));
        var lets = string.Concat(Enumerable.Range(0, 300).Select(let => $"  let v{let} = n + {let}\n"));
        var sums = string.Concat(Enumerable.Range(0, ContractLimits.Roles).SelectMany(
            role => Enumerable.Range(0, ContractLimits.Fields).Select(field => $"  a{role}.f{field} += v{role}\n")));
        var deep = new string('(', ContractLimits.Depth - 4) + "n + n" + string.Concat(
            Enumerable.Repeat(" + n)", ContractLimits.Depth - 4));
        var (file, errors) = ContractReader.Read(
            $"pool p: {fields}\ncontract c\n  account {accounts}: pool p\n  param n: 1..9\n{lets}{sums}"
                + $"  a0.f0 += {deep}\n");
        Assert.Empty(errors);
        var scripts = StoreScript.Of(file!, isGrouped: false, ContractGuards.All);

        using var store = Open(scripts, ContractLimits.Fields - 1);
        using var connection = store.Connect();

        Assert.Equal(0, connection.Outstanding);
    }

    private PersistentAccountStore Open(StoreScript[] scripts, int more)
    {
        var run = new RunId(BitConverter.ToUInt32(RandomNumberGenerator.GetBytes(4)));
        var store = new PersistentAccountStore(
            CreateStore(run), run, new AccountLayout(more, IsTagged: IsTagged), scripts);
        store.Tags?.Place(0, Enumerable.Range(0, ContractLimits.Roles + 1));
        return store;
    }

    private void Play(SeededRandom random, bool isGrouped, Dictionary<long, int> answers, string context)
    {
        var (file, text) = RandomContracts.Draw(random);
        var scripts = StoreScript.Of(file, isGrouped, ContractGuards.All);
        using var store = Open(scripts, file.FieldCount - 1);
        using var connection = store.Connect();
        var jobs = isGrouped ? 0 : 1;
        var held = Enumerable.Range(0, jobs + ContractLimits.Roles).Select(account => new ScriptModel.Held(
            new AccountState(0, account < jobs ? 0 : Any(random)),
            [.. Enumerable.Range(0, file.FieldCount - 1).Select(_ => account < jobs ? 0 : Any(random))])).ToArray();
        for (var account = 0; account < held.Length; account++)
        {
            Seed(connection, new AccountKey(account, 3), held[account]);
        }

        for (var call = 1; call <= 30; call++)
        {
            var script = scripts[random.Next(scripts.Length)];
            int[] named = [.. Enumerable.Range(0, jobs), .. Accounts(script, random).Select(account => jobs + account)];
            long[] arguments = script.Contract is null
                ? [random.Next(4)]
                :
                [
                    isGrouped ? 1 + random.Next(40) : call,
                    .. isGrouped
                        ? Array.Empty<long>()
                        : [held[0].Epoch + OneOfEight(random), held[0].State.Sequence + OneOfEight(random)],
                    .. script.Contract.Parameters.Select(_ => Any(random)),
                ];
            connection.Evaluate(script, [.. named.Select(account => new AccountKey(account, 3))], arguments, call);

            var reply = Drain(connection)[^1];
            ScriptModel.Held?[] found = [.. named.Select(account => held[account])];
            var expected = ScriptModel.Execute(script, found, arguments);
            Assert.True(
                (ReplyKind.Number, call, expected) == (reply.Kind, reply.Tag, reply.State.Sequence),
                $"{context}: {reply} {connection.LastError}, and not {expected}\n{text}\n{script.Text}");
            answers[expected] = answers.GetValueOrDefault(expected) + 1;
            AssertHolds(connection, held, context, script);
        }
    }

    private static void Seed(IAccountConnection connection, AccountKey key, ScriptModel.Held account)
    {
        if (account.Fields.Length == 0)
        {
            connection.Set(key, account.State, tag: 0);
        }
        else
        {
            connection.SetFields(key, account.State, account.Fields, tag: 0);
        }
    }

    private static void AssertHolds(
        IAccountConnection connection, ScriptModel.Held[] held, string context, StoreScript script)
    {
        for (var account = 0; account < held.Length; account++)
        {
            connection.Get(new AccountKey(account, 3), account);
            var found = connection.Exchange()[0];
            Assert.True(
                found.Holds(new AccountKey(account, 3), held[account].State)
                    && connection.FieldsOf(0).SequenceEqual(held[account].Fields),
                $"{context}: {found} {connection.LastError}, and not {held[account].State}\n{script.Text}");
        }
    }

    private static AccountReply[] Drain(IAccountConnection connection)
    {
        var all = new List<AccountReply>();
        while (connection.Outstanding > 0)
        {
            all.AddRange(connection.Exchange());
        }

        return [.. all];
    }

    private static int[] Accounts(StoreScript script, SeededRandom random)
    {
        int[] all = [.. Enumerable.Range(0, ContractLimits.Roles)];
        random.Shuffle(all);
        return all[..(script.Contract?.Roles.Count ?? 0)];
    }

    private static int OneOfEight(SeededRandom random) => random.Next(8) == 0 ? 1 : 0;

    private static long Any(SeededRandom random) => random.Next(4) switch
    {
        0 => Extremes[random.Next(Extremes.Length)],
        1 => (long)random.NextBits(),
        _ => random.Next(80) - 20,
    };
}
