using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Electrum;

/// <summary>
/// Recommends the server of an engine by size, speed and time to build. Without a model, the published ratio counts for
/// a server that was slower in 2022 than its design explains.
/// </summary>
internal static class EngineAdvice
{
    // A time within this factor of the fastest is short enough; then a smaller index is better.
    private const double Bearable = 2;

    // An index within this factor of the smallest counts as equally small.
    private const double AsSmall = 1.1;

    // The published and the measured ratio of a design differ by up to this factor, because of machine and chain.
    private const double Explained = 3;

    // The user of a single wallet does not notice shorter times.
    private const double NoticedMs = 100;

    // The build of the first engine includes compilation, so only larger factors are reported.
    private const double BuildsFaster = 3;

    // Designs without a server for wallets today: Fulcrum 2 refuses fast-sync, and addrindexrs has no subscriptions.
    private static readonly string[] Unavailable = ["fulcrum-fast", "addrindexrs"];

    // Further requirements of a server.
    private static readonly Dictionary<string, string> Needs = new(StringComparer.Ordinal)
    {
        ["electrs"] = "electrs 0.12, which needs Bitcoin Core 31",
        ["esplora"] = "Blockstream's fork of electrs",
        ["esplora-light"] = "Blockstream's fork of electrs, with --lightmode",
    };

    /// <summary>The advice, in sentences; empty if no engine has a server today.</summary>
    /// <param name="runs">Runs of at least two engines, over one chain with the same wallets.</param>
    public static IReadOnlyList<string> From(IReadOnlyList<EngineRun> runs)
    {
        Choice[] all =
        [
            .. runs.GroupBy(run => run.Engine, StringComparer.Ordinal)
                .Where(each => !Unavailable.Contains(each.Key, StringComparer.Ordinal))
                .Select(each => Of([.. each], runs)),
        ];
        if (all is [])
        {
            return [];
        }

        var fastest = all.MinBy(each => each.Ms)!;
        var most = Math.Max(Bearable * fastest.Ms, runs[0].Number("wallets") > 1 ? 0 : NoticedMs);
        var quick = Array.FindAll(all, each => each.Ms <= most);
        var least = quick.Min(each => each.Bytes);
        var chosen = quick.Where(each => each.Bytes <= AsSmall * least).MinBy(each => each.Ms)!;
        var smaller = all.Where(each => each.Bytes < chosen.Bytes
                && !Array.Exists(all, other => other.Ms < each.Ms && other.Bytes <= each.Bytes))
            .MaxBy(each => each.Bytes);
        Choice?[] named = [chosen, smaller, chosen == fastest ? null : fastest];
        return
        [
            $"For {Wallets(runs[0])}, run {chosen.Engine}.",
            $"Reason: {Reason(chosen, fastest, smaller)}.",
            .. smaller is null ? [] : (string[])
                [
                    $"Smaller: {smaller.Engine} needs {Size(smaller)}. It takes {Number(smaller.Ms / chosen.Ms)} times "
                        + "as long.",
                ],
            .. chosen == fastest ? [] : (string[])
                [$"Faster: {fastest.Engine} takes {TimeOf(fastest)}. It needs {Size(fastest)}."],
            .. all is [_] ? [] : Builds(chosen, all),
            .. Needs.TryGetValue(chosen.Engine, out var need) ? (string[])[$"Server: {need}."] : [],
            $"Time: {chosen.Tests}, {StateOf(runs[0])}.",
            $"Disk: {Ratio(chosen.Bytes, runs[0])} times the blocks of this chain, with the node's txindex if needed.",
            .. all.Where(each => each.Factor > 1 && !each.IsModelled).Select(each =>
                $"In 2022 {each.Engine} was slower than its design explains. Its time here counts "
                    + $"{Number(each.Factor)}-fold."),
            .. named.OfType<Choice>().Where(each => each.Factor > 1 && each.IsModelled).Select(each =>
                $"Caution: in 2022 {each.Engine} was up to {Number(each.Factor)} times slower than this model "
                    + "explains. Measure it first."),
        ];
    }

    private static string[] Builds(Choice chosen, Choice[] all)
    {
        var (quickest, next) = (all.MinBy(each => each.BuildMs)!, all.Except([chosen]).Min(each => each.BuildMs));
        return chosen switch
        {
            _ when chosen.BuildMs > BuildsFaster * quickest.BuildMs =>
                [$"Build: {BuildOf(chosen)}. The fastest is {quickest.Engine}: {BuildOf(quickest)}."],
            _ when next > BuildsFaster * chosen.BuildMs => [$"Build: {BuildOf(chosen)}, the fastest of all."],
            _ => [],
        };
    }

