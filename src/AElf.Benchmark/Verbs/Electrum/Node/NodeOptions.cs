using System.Net;
using System.Reflection;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Sources;

namespace AElf.Benchmark.Verbs.Electrum.Node;

/// <summary>What <c>electrum node</c> was asked for.</summary>
/// <param name="Chain">What it serves.</param>
/// <param name="Listen">Where it listens.</param>
/// <param name="LoginFile">A file with user and password; null has it make a cookie.</param>
/// <param name="CookieFile">Where it puts the cookie.</param>
/// <param name="Waiting">Transactions that wait when it starts.</param>
/// <param name="BlocksEvery">Time between blocks that it makes; null makes them on demand only.</param>
internal sealed record NodeOptions(
    ChainChoice Chain, IPEndPoint Listen, string? LoginFile, string CookieFile, int Waiting, TimeSpan? BlocksEvery)
{
    /// <summary>The word after <c>electrum</c>.</summary>
    public const string Verb = "node";

    private static readonly List<Setting> Rows = [];

    private static readonly Setting ListenAt = Add(
        "listen", Topic.Process, new ListenRule(), "127.0.0.1:18443", "where it listens", "--listen IP:PORT");

    private static readonly Setting Login = Add(
        "login",
        Topic.Security,
        SettingRules.Path,
        null,
        "file with USER:PASSWORD in one line, for who may call it",
        "--login-file FILE");

    private static readonly Setting Cookie = Add(
        "cookie",
        Topic.Security,
        SettingRules.OutputFile,
        "electrum-node.cookie",
        "without --login-file: where a new user and password are put for as long as it runs",
        "--cookie FILE");

    private static readonly Setting MempoolSize = Add(
        "mempool",
        Topic.Workload,
        new WholeNumberRule(0, 10_000),
        "0",
        "transactions that wait for a block when it starts",
        "--mempool N");

    private static readonly Setting Growth = Add(
        "blocksEvery",
        Topic.Workload,
        new DurationRule(),
        null,
        "adds a block to a synthetic chain each time, with what waits",
        "--blocks-every TIME");

    /// <summary>What the verb takes and says of itself.</summary>
    public static ProgramDescription Program { get; } = new()
    {
        Assembly = Assembly.GetExecutingAssembly(),
        Word = ElectrumWorkloadType.WorkloadName,
        Verb = Verb,
        Program = Programs.ElectrumNode,
        Table = [.. ChainSettings.Of(Programs.ElectrumNode), .. Rows],
        Purpose = "Serves a chain over bitcoind's JSON-RPC, so that real Electrum servers index it.",
        Sections =
        [
            new("Chain", Topic.Workload), new("Listener", Topic.Process), new("Login", Topic.Security),
        ],
        Notes = """
            It answers what Electrum servers ask: getblockcount, getbestblockhash, getblockhash, getblock,
            getblockheader, getblockchaininfo, getrawtransaction, getrawmempool, getmempoolinfo,
            getnetworkinfo, getindexinfo, getzmqnotifications, estimatesmartfee, uptime, help. A synthetic
            chain grows on demand: generate COUNT makes blocks, fillmempool COUNT transactions that wait,
            sendrawtransaction takes one in, for the next block, and invalidateblock HASH takes a block off and
            all that follow it, for another branch:
              curl -u $(cat electrum-node.cookie) -d '{"method":"generate","params":[1]}' 127.0.0.1:18443

            Exit codes: 0 ended by SIGINT or SIGTERM, 1 usage, 2 cannot listen, or the chain cannot be read
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--seed 1",
        Examples =
        [
            new("the chain of the published test", "--listen 127.0.0.1:18443"),
            new("a node's own blocks", "--chain ~/.bitcoin/regtest/blocks"),
        ],
    };

    /// <summary>
    /// Reads the words after the verb; null when something is wrong with them, which is then in
    /// <paramref name="problems"/>.
    /// </summary>
    public static NodeOptions? Read(IReadOnlyList<string> words, List<ValidationError> problems)
    {
        var given = CommandLineReader.Read(Program, words).Settings;
        var settings = new MergedSettings(Programs.ElectrumNode, given);
        problems.AddRange([.. given.Problems, .. ChainSettings.Check(settings)]);
        var chain = ChainSettings.Read(settings);
        if (chain.Synthetic is null && settings.Int(MempoolSize) > 0)
        {
            problems.Add(ValidationError.Error(
                MempoolSize.Option!, "nothing waits on a chain that is there", "leave it out, or --chain"));
        }

        if (chain.Synthetic is null && settings[Growth] is not null)
        {
            problems.Add(ValidationError.Error(
                Growth.Option!, "only a synthetic chain is made longer here", "leave it out, or --chain"));
        }

        return problems.Count > 0 ? null : new NodeOptions(
            chain,
            IPEndPoint.Parse(settings[ListenAt]!),
            settings[Login],
            settings[Cookie]!,
            settings.Int(MempoolSize),
            settings[Growth] is { } pause ? TimeRule.Parse(pause) : null);
    }

    private static Setting Add(
        string key, Topic topic, ValueRule rule, string? value, string purpose, string syntax)
    {
        var setting = new Setting($"Node.{key}", topic, rule, value, purpose)
        {
            Syntax = syntax,
            Programs = Programs.ElectrumNode,
        };
        Rows.Add(setting);
        return setting;
    }
}
