using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>The methods about fees and waiting transactions.</summary>
internal static class MempoolMethods
{
    private const int FirstBin = 30_000;
    private const double BinGrowth = 1.1;
    private const int Recent = 10;
    private const string Estimate = "blockchain.estimatefee";

    // The modes of bitcoind's estimatesmartfee.
    private static readonly string[] Modes = ["UNSET", "ECONOMICAL", "CONSERVATIVE"];

    public static IEnumerable<ServedMethod> All =>
    [
        new(Estimate, EstimateFee, 1, "number") { MayWait = true, Before = ProtocolVersion.V16 },
        new(Estimate, EstimateFee, 1, "number", "mode")
        {
            MayWait = true,
            Since = ProtocolVersion.V16,
        },
        new("blockchain.relayfee", WriteRelayFee, 0) { MayWait = true, Before = ProtocolVersion.V16 },
        new("mempool.get_fee_histogram", WriteHistogram, 0),
        new("mempool.recent", WriteRecent, 0) { Since = ProtocolVersion.V17 },
        new("mempool.get_info", WriteInfo, 0) { MayWait = true, Since = ProtocolVersion.V16 },
    ];

    private static void EstimateFee(SessionState session, in Arguments arguments, JsonOutput output)
    {
        if (arguments.Number(0) is not (>= 1 and <= IFeeSource.MaxBlocks and var blocks))
        {
            throw arguments.Wrong(0, $"1 to {IFeeSource.MaxBlocks} blocks");
        }

        var mode = arguments.Texts(1);
        if (mode.Count > 1 || (mode.Count == 1 && !Modes.Contains(mode[0].ToUpperInvariant(), StringComparer.Ordinal)))
        {
            throw arguments.Wrong(1, $"one of {string.Join(", ", Modes)}");
        }

        // A node with too little data has no estimate: −1 (protocol, "blockchain.estimatefee").
        output.Number(Ask(() => session.Index.Fees.Estimate(blocks, mode.Count == 0 ? null : mode[0])) ?? -1m);
    }

    private static void WriteRecent(SessionState session, in Arguments arguments, JsonOutput output) => output.List(
        session.Index.NewestWaiting(Recent),
        static (output, each) => output.Json(
            $$"""{"txid":{{each.Id}},"fee":{{each.Fee}},"vsize":{{each.VirtualSize}}}"""));

    private static void WriteRelayFee(SessionState session, in Arguments arguments, JsonOutput output) =>
        output.Number(Ask(session.Index.Fees.Rates).Relay);

    private static void WriteInfo(SessionState session, in Arguments arguments, JsonOutput output)
    {
        var (mempool, relay, increment) = Ask(session.Index.Fees.Rates);
        output.Json(
            $$"""{"mempoolminfee":{{mempool}},"minrelaytxfee":{{relay}},"incrementalrelayfee":{{increment}}}""");
    }

    private static T Ask<T>(Func<T> question)
    {
        try
        {
            return question();
        }
        catch (IOException exception)
        {
            throw RpcException.NodeIsAway(exception);
        }
    }

    // From the highest rate on. Each bin is a tenth larger than the one before, so that there are few bins.
    private static void WriteHistogram(SessionState session, in Arguments arguments, JsonOutput output)
    {
        var rates = session.Index.WaitingFees()
            .Select(each => (Rate: Math.Round((decimal)each.Fee / each.VirtualSize, 1), Size: (long)each.VirtualSize))
            .OrderByDescending(each => each.Rate)
            .ToList();
        var (bin, size, bins) = ((double)FirstBin, 0L, new List<(decimal Rate, long Size)>());
        for (var i = 0; i < rates.Count; i++)
        {
            size += rates[i].Size;
            var isLastOfRate = i + 1 == rates.Count || rates[i + 1].Rate != rates[i].Rate;
            if (!isLastOfRate || (size < bin && i + 1 < rates.Count))
            {
                continue;
            }

            bins.Add((rates[i].Rate, size));
            (bin, size) = (bin * BinGrowth, 0);
        }

        output.List(bins, static (output, each) => output.Json($"[{each.Rate},{each.Size}]"));
    }
}
