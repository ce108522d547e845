using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Execution;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum;

/// <summary>The settings of the Electrum workload, and the rules over them.</summary>
public static class ElectrumSettings
{
    private const int Mebibyte = 1 << 20;

    private static readonly string[] Tests = ["initial", "refresh", "both"];
    private static readonly List<Setting> Rows = [];

    /// <summary>The engines, a run for each.</summary>
    public static readonly Setting Engines = Add(
        "Engines",
        new EngineListRule(),
        "fulcrum",
        "a run for each index engine: all, or some with commas between",
        "--engines NAMES");

    /// <summary>What the wallets ask.</summary>
    public static readonly Setting Test = Add(
        "Test",
        new ChoiceRule(Tests),
        "both",
        "initial (the status of every address), refresh (every history and transaction), or a run for both",
        "--test NAME");

    /// <summary>Requests together.</summary>
    public static readonly Setting Batch = Add(
        "Batch", new WholeNumberRule(1, 10_000), "50", "requests that a wallet sends together", "--batch N");

    /// <summary>Where indexes are made.</summary>
    public static readonly Setting Store = Add(
        "Store",
        new IndexLocationRule(),
        $"{IndexLocation.Memory}",
        "where the indexes are made, and removed when the run ends: memory, sqlite:FOLDER or rocksdb:FOLDER; in a "
            + "server by --database",
        "--store WHERE");

    /// <summary>Memory for changes.</summary>
    public static readonly Setting IndexMemory = Add(
        "IndexMemory",
        new WholeNumberRule(1, 1_000_000),
        Text((int)(IndexEngine.DefaultCommitAfter / Mebibyte)),
        "MiB of changes that an index keeps in memory before it commits them",
        "--index-memory MIB");

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All { get; } = [.. Rows, .. ChainSettings.Of(Programs.Benchmark)];

    /// <summary>What a run is to be; of several engines and tests the first.</summary>
    public static ElectrumOptions Options(MergedSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        var chain = ChainSettings.Read(settings, settings.Seed);
        return new()
        {
            Engine = EngineListRule.Parse(settings[Engines]!)[0],
            Test = TestsOf(settings)[0],
            Batch = settings.Int(Batch),
            Chain = chain.Synthetic ?? new SyntheticChainOptions(),
            Given = chain.Synthetic is not null && settings[ChainSettings.Scripts] is null
                ? null
                : new GivenWallets(chain.Place, chain.LoginFile, chain.NetworkName, settings.Seed)
                {
                    Count = settings.Int(ChainSettings.Wallet) * settings.Int(ChainSettings.Wallets),
                    Scripts = settings[ChainSettings.Scripts],
                    KeyAddresses = settings.Int(ChainSettings.KeyAddresses),
                },
            CommitAfter = settings.Long(IndexMemory) * Mebibyte,
            Rate = settings[MeasureSettings.Rate],
            Store = IndexLocation.Parse(settings[Store]!)!,
        };
    }

    /// <summary>The name of a test.</summary>
    public static string NameOf(WalletTest test) => Tests[(int)test];

    /// <summary>A run for each test and engine.</summary>
    public static IEnumerable<IReadOnlyDictionary<Setting, string>> Variants(MergedSettings settings) =>
        from test in TestsOf(settings)
        from engine in EngineListRule.Parse(settings[Engines]!)
        select new Dictionary<Setting, string> { [Engines] = engine, [Test] = NameOf(test) };

    /// <summary>What is wrong. A rule over a value that was refused already stays silent.</summary>
    public static IEnumerable<ValidationError> Check(MergedSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        var store = IndexLocation.Parse(settings[Store]!)!;
        if (store.Folder is not null && !string.Equals(settings[Settings.Type], "inmemory", StringComparison.Ordinal))
        {
            yield return ValidationError.Error(
                Store.Option!,
                $"the indexes are to be in a folder and in {settings[Settings.Type]}",
                "remove one of the two");
        }

        if (store.Problem is { } missing)
        {
            yield return ValidationError.Error(Store.Option!, missing, $"use sqlite:{store.Folder}");
        }

        if (settings[MeasureSettings.Rate] is not null && settings.Int(Settings.ConcurrencyLevel) > 0)
        {
            yield return ValidationError.Error(
                settings.What(Settings.ConcurrencyLevel),
                "batches of one job wait for each other, and not for the schedule of --rate",
                "remove it: with --rate each batch is a job of its own");
        }

        foreach (var problem in ChainSettings.Check(settings))
        {
            yield return problem;
        }
    }

    private static WalletTest[] TestsOf(MergedSettings settings) =>
        Array.IndexOf(Tests, settings[Test]) is var test and < 2
            ? [(WalletTest)test]
            : [WalletTest.Initial, WalletTest.Refresh];

    private static Setting Add(string key, ValueRule rule, string? value, string purpose, string syntax)
    {
        Rows.Add(new($"Workload.{key}", Topic.Workload, rule, value, purpose)
        {
            Syntax = syntax,
            Programs = Programs.Runs,
            Submission = Submission.Always,
            ScenarioKey = $"workload.{char.ToLowerInvariant(key[0])}{key[1..]}",
        });
        return Rows[^1];
    }

    private static string Text(int value) => value.ToString(CultureInfo.InvariantCulture);

    /// <summary>Names of engines with commas between, or <c>all</c>.</summary>
    private sealed class EngineListRule() : ValueRule(
        $"all, or some of {string.Join(", ", IndexEngines.Names)} with commas between", JsonForm.Text)
    {
        public override string? Normalise(string text)
        {
            if (text.Equals("all", StringComparison.OrdinalIgnoreCase))
            {
                return string.Join(',', IndexEngines.Names);
            }

            var names = text.Split(',').Select(name => IndexEngines.Names.FirstOrDefault(
                known => known.Equals(name, StringComparison.OrdinalIgnoreCase))).ToList();
            return names.Contains(null) || names.Distinct(StringComparer.Ordinal).Count() < names.Count ? null
                : string.Join(',', names);
        }

        public static string[] Parse(string text) => text.Split(',');
    }
}
