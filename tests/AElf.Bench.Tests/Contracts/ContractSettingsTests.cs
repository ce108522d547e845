using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Settings;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Tests.CommandLine;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Contracts;
using AElf.Benchmark.Verbs.Measure;

namespace AElf.Bench.Tests.Contracts;

public sealed class ContractSettingsTests
{
    private const string Own =
        "contract own\naccount a, b\nparam n: 1..5\nrequire a.balance >= n\na.balance -= n; b.balance += n\n";

    private const string Fields =
        "pool a: balance 9..20, x 1..5, y 1..5\ncontract own\naccount a\nparam n: 1..5\na.x += n; a.y += 1\n";

    private static readonly TransferWorkloadType Type = new();

    [Theory]
    [InlineData("transfer", "transfer")]
    [InlineData("SmallBank", "smallbank")]
    [InlineData("smallbank:15,15,15,25,15,15", "smallbank")]
    [InlineData("smallbank:20+20+20+0+20+20", "smallbank:20,20,20,0,20,20")]
    [InlineData("smallbank:0,0,0,0,0,0", null)]
    [InlineData("smallbank:1,2,3,4,5", null)]
    [InlineData("smallbank:1,2,3,4,5,1001", null)]
    [InlineData("smallbank:1,2,3,4,5,-6", null)]
    [InlineData("smallbank:", null)]
    [InlineData("bank", null)]
    public void Mix_Text_IsReadAsItIsNamed(string text, string? normal) =>
        Assert.Equal(normal, TransactionMix.Rule.Normalise(text));

    [Fact]
    public void Mix_Shares_EqualThoseOfTheContracts() =>
        Assert.Equal(
            [1, 2, 3, 4, 5, 6],
            ((TransactionMix)TransactionMix.Rule.Parse("smallbank:1,2,3,4,5,6")!).Contracts!.File.Contracts
                .Select(contract => contract.Weight));

    [Theory]
    [InlineData("--mix smallbank:1,2,3,4,5,6")]
    [InlineData("--contract erc20")]
    [InlineData("--contract DIR/own.contract")]
    public void Contract_Submitted_IsTheSameAtTheManagerAndItsWorkers(string option)
    {
        using var program = new ProgramUnderTest(TransferPrograms.Benchmark.Parse);
        program.Folder.Write("own.contract", Own);
        var own = ((BenchmarkOptions)program.Options(
            $"-n 400 --groups 7 7 --skew 0.5 --seed 9 {option}")).Settings;
        var table = TransferPrograms.Benchmark.Program.Table;

        var received = RunSettings.Read(table, RunSettings.From(table, own, withStore: false));

        Assert.Empty(Type.Check(received));
        var here = Assert.IsType<ContractLoad>(Type.Load(own));
        var there = Assert.IsType<ContractLoad>(Type.Load(received));
        Assert.Equal(here.Block.Checksum, there.Block.Checksum);
        Assert.Equal((here.Source.Name, here.Source.Hash), (there.Source.Name, there.Source.Hash));
        Assert.IsType<AccountPumps>(
            Type.OpenPumps(new MemoryStore(), new RunId(1), received, there.Proof.Span, TimeProvider.System));
        Assert.Throws<FormatException>(
            () => Type.OpenPumps(new MemoryStore(), new RunId(1), received, new byte[32], TimeProvider.System));
    }