    private static string Reason(Choice chosen, Choice fastest, Choice? smaller) => chosen switch
    {
        _ when chosen == fastest && smaller is null =>
            $"it is the fastest, {TimeOf(chosen)}, and needs the least disk, {Size(chosen)}",
        _ when chosen == fastest =>
            $"it is the fastest, {TimeOf(chosen)}. It needs {Size(chosen)}. Each server that needs less disk takes "
                + $"more than {Bearable:0} times as long",
        _ when chosen.Ms > Bearable * fastest.Ms =>
            $"it needs little disk, {Size(chosen)}. It takes {TimeOf(chosen)}; users notice {NoticedMs:0} ms or more",
        _ =>
            $"it needs little disk, {Size(chosen)}, and takes {TimeOf(chosen)}, at most {Bearable:0} times as long as "
                + "the fastest",
    };

    private static string Wallets(EngineRun run)
    {
        var wallets = (long)(run.Number("wallets") ?? 1);
        var addresses = Counted((long)(run.Number("addresses") ?? 0) / wallets, "address", "addresses");
        return wallets == 1 ? $"1 wallet of {addresses}" : $"{Count(wallets)} wallets of {addresses} on average";
    }

    private static string Ratio(double bytes, EngineRun run) => Number(bytes / run.Number("chainBytes"));

    private static string Size(Choice choice) => $"{Number(choice.Bytes / 1e6)} MB";

    // In the units of the tables.
    private static string TimeOf(Choice choice) =>
        choice.IsModelled ? $"{Number(choice.Ms / 1000)} s" : $"{Number(choice.Ms)} ms";

    private static string BuildOf(Choice choice) => TimeOfMs(choice.BuildMs);

    private static string StateOf(EngineRun run) => run switch
    {
        { ModelMs: not null } => "calculated for the modelled disk and node, not measured",
        _ when IsCold(run) => "from a server that was just started",
        _ => "from a server that has answered before",
    };

    private static Choice Of(List<EngineRun> tests, IReadOnlyList<EngineRun> all)
    {
        var factors = tests.ConvertAll(run => FactorOf(run, all));
        var isModelled = tests[0].ModelMs is not null;
        var (plain, counted) = (tests.Sum(Ms), tests.Zip(factors, (run, by) => Ms(run) * by).Sum());
        return new Choice(
            tests[0].Engine,
            string.Join(" + ", tests.Select(run => run.Test is "initial" ? "the first load" : $"the {run.Test}"))
                + (tests[0].Number("wallets") > 1 ? " of all wallets together" : " of a wallet"),
            isModelled ? plain : counted,
            tests[0].WholeBytes ?? 0,
            tests[0].Number("modelBuildMs") ?? tests[0].Number("indexBuildMs") ?? 0,
            isModelled ? factors.Max() : counted / plain,
            isModelled);
    }

    // One wallet waits for a cold answer; many wallets keep a server warm.
    private static bool IsCold(EngineRun run) => !(run.Number("wallets") > 1) && run.Number("coldMs") is not null;

    private static double Ms(EngineRun run) =>
        run.ModelMs ?? (IsCold(run) ? run.Number("coldMs")!.Value : run.PassMs);

    // The factor by which the server was slower in 2022 than its design is here; 1 if the design explains the time.
    private static double FactorOf(EngineRun run, IReadOnlyList<EngineRun> all)
    {
        var published = IsCold(run) && run.ModelMs is null ? run.PublishedCold : run.PublishedWarm;
        var unexplained = run.ReferenceAmong(all) is { } reference ? published / (Ms(run) / Ms(reference)) : null;
        return unexplained is > Explained and var factor ? factor : 1;
    }

    /// <summary>A server to choose.</summary>
    /// <param name="Ms">Time of all tests; without a model, with the published factor.</param>
    /// <param name="Bytes">Bytes of the index, and of the node's txindex if the server needs it.</param>
    /// <param name="Factor">
    /// The factor by which the server was slower in 2022 than design or model explains; at least 1.
    /// </param>
    private sealed record Choice(
        string Engine, string Tests, double Ms, double Bytes, double BuildMs, double Factor, bool IsModelled);
}
