using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>The options of the verb <c>cleanup</c>, except those for the login.</summary>
public static class CleanupSettings
{
    private static readonly SettingGroup Rows = new("Cleanup", Topic.Output, Programs.Cleanup);

    public static readonly Setting<bool> Remove = new(
        Rows, "remove", SettingRules.Flag, false, "remove the keys instead of listing them", "--remove");

    public static readonly Setting<string?> Run = new(
        Rows, "run", new RunIdRule(), null, "only the keys of this run", "--run HEX8");

    public static readonly Setting<TimeSpan> OlderThan = new(
        Rows, "olderThan", MeasuredNumberRule.Time(0, 86_400, "s"), TimeSpan.FromMinutes(10),
        "keep runs with a key that was used within this time, since they may be active",
        "--older-than TIME");

    public static readonly Setting<string?> JsonOutput = new(
        Rows, "json", SettingRules.OutputFile, null, "write the list as JSON",
        CommonSettings.JsonOutput.Syntax);

    /// <summary>How to log in, then its own, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All { get; } =
    [
        .. StoreSettings.All.Where(setting => setting.IsOptionOf(Programs.Cleanup) || setting.SecretFile is not null),
        .. Rows.All,
    ];

    public static IReadOnlyList<Setting> Own => Rows.All;
}