    [Theory]
    [InlineData("--key-size 64 --value-size 300", 64, 300, ", keys of 64 and values of 300 bytes")]
    [InlineData("--value-size 300 --contract DIR/fields.contract", 28, 300, ", keys of 28 and values of 300 bytes")]
    [InlineData("--contract DIR/fields.contract", 28, 52, "")]
    [InlineData("--value-size 32", 28, 32, "")]
    public void Load_Sizes_AreEqualInProbeWorkersAndReport(
        string options, int key, int value, string words)
    {
        using var program = new ProgramUnderTest(TransferPrograms.Benchmark.Parse);
        program.Folder.Write("fields.contract", Fields);
        var own = ((BenchmarkOptions)program.Options($"-n 400 --database redis {options}")).Settings;
        var table = TransferPrograms.Benchmark.Program.Table;
        var received = RunSettings.Read(table, RunSettings.From(table, own, withStore: false));

        Assert.Empty(Type.Check(received));
        using var workload = Type.Load(received).Open(new RunId(1), new ActorOptions(), new MemoryStore());

        Assert.Equal((key, value), (workload.Probe.KeyLength, workload.Probe.ValueLength));
        Assert.Equal($"strict{words}", workload.Description.Setup);
        Assert.Equal(
            words.Length > 0 ? ["keySize", "valueSize"] : Array.Empty<string>(),
            workload.Description.Facts.Select(fact => fact.Name)
                .Where(name => name.EndsWith("Size", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("--contract erc20 --mode batch", "--mode: batch ", "use strict, multi or exec")]
    [InlineData("--contract erc20 --load receiver", "--load: receiver ", "use even, zipf, sizes or hot")]
    [InlineData("--contract erc20 --block-out DIR/b", "--block-out: ", "; remove it")]
    [InlineData("--contract erc20 --mix smallbank", "--mix: ", "remove --mix or --contract")]
    [InlineData("--contract swap --groups 4 4", "--groups: ", "(market); remove it")]
    [InlineData("--contract swap --skew 1", "--skew: ", "(market); remove it")]
    [InlineData("--contract nofile",
        "--contract: 'nofile' is not valid; the file does not exist; expected a contract file, or one of ")]
    [InlineData("--contract DIR", "is not valid; it is a folder; expected a contract file")]
    [InlineData("--contract transfer --block-in DIR", "--block-in: 'DIR' is a folder; expected an existing file")]
    [InlineData("--contract DIR/bad.contract",
        "--contract DIR/bad.contract:2:1: found 'acount'; did you mean account?")]
    [InlineData("--contract DIR/large.contract", "--contract DIR/large.contract: it has more than 65536 characters; "
        + "a contract file has at most that many")]
    [InlineData("--contract DIR/fields.contract --database redis --value-size 51",
        "--value-size: '51' is too small for the accounts of fields; expected at least 52")]
    [InlineData("--contract erc20 --key-size 64", "--key-size: the in-memory store ")]
    [InlineData("--value-size 64", "--value-size: the in-memory store ")]
    [InlineData("--database redis --value-size 31", "expected a whole number from 32 to 65536")]
    [InlineData("--database redis --key-size 27", "expected a whole number from 28 to 1024")]
    public void Contract_UnsupportedOption_IsRefused(string option, params string[] facts)
    {
        using var program = new ProgramUnderTest(TransferPrograms.Benchmark.Parse);
        program.Folder.Write("bad.contract", "contract c\nacount a\n");
        program.Folder.Write("fields.contract", Fields);
        program.Folder.Write("large.contract", new string('#', 2_000_000));

        Prose.AssertNames(program.Problems($"-n 400 {option}"), facts);
    }

    [Theory]
    [InlineData("--mix smallbank -n 400 --groups 7 7", "smallbank even", 0.0)]
    [InlineData("--mix smallbank -n 400 --groups 7 7 --skew 1", "smallbank skew 1.0", 1.0)]
    [InlineData("--mix smallbank --load sizes:40x5,100x2", "smallbank of given sizes", null)]
    [InlineData("--contract swap -n 400", "swap of shared accounts", null)]
    [InlineData("--contract transfer -n 400 --load hot:3,0.5", "transfer of given sizes", null)]
    public void Describe_Load_SaysMixAndGroups(string options, string variant, double? skew)
    {
        using var program = new ProgramUnderTest(TransferPrograms.Benchmark.Parse);
        var settings = ((BenchmarkOptions)program.Options(options)).Settings;
        settings = settings.With(Type.Variants(settings).First());

        using var workload = Type.Load(settings).Open(default, new ActorOptions(), store: null);

        var facts = workload.Description.Facts.ToDictionary(
            fact => fact.Name, fact => fact.Value, StringComparer.Ordinal);
        Assert.Equal(
            ("transfers", "transaction", variant),
            (workload.Description.Name, workload.Description.Noun, workload.Description.Variant));
        Assert.Equal((variant.Split(' ')[0], skew), (facts["mix"].ToString(), facts["skew"].Number));
        Assert.Equal(400, workload.BlockWeight);
    }

    [Fact]
    public void MaxBlocks_ExecutedByTheClient_UsesTheRangeOfSequenceNumbers()
    {
        using var program = new ProgramUnderTest(TransferPrograms.Benchmark.Parse);
        var settings = ((BenchmarkOptions)program.Options("--contract erc20 -n 400")).Settings;

        using var workload = Type.Load(settings).Open(default, new ActorOptions(), store: null);

        Assert.Equal(long.MaxValue / 2 / 400, workload.MaxBlocks);
    }

    [Theory]
    [InlineData(0, 512, 1)]
    [InlineData(0, 513, 2)]
    [InlineData(0, 1024, 2)]
    [InlineData(7, 1024, 7)]
    public void MaxJobs_HeavyJobs_AreSplit(int concurrency, int transactions, int jobs) => Assert.Equal(
        jobs,
        TransferWorkload.MaxJobsOf(
            new ActorOptions { Actors = 1, Lanes = 1, ConcurrencyLevel = concurrency }, transactions));

    [Theory]
    [InlineData("contract,from,to,amount\ntransfer,x,y,5\napprove,,,7",
        "has no column holder, which contract approve needs")]
    [InlineData("from,to,amount,holder\nx,y,5,",
        "has no column contract, which names one of transfer, approve, transferFrom")]
    [InlineData("contract,from,to,amount,holder\nsend,x,y,5,",
        "line 2: contract 'send' is not one of transfer, approve")]
    [InlineData("contract,from,to,amount,holder\ntransfer,x,,5,", "line 2: no account for to")]
    [InlineData("contract,from,to,amount,holder\ntransfer,x,x,5,",
        "line 2: it names account x twice, as from and as to")]
    [InlineData("contract,from,to,amount,holder\ntransfer,x,y,5.5,",
        "line 2, column amount: found '5.5'; contract transfer expects a whole number from 1 to 100")]
    [InlineData("contract,from,to,amount,holder\ntransfer,x,y,-7,", "line 2, column amount: found '-7'; contract")]
    [InlineData("contract,from,to,amount,holder\ntransfer,x,y,100,\ntransfer,x,y,101,", "line 3, column amount")]
    [InlineData("contract,from,From ,to,amount,holder\n", "line 1: columns 2 and 3 have the name from")]
    [InlineData("AELFBLK1....", "is a block file, which contains transfers: remove --contract")]
    [InlineData("contract,from,to,amount,holdr\n", "has no column holder, which contract approve needs")]
    [InlineData("contract,from,to,amount,holder\n", "contains no transaction")]
    public void Csv_BadFile_HasPlaceAndFault(string text, string message)
    {
        using var program = new ProgramUnderTest(TransferPrograms.Benchmark.Parse);
        program.Folder.Write("block.csv", text);
        var settings = ((BenchmarkOptions)program.Options("--contract erc20 --block-in DIR/block.csv")).Settings;

        var refused = Assert.Throws<FormatException>(() => Type.Load(settings));

        Assert.Contains(message, refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("1", true)]
    [InlineData("3", false)]
    [InlineData("9", true)]
    [InlineData("20", true)]
    [InlineData("99", false)]
    public void Csv_Parameter_MustBeInOneOfItsRanges(string given, bool isRight)
    {
        using var program = new ProgramUnderTest(TransferPrograms.Benchmark.Parse);
        program.Folder.Write("k.contract", "contract c\naccount a\nparam k: 1 or 9..20 zipf 0.9\na.balance += k\n");
        program.Folder.Write("block.csv", $"a,k\nx,{given}\n");
        var options = program.Options("--contract DIR/k.contract --block-in DIR/block.csv");

        var problem = Record.Exception(() => Type.Load(((BenchmarkOptions)options).Settings));

        Assert.Equal(isRight ? null : typeof(FormatException), problem?.GetType());
    }

    [Theory]
    [InlineData("#@own\n" + Own, null, "own", true)]
    [InlineData("#@own\n" + Own, null, "0123456789abcdef", false)]
    [InlineData("#@own\n" + Own, null, null, false)]
    [InlineData("erc20", null, "0123456789abcdef", true)]
    [InlineData(null, "smallbank", "0123456789abcdef", true)]
    [InlineData(null, "transfers", "0123456789abcdef", false)]
    [InlineData(null, null, null, true)]
    public void Contradiction_ContractsDifferFromTheHash_AreNamed(
        string? text, string? mix, string? hash, bool agrees)
    {
        IWorkloadType type = Type;
        var recorded = hash is "own" ? ContractSource.Parse("#@own\n" + Own)!.Hash : hash;

        var problem = type.Contradiction(
            name => name == TransferSettings.Contract.Name ? text : name == TransferSettings.Mix.Name ? mix : null,
            weight: 9,
            Fact.Named(new Fact("contractHash", recorded)),
            recorded is null && text is null ? [] : [new KindOutcomes("own", 1, [])]);

        Assert.Equal(agrees, problem is null);
    }

    [Theory]
    [InlineData("own", "the condition of line 4", null)]
    [InlineData("own", "overflow", null)]
    [InlineData("own", UngroupedAudit.UnknownReason, null)]
    [InlineData(UngroupedAudit.AllContracts, UngroupedAudit.UnknownReason, null)]
    [InlineData("own", "the market is closed", "'the market is closed'")]
    [InlineData("own", "accepted", "'accepted'")]
    [InlineData(UngroupedAudit.AllContracts, "overflow", "'overflow'")]
    [InlineData("swap", "overflow", "'swap'")]
    [InlineData(null, null, "counts no transactions")]
    public void Contradiction_ReasonsDifferFromTheContracts_AreNamed(string? kind, string? reason, string? named)
    {
        IWorkloadType type = Type;

        var problem = type.Contradiction(
            name => name == TransferSettings.Contract.Name ? "#@own\n" + Own : null,
            weight: 9,
            Fact.Named(new Fact("contractHash", ContractSource.Parse("#@own\n" + Own)!.Hash)),
            kind is null ? [] : [new KindOutcomes(kind, 9, [new ReasonCount(reason!, 5)])]);

        Assert.Equal(named is null, problem is null);
        Assert.Contains(named ?? "", problem ?? "", StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("store", null, true)]
    [InlineData("client", null, false)]
    [InlineData("client", "nofile", false)]
    public void Contradiction_ScriptsOfTheStore_HaveTheContractOfTransfers(string execute, string? text, bool agrees)
    {
        IWorkloadType type = Type;

        var problem = type.Contradiction(
            name => name == TransferSettings.Contract.Name ? text : name == "Actor.Execute" ? execute : null,
            weight: 9,
            Fact.Named(new Fact("contractHash", ContractSource.Transfer.Hash)),
            [new KindOutcomes("transfer", 9, [])]);

        Assert.Equal(agrees, problem is null);
    }

    [Theory]
    [InlineData("--contract transfer", "x,y,5", "x,y,6")]
    [InlineData("", "x,y,5", "x,y,6")]
    [InlineData("--contract transfer", "x,y,5", "y,z,5")]
    public void Describe_OtherRowsOfAFile_HaveAnotherChecksum(string options, string row, string other)
    {
        using var program = new ProgramUnderTest(TransferPrograms.Benchmark.Parse);

        string? Checksum(string second)
        {
            program.Folder.Write("block.csv", $"from,to,amount\nx,y,5\n{second}\nz,x,1\n");
            var words = $"--block-in DIR/block.csv {options}".TrimEnd();
            var settings = ((BenchmarkOptions)program.Options(words)).Settings;
            using var workload = Type.Load(settings).Open(default, new ActorOptions(), store: null);
            return workload.Description.Facts.Single(fact => fact.Name == LoadFacts.Checksum).Value.Text;
        }

        Assert.Equal(Checksum(row), Checksum(row));
        Assert.NotEqual(Checksum(row), Checksum(other));
        Assert.Matches("^[0-9a-f]{8}$", Checksum(row));
    }

    [Theory]
    [InlineData("contarct", "did you mean contract?")]
    [InlineData("note", null)]
    public void Csv_ColumnNameSimilarToAMissingOne_IsRefused(string column, string? advice)
    {
        using var program = new ProgramUnderTest(TransferPrograms.Benchmark.Parse);
        program.Folder.Write("block.csv", $"from,to,amount,{column}\nx,y,5,transfer\n");
        var settings = ((BenchmarkOptions)program.Options("--contract transfer --block-in DIR/block.csv")).Settings;

        var refused = Record.Exception(() => Type.Load(settings));

        Assert.Equal(advice is null, refused is null);
        Assert.Contains(advice ?? "", refused?.Message ?? "", StringComparison.Ordinal);
    }

    [Fact]
    public void Csv_Rows_BecomeTransactions()
    {
        using var program = new ProgramUnderTest(TransferPrograms.Benchmark.Parse);
        program.Folder.Write(
            "block.csv",
            "contract,from,to,holder,amount,note\ntransfer,x,y,,5,a\napprove,,,z,7,b\n"
            + "transferFrom,z,x,,2,c\ntransfer,v,w,,1,d\n");
        var settings = ((BenchmarkOptions)program.Options("--contract erc20 --block-in DIR/block.csv")).Settings;

        var load = Assert.IsType<ContractLoad>(Type.Load(settings));

        Assert.Equal((4, 5), (load.Block.Count, load.Block.Accounts.AccountCount));
        Assert.Equal(["note"], load.Unused);
        Assert.Equal([2L, 0L], load.Block.AccountsAt(2).ToArray());
        Assert.Equal([7L], load.Block.ParametersAt(1).ToArray());
        using var workload = load.Open(default, new ActorOptions(), store: null);
        Assert.Equal("erc20 of a file", workload.Description.Variant);
    }
}
