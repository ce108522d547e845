using System.Globalization;
using System.Text.Json.Serialization;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>The use of the machine's processors, each part as a mean number of busy processors.</summary>
/// <param name="Usable">Processors that the run could use: all of the machine, or fewer by affinity and quota.</param>
/// <param name="Own">
/// Used by the run: this process, its workers on this machine, the stores and proxies at its addresses, and interrupts.
/// </param>
/// <param name="Others">
/// Used by other programs, as far as it reduced the processors left for the run; null if it cannot be separated from
/// <paramref name="Unseen"/>.
/// </param>
/// <param name="Stolen">Taken by the hypervisor.</param>
/// <param name="Throttled">Idle because a quota stopped the run; null without a quota.</param>
/// <param name="Pressure">Share of the time in which some task waited for a processor, 0 to 1; null if unknown.</param>
/// <param name="Grain">Error of a reading: the machine counts in ticks of 10 ms.</param>
/// <param name="Unseen">Stores and proxies on this machine whose processor time is unknown.</param>
public sealed record ProcessorReport(
    double Usable,
    double Own,
    double? Others,
    double Stolen,
    double? Throttled,
    double? Pressure,
    double Grain,
    IReadOnlyList<string> Unseen)
{
    /// <summary>Share of the usable processors that may be taken from an undisturbed run.</summary>
    public const double MaxTaken = 0.1;

    /// <summary>Processors that other programs, the hypervisor and a quota took from the run.</summary>
    [JsonIgnore]
    public double Taken => Math.Max(0, Others ?? 0) + Stolen + (Throttled ?? 0);

    /// <summary>Whether more was taken than allowed, after the error of a reading.</summary>
    public bool IsDisturbed => Taken - Grain > MaxTaken * Usable;

    /// <summary>
    /// For example <c>other programs used 1.8 of 2 cores</c>, with all parts that do not round to zero, or else the
    /// largest part; empty if nothing was taken.
    /// </summary>
    public string Takers()
    {
        var takers = new (double? Time, string Who)[]
        {
            (Others, "other programs used"),
            (Stolen, "the hypervisor took"),
            (Throttled, "a quota of the control group stopped"),
        }.Where(each => each.Time > 0).ToList();
        var least = Math.Min(0.05, takers.Max(each => each.Time) ?? 0);
        return string.Join(", ", takers.Where(each => each.Time >= least)
            .Select(each => $"{each.Who} {Tenths(each.Time!.Value)} of {Cores(Usable)}"));
    }

    private static string Tenths(double time) =>
        time.ToString(time < 0.05 ? "0.00" : "0.0", CultureInfo.InvariantCulture);
}
