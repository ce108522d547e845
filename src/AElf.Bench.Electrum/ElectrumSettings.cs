using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Execution;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum;

/// <summary>The settings of the Electrum workload, and the rules over them.</summary>
public static class ElectrumSettings
{
    private const int Mebibyte = 1 << 20;

    private static readonly ChoiceRule<WalletTest> Tests = ChoiceRule.Of<WalletTest>();

    /// <summary>Accepts names of engines separated by commas, or <c>all</c>.</summary>
    public static readonly TextRule<IReadOnlyList<string>> EngineList = new(
        $"all, or some of {string.Join(", ", IndexEngines.Names)} separated by commas",
        text =>
        {
            var all = IndexEngines.Names.ToDictionary(name => name, StringComparer.OrdinalIgnoreCase);
            string[] names =
                text.Equals("all", StringComparison.OrdinalIgnoreCase) ? [.. IndexEngines.Names] : text.Split(',');
            return Array.TrueForAll(names, all.ContainsKey) && names.Distinct(all.Comparer).Count() == names.Length
                ? Array.ConvertAll(names, name => all[name])
                : null;
        });

    private static readonly SettingGroup Rows = SettingGroup.OfWorkload();

    public static readonly Setting<IReadOnlyList<string>> Engines = new(
        Rows, "Engines", EngineList, ["fulcrum"],
        "index engines to measure; several separated by commas, or all", "--engines NAMES");

    public static readonly Setting<WalletTest> Test = new(
        Rows, "Test", Tests, WalletTest.Both,
        "the test: initial (status of every address), refresh (every history and transaction), or both",
        "--test NAME");

    public static readonly Setting<int> Batch = new(
        Rows, "Batch", new WholeNumberRule(1, 10_000), 50, "requests that a wallet sends at once", "--batch N");

    public static readonly Setting<IndexLocation> Store = new(
        Rows, "Store", IndexLocation.Rule, IndexLocation.Memory,
        "temporary place of the indexes: memory or rocksdb:FOLDER; for a server use --database",
        "--store WHERE");

    public static readonly Setting<int> IndexMemory = IndexMemoryIn(Rows, "IndexMemory");

    public static readonly Setting<DiskModel?> Disk = new(
        Rows, "Disk",
        new TextRule<DiskModel?>($"{DiskModel.Names}, or READ_US,WRITE_US,MB/s such as 150,100,500", DiskModel.Parse)
        {
            Words = DiskModel.Names.Split(", "),
        },
        null,
        "also model a disk: charge each counted read at hdd, ssd, nvme, or READ_US,WRITE_US,MB/s", "--disk WHAT");

    public static readonly Setting<TimeSpan?> NodeLatency = new(
        Rows, "NodeLatency", TimeRule.RoundTrip, null, "also model the node: time of a call", "--node-latency TIME");

    public static readonly Setting<decimal?> NodeBandwidth = new(
        Rows, "NodeBandwidth", new DecimalNumberRule(0.001m, 1_000_000, "MB per second above 0, such as 10"), null,
        "also model the node: MB that it sends per second", "--node-bandwidth MB/S");

    /// <summary>All settings, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All { get; } = [.. Rows.All, .. ChainSettings.OfRuns];

    /// <summary>The options of a run, with the first of several engines and tests.</summary>
    public static ElectrumOptions Options(ResolvedSettings settings)
    {
        var chain = ChainSettings.Read(settings, settings.Get(CommonSettings.Seed));
        return new()
        {
            Engine = settings.Get(Engines)[0],
            Test = TestsOf(settings)[0],
            Batch = settings.Get(Batch),
            Wallets = settings.Get(ChainSettings.Wallets),
            Chain = chain.Synthetic ?? new SyntheticChainOptions(),
            Given = chain.Synthetic is not null && settings.Get(ChainSettings.Scripts) is null
                ? null
                : new GivenWallets(chain, settings.Get(CommonSettings.Seed))
                {
                    Count = (long)settings.Get(ChainSettings.Wallet) * settings.Get(ChainSettings.Wallets),
                    Scripts = settings.Get(ChainSettings.Scripts),
                    KeyAddresses = settings.Get(ChainSettings.KeyAddresses),
                },
            Model = new CostModel(
                settings.Get(Disk), settings.Get(NodeLatency) ?? TimeSpan.Zero, settings.Get(NodeBandwidth)),
            CommitAfter = BytesOf(settings, IndexMemory),
            Rate = settings.Get(MeasureSettings.Rate),
            Store = settings.Get(Store),
        };
    }

    /// <summary>The first option that contradicts a fact of its run, in words; null if all agree.</summary>
    /// <param name="options">The text of an option by its name; null for one that is not set.</param>
    /// <param name="facts">The facts in the report of the run.</param>
    public static string? Contradiction(
        Func<string, string?> options, IReadOnlyDictionary<string, FactValue> facts) => (
        from each in ((Setting Option, string Fact)[])
            [(Engines, "engine"), (Test, "test"), (Batch, "batch"), (ChainSettings.Wallets, "wallets")]
        let text = options(each.Option.Name)
        let fact = $"{facts.GetValueOrDefault(each.Fact)}"

        // An option with several values contains the value of the run.
        where text is not null && each.Option.Rule.Parse(text) is not WalletTest.Both
            && !text.Split(',').Contains(fact, StringComparer.Ordinal)
        select $"the option {each.Option.Name} is {Quoted.Text(text)}, and facts.{each.Fact} is {Quoted.Text(fact)}")
        .FirstOrDefault();

    public static string NameOf(WalletTest test) => Tests.Format(test);

    /// <summary>A run for each test and engine.</summary>
    public static IEnumerable<IReadOnlyDictionary<Setting, object>> Variants(ResolvedSettings settings) =>
        from test in TestsOf(settings)
        from engine in settings.Get(Engines)
        select new Dictionary<Setting, object> { [Engines] = (string[])[engine], [Test] = test };

    /// <summary>The problems of the settings. Rules skip values that were already refused.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings)
    {
        var store = settings.Get(Store);
        return new RuleList(settings)
        {
            {
                store.Folder is not null && settings.Get(StoreSettings.Type) is not StoreType.InMemory, Store,
                $"the indexes cannot be both in a folder and in {settings[StoreSettings.Type]}", "remove one of the two"
            },
            { store.Problem is not null, Store, $"{store.Problem}", $"use {IndexLocation.Memory}" },
            {
                settings.Get(MeasureSettings.Rate) is not null && settings.Get(ActorSettings.ConcurrencyLevel) > 0,
                ActorSettings.ConcurrencyLevel,
                "batches in one job wait for each other, not for the schedule of --rate",
                "remove it: with --rate each batch is a separate job"
            },
            ChainSettings.Check(settings),
        };
    }

    /// <summary>The row for the memory of an index, in MiB.</summary>
    public static Setting<int> IndexMemoryIn(SettingGroup rows, string key) => new(
        rows, key, new WholeNumberRule(1, 1_000_000), (int)(IndexEngine.DefaultCommitAfter / Mebibyte),
        "MiB of changes that an index keeps in memory before it commits them", "--index-memory MIB");

    /// <summary>The memory of an index in bytes.</summary>
    /// <param name="memory">A row of <see cref="IndexMemoryIn"/>.</param>
    public static long BytesOf(ResolvedSettings settings, Setting<int> memory) =>
        settings.Get(memory) * (long)Mebibyte;

    private static WalletTest[] TestsOf(ResolvedSettings settings) =>
        settings.Get(Test) is not WalletTest.Both and var one ? [one] : [WalletTest.Initial, WalletTest.Refresh];
}
