using AElf.Bench.Electrum.Server.Protocol;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>The methods about fees and waiting transactions.</summary>
internal static class MempoolMethods
{
    private const int FirstBin = 30_000;
    private const double BinGrowth = 1.1;

    // The modes of bitcoind's estimatesmartfee.
    private static readonly string[] Modes = ["UNSET", "ECONOMICAL", "CONSERVATIVE"];

    public static IEnumerable<ServedMethod> All =>
    [
        new(ElectrumMethods.EstimateFee, EstimateFee, 1, "number", "mode"),
        new(ElectrumMethods.RelayFee, (_, in _, output) => output.Raw("0.00001"u8), 0) { Until = ProtocolVersion.V143 },
        new(ElectrumMethods.FeeHistogram, WriteHistogram, 0),
        new(ElectrumMethods.MempoolInfo, WriteInfo, 0) { Since = ProtocolVersion.V16 },
    ];

    // A synthetic chain has no market of fees to learn from: as a node without enough of it, this is never an estimate.
    private static void EstimateFee(SessionState session, scoped in Arguments arguments, JsonOutput output)
    {
        arguments.Number(0);
        var mode = arguments.Texts(1);
        if (mode.Count > 0 && session.Version < ProtocolVersion.V16)
        {
            throw arguments.Wrong(1, $"nothing: version {session.Version} has no mode");
        }

        if (mode.Count > 1 || (mode.Count == 1 && !Modes.Contains(mode[0].ToUpperInvariant(), StringComparer.Ordinal)))
        {
            throw arguments.Wrong(1, $"one of {string.Join(", ", Modes)}");
        }

        output.Raw("-1"u8);
    }

    private static void WriteInfo(SessionState session, scoped in Arguments arguments, JsonOutput output) =>
        output.Raw("{\"mempoolminfee\":0.00001,\"minrelaytxfee\":0.00001,\"incrementalrelayfee\":0.00001}"u8);

    // The highest rate comes first; each bin is a tenth larger than the one before, so that few stand for many.
    private static void WriteHistogram(SessionState session, scoped in Arguments arguments, JsonOutput output)
    {
        var rates = session.Index.Fees()
            .Select(each => (Rate: Math.Round((decimal)each.Fee / each.VirtualSize, 1), Size: (long)each.VirtualSize))
            .OrderByDescending(each => each.Rate)
            .ToList();
        var (bin, size, isFirst) = ((double)FirstBin, 0L, true);
        output.Raw("["u8);
        for (var i = 0; i < rates.Count; i++)
        {
            size += rates[i].Size;
            var isLastOfRate = i + 1 == rates.Count || rates[i + 1].Rate != rates[i].Rate;
            if (!isLastOfRate || (size < bin && i + 1 < rates.Count))
            {
                continue;
            }

            output.Raw(isFirst ? "["u8 : ",["u8);
            output.Number(rates[i].Rate);
            output.Raw(","u8);
            output.Number(size);
            output.Raw("]"u8);
            (bin, size, isFirst) = (bin * BinGrowth, 0, false);
        }

        output.Raw("]"u8);
    }
}
