using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Electrum;

/// <summary>
/// Recommends the server of an engine, from the size of the index, the time of the tests and the time to build. Without
/// a model, a server that was published much slower than its design explains counts with its published ratio.
/// </summary>
internal static class EngineAdvice
{
    // A user may accept this multiple of the shortest time for a smaller index.
    private const double Bearable = 2;

    // The published and the measured ratio of one design differ by machine and chain.
    private const double Explained = 3;

    // One wallet does not notice a shorter time.
    private const double NoticedMs = 100;

    // The first engine pays for code that is not compiled yet.
    private const double BuildsFaster = 3;

    // Designs without a server for wallets today: Fulcrum 2 refuses fast-sync, and addrindexrs has no subscriptions.
    private static readonly string[] Unavailable = ["fulcrum-fast", "addrindexrs"];

    // Further requirements of a server.
    private static readonly Dictionary<string, string> Needs = new(StringComparer.Ordinal)
    {
        ["electrs"] = "The server of electrs is electrs 0.12, which needs Bitcoin Core 31",
        ["esplora"] = "The server of esplora is Blockstream's fork of electrs",
        ["esplora-light"] = "The server of esplora-light is Blockstream's fork of electrs, with --lightmode",
    };

    /// <summary>The advice, in sentences; none where no engine has a server to run.</summary>
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
        var chosen = all.Where(each => each.Ms <= most).MinBy(each => each.Bytes)!;
        var smaller = all.Where(each => each.Bytes < chosen.Bytes
                && !Array.Exists(all, other => other.Ms < each.Ms && other.Bytes <= each.Bytes))
            .MaxBy(each => each.Bytes);
        var slow = all.Where(each => each is { IsCorrected: true, IsModelled: false }).Select(each => each.Engine)
            .ToList();
        return
        [
            $"for {Wallets(runs[0])}, run {chosen.Engine}: {Reason(chosen, fastest, smaller)}",
            .. smaller is null ? [] : (string[])
                [
                    $"The next smaller is {smaller.Engine}: {Size(smaller)}, but {Number(smaller.Ms / chosen.Ms)} × "
                        + "the time",
                ],
            .. chosen == fastest ? [] : (string[])
                [$"The fastest is {fastest.Engine}: {TimeOf(fastest)}, but {Size(fastest)}"],
            .. all is [_] ? [] : Builds(chosen, all),
            .. Needs.TryGetValue(chosen.Engine, out var need) ? (string[])[need] : [],
            .. chosen is { IsCorrected: true, IsModelled: true } ? (string[])
                ["In 2022 the published server was much slower than the model explains: measure it first"] : [],
            $"The time is {chosen.Tests}, {StateOf(runs[0])}; the size is the index, and the node's txindex where the "
                + "server needs it",
            .. slow.Count == 0 ? [] : (string[])
            [
                $"The times of {string.Join(" and ", slow)} are multiplied by a factor published in 2022, because the "
                    + "servers were slower than their designs here",
            ],
        ];
    }

    private static string[] Builds(Choice chosen, Choice[] all)
    {
        var (quickest, next) = (all.MinBy(each => each.BuildMs)!, all.Except([chosen]).Min(each => each.BuildMs));
        return chosen switch
        {
            _ when chosen.BuildMs > BuildsFaster * quickest.BuildMs =>
                [
                    $"The fastest to build is {quickest.Engine}: {BuildOf(quickest)}; {chosen.Engine} takes "
                        + BuildOf(chosen),
                ],
            _ when next > BuildsFaster * chosen.BuildMs => [$"It is also the fastest to build: {BuildOf(chosen)}"],
            _ => [],
        };
    }

    private static string Reason(Choice chosen, Choice fastest, Choice? smaller) => chosen switch
    {
        _ when chosen == fastest && smaller is null =>
            $"the fastest, {TimeOf(chosen)}, and the smallest, {Size(chosen)}",
        _ when chosen == fastest =>
            $"the fastest, {TimeOf(chosen)}, with {Size(chosen)}; each smaller one takes more than {Bearable:0} × the "
                + "time",
        _ when chosen.Ms > Bearable * fastest.Ms => $"the smallest, {Size(chosen)}, of those that take less than "
            + $"{NoticedMs:0} ms, which one wallet does not notice; it takes {TimeOf(chosen)}",
        _ => $"the smallest, {Size(chosen)}, of those that take at most {Bearable:0} × the time of the fastest; it "
            + $"takes {TimeOf(chosen)}",
    };

    private static string Wallets(EngineRun run)
    {
        var wallets = (long)(run.Number("wallets") ?? 1);
        var addresses = Counted((long)(run.Number("addresses") ?? 0) / wallets, "address", "addresses");
        return wallets == 1 ? $"1 wallet of {addresses}" : $"{Count(wallets)} wallets of {addresses} on average";
    }

    private static string Size(Choice choice) => $"{Number(choice.Bytes / 1e6)} MB";

    // In the units of the tables.
    private static string TimeOf(Choice choice) =>
        choice.IsModelled ? $"{Number(choice.Ms / 1000)} s" : $"{Number(choice.Ms)} ms";

    private static string BuildOf(Choice choice) => TimeOfMs(choice.BuildMs);

    private static string StateOf(EngineRun run) => run switch
    {
        { ModelMs: not null } => "with the modelled disk and node",
        _ when IsCold(run) => "cold (the server was just started)",
        _ => "warm (the server answered before)",
    };

    private static Choice Of(List<EngineRun> tests, IReadOnlyList<EngineRun> all)
    {
        var corrections = tests.ConvertAll(run => CorrectionOf(run, all));
        return new Choice(
            tests[0].Engine,
            string.Join(" + ", tests.Select(run => run.Test is "initial" ? "the first load" : $"the {run.Test}"))
                + (tests[0].Number("wallets") > 1 ? " of all wallets" : " of a wallet"),
            tests.Zip(corrections, (run, by) => Ms(run) * (run.ModelMs is null ? by : 1)).Sum(),
            tests[0].WholeBytes ?? 0,
            tests[0].Number("modelBuildMs") ?? tests[0].Number("indexBuildMs") ?? 0,
            corrections.Exists(by => by > 1),
            tests[0].ModelMs is not null);
    }

    // One wallet waits for a cold answer; many keep a server warm.
    private static bool IsCold(EngineRun run) => !(run.Number("wallets") > 1) && run.Number("coldMs") is not null;

    private static double Ms(EngineRun run) =>
        run.ModelMs ?? (IsCold(run) ? run.Number("coldMs")!.Value : run.PassMs);

    private static double CorrectionOf(EngineRun run, IReadOnlyList<EngineRun> all)
    {
        var reference = run.ReferenceAmong(all);
        var unexplained = reference is null ? null : run.PublishedWarm / (Ms(run) / Ms(reference));
        return unexplained is > Explained and var factor ? factor : 1;
    }

    private sealed record Choice(
        string Engine, string Tests, double Ms, double Bytes, double BuildMs, bool IsCorrected, bool IsModelled);
}
