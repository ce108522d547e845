using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Electrum;

/// <summary>
/// Which engine's server to run, computed from runs: size against speed against the time to build. A server whose
/// published time is longer than its design explains counts with that.
/// </summary>
internal static class EngineAdvice
{
    // Who waits this much longer than with the fastest may still prefer a smaller index.
    private const double Bearable = 2;

    // The published and the measured ratio of one design differ by machine and chain.
    private const double Explained = 3;

    /// <summary>The advice, in sentences.</summary>
    /// <param name="runs">Runs of at least two engines, over one chain with the same wallets.</param>
    public static IReadOnlyList<string> From(IReadOnlyList<EngineRun> runs)
    {
        Choice[] all = [.. runs.GroupBy(run => run.Engine, StringComparer.Ordinal).Select(each => Of([.. each], runs))];
        var (fastest, smallest) = (all.MinBy(each => each.Ms)!, all.MinBy(each => each.Bytes)!);
        var chosen = all.Where(each => each.Ms <= Bearable * fastest.Ms).MinBy(each => each.Bytes)!;
        var quickest = all.MinBy(each => each.BuildMs)!;
        var slow = all.Where(each => each.IsCorrected).Select(each => each.Engine).ToList();
        return
        [
            $"for {Wallets(runs[0])}, run {chosen.Engine}: {Reason(chosen, fastest, smallest)}",
            .. chosen == smallest ? [] : (string[])
                [$"Smaller: {smallest.Engine}, {Size(smallest)}, but {Number(smallest.Ms / chosen.Ms)} × as long"],
            .. chosen == fastest ? [] : (string[])
                [$"Faster: {fastest.Engine}, {TimeOfMs(fastest.Ms)}, but {Size(fastest)}"],
            quickest == chosen
                ? $"It also builds fastest: {TimeOfMs(chosen.BuildMs)}"
                : $"Builds fastest: {quickest.Engine}, {TimeOfMs(quickest.BuildMs)}; {chosen.Engine} takes "
                    + TimeOfMs(chosen.BuildMs),
            $"Time: {chosen.Tests}{(runs[0].ModelMs is null ? "" : ", modelled")}; size: index and, where needed, the "
                + "node's txindex",
            .. slow.Count == 0 ? [] : (string[])
            [
                $"For {string.Join(" and ", slow)} the published ratio of 2022 counts: the design alone is faster "
                    + "here",
            ],
        ];
    }

    private static string Reason(Choice chosen, Choice fastest, Choice smallest) => chosen switch
    {
        _ when chosen == fastest && chosen == smallest =>
            $"the fastest ({TimeOfMs(chosen.Ms)}) and the smallest ({Size(chosen)})",
        _ when chosen == fastest =>
            $"the fastest ({TimeOfMs(chosen.Ms)}); {Size(chosen)}. No smaller one takes less than {Bearable:0} × as "
                + "long",
        _ => $"the smallest ({Size(chosen)}) of those that take at most {Bearable:0} × as long as the fastest; "
            + TimeOfMs(chosen.Ms),
    };

    private static string Wallets(EngineRun run)
    {
        var wallets = (long)(run.Number("wallets") ?? 1);
        var addresses = (long)(run.Number("addresses") ?? 0) / wallets;
        return $"{Counted(wallets, "wallet")} of {Counted(addresses, "address", "addresses")}";
    }

    private static string Size(Choice choice) => $"{Number(choice.Bytes / 1e6)} MB";

    private static Choice Of(List<EngineRun> tests, IReadOnlyList<EngineRun> all)
    {
        var corrections = tests.ConvertAll(run => CorrectionOf(run, all));
        return new Choice(
            tests[0].Engine,
            string.Join(" + ", tests.Select(run => run.Test)),
            tests.Zip(corrections, (run, by) => Ms(run) * by).Sum(),
            tests[0].WholeBytes ?? 0,
            tests[0].Number("indexBuildMs") ?? 0,
            corrections.Exists(by => by > 1));
    }

    // One wallet waits for a cold answer; many keep a server warm.
    private static double Ms(EngineRun run) =>
        run.ModelMs ?? (run.Number("wallets") > 1 ? run.PassMs : run.Number("coldMs") ?? run.PassMs);

    private static double CorrectionOf(EngineRun run, IReadOnlyList<EngineRun> all)
    {
        var reference = run.ReferenceAmong(all);
        var unexplained = reference is null ? null : run.PublishedWarm / (Ms(run) / Ms(reference));
        return unexplained is > Explained and var factor ? factor : 1;
    }

    private sealed record Choice(
        string Engine, string Tests, double Ms, double Bytes, double BuildMs, bool IsCorrected);
}
