using System.Globalization;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Reports;

/// <summary>The options of a reported run.</summary>
internal static class RunOptions
{
    extension(RunReport run)
    {
        /// <summary>The value of an option; null if it was not set, and in reports without options.</summary>
        public string? TextOf(string setting) =>
            run.Options.TryGetValue(setting, out var used) && used.Text is not "none" ? used.Text : null;

        /// <summary>The text of <c>--duration</c>; null without it.</summary>
        public string? RequestedDuration => run.TextOf(MeasureSettings.Duration.Name);

        /// <summary>The requested rounds; null with a duration, and in reports without options.</summary>
        public int? RequestedRounds => run.RequestedDuration is null
            && int.TryParse(run.TextOf(MeasureSettings.Rounds.Name), CultureInfo.InvariantCulture, out var asked)
            ? asked
            : null;

        /// <summary>
        /// The option that determines the number of rounds, for advice: <c>--rounds</c> is refused beside
        /// <c>--duration</c>.
        /// </summary>
        public string RoundsOption => run.RequestedDuration is null ? "--rounds" : "--duration";
    }
}
