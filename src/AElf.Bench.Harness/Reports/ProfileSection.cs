using AElf.Bench.Core.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>The section of a profiled run with its most expensive methods.</summary>
internal static class ProfileSection
{
    public const string Meaning =
        "the run was profiled, which takes time: do not compare or keep its figure";

    /// <summary>Empty for a run that was not profiled.</summary>
    public static IReadOnlyList<ReportSection> From(RunReport run) => run.Profile is not { } profile ? [] :
    [
        new("Profile")
        {
            Figures =
            [
                new("profile", Of(profile)),
                new("most expensive", [.. profile.Methods.Take(3).Select(Text)]) { Audience = ReportAudience.Screen },
            ],
            Tables =
            [
                new(
                    [
                        new("method", IsText: true), new("itself"), new("native code"),
                        new("with callees"),
                    ],
                    [
                        .. profile.Methods.Select(method => (string[])
                        [
                            method.Method, Percent(method.OwnShare), Percent(method.OutsideShare),
                            Percent(method.TotalShare),
                        ]),
                    ]),
            ],
        },
    ];

    /// <summary>For example <c>AccountPump.Advance 31 %</c>.</summary>
    public static string Text(ProfiledMethod method) =>
        $"{FlameGraph.Short(method.Method)} {Percent(method.OwnShare + method.OutsideShare)}"
            + (method.OutsideShare > method.OwnShare ? ", in native code" : "");

    public static string Of(ProfileReport profile) =>
        $"{Counted(profile.Samples, "sample")} of {string.Join(", ", profile.Processes)} in the measured rounds, "
            + "without threads that waited for another";
}
