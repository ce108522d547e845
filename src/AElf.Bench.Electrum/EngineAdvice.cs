using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Electrum;

/// <summary>
/// Which engine's server to run, computed from runs: size against speed against the time to build. Without a model, a
/// server whose published time is longer than its design explains counts with that.
/// </summary>
internal static class EngineAdvice
{
    // Who waits this much longer than with the fastest may still prefer a smaller index.
    private const double Bearable = 2;

    // The published and the measured ratio of one design differ by machine and chain.
    private const double Explained = 3;

    // One wallet does not notice a shorter time.
    private const double NoticedMs = 100;

    // The first engine pays for code that is not compiled yet.
    private const double BuildsFaster = 3;

    // Designs without a server for wallets today: Fulcrum 2 refuses fast-sync, and addrindexrs has no subscriptions.
    private static readonly string[] Unavailable = ["fulcrum-fast", "addrindexrs"];

    // What else a server means for its operator.
    private static readonly Dictionary<string, string> Needs = new(StringComparer.Ordinal)
    {
        ["electrs"] = "electrs 0.12, which needs Bitcoin Core 31",
        ["esplora"] = "Blockstream's fork of electrs",
        ["esplora-light"] = "Blockstream's fork of electrs, with --lightmode",
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
            $"For {Wallets(runs[0])}, run {chosen.Engine}.",
            $"Reason: {Reason(chosen, fastest, smaller)}.",
            .. smaller is null ? [] : (string[])
                [
                    $"Smaller: the index of {smaller.Engine} has {Size(smaller)}, but takes "
                        + $"{Number(smaller.Ms / chosen.Ms)} times as long.",
                ],
            .. chosen == fastest ? [] : (string[])
                [$"Faster: {fastest.Engine} takes {TimeOf(fastest)}, but its index has {Size(fastest)}."],
            .. all is [_] ? [] : Builds(chosen, all),
            .. Needs.TryGetValue(chosen.Engine, out var need) ? (string[])[$"Server: {need}."] : [],
            .. chosen is { IsCorrected: true, IsModelled: true } ? (string[])
                ["Caution: in 2022 this server was much slower than the model explains. Measure it first."] : [],
            $"Time: {chosen.Tests}, {StateOf(runs[0])}. Size: the index of this chain of "
                + $"{Number(runs[0].Number("chainBytes") / 1e6)} MB, and the node's txindex if the server needs it; a "
                + "larger chain has larger indexes, almost in proportion.",
            .. slow.Count == 0 ? [] : (string[])
            [
                $"The times of {string.Join(" and ", slow)} are multiplied as published in 2022, because real servers "
                    + "were slower than the designs are here.",
            ],
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
            $"it is the fastest, {TimeOf(chosen)}, and its index is the smallest, {Size(chosen)}",
        _ when chosen == fastest =>
            $"it is the fastest, {TimeOf(chosen)}. Its index has {Size(chosen)}; each smaller index takes more than "
                + $"{Bearable:0} times as long",
        _ when chosen.Ms > Bearable * fastest.Ms =>
            $"its index is the smallest, {Size(chosen)}, of those that take less than {NoticedMs:0} ms, which a user "
                + $"does not notice. It takes {TimeOf(chosen)}",
        _ =>
            $"its index is the smallest, {Size(chosen)}, of those that take at most {Bearable:0} times as long as the "
                + $"fastest. It takes {TimeOf(chosen)}",
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
        _ when IsCold(run) => "from a server that was just started",
        _ => "from a server that has answered before",
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
