using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>The fields of a file of hosts: those of the file, and those of each host in it.</summary>
public static partial class HostSettings
{
    private static readonly ScenarioHosts Defaults = new();
    private static readonly SettingGroup OfFile = new("Hosts", Topic.Scenario, Programs.None);
    private static readonly SettingGroup OfHost = new("Host", Topic.Scenario, Programs.None);

    public static readonly Setting<string?> Manager = new(
        OfFile, "manager", SettingRules.Host, null,
        "where the hosts reach the manager on this machine (default where their ssh connection came from)");

    public static readonly Setting<TimeSpan> Lease = new(
        OfFile, "lease", new DurationRule(), Defaults.Lease,
        "how long a host that hears nothing from here keeps what was started on it");

    public static readonly Setting<TimeSpan> MaxClockOffset = new(
        OfFile, "maxClockOffset", new DurationRule(), Defaults.MaxClockOffset,
        "how far the clock of a host may be from the one here");

    public static readonly Setting<string?> Name = new(
        OfHost, "name", new HostNameRule(), null,
        "what it is called in messages, reports and the names of its workers (default its address)");

    public static readonly Setting<string?> Address = new(
        OfHost, "address", new HostNameRule(), null, "where ssh reaches it: a name, an IP address, or ssh's own alias");

    public static readonly Setting<int?> Port = new(
        OfHost, "port", new WholeNumberRule(1, 65_535), null, "the port of its ssh server (default as ssh knows it)");

    public static readonly Setting<string?> User = new(
        OfHost, "user", new HostNameRule(), null, "the user to log in as (default as ssh knows it)");

    public static readonly Setting<int?> Processes = new(
        OfHost, "processes", new WholeNumberRule(0, 256), null,
        "worker processes on it; 0 for a host with stores alone (default those of the scenario)");

    public static readonly Setting<bool> HoldsStores = new(
        OfHost, "stores", SettingRules.Flag, false,
        "whether stores are started on it; when no host says so, they are on all in turns");

    public static readonly Setting<IReadOnlyList<string>?> Cores = new(
        OfHost, "cores", new CoresRule(), null,
        "pins what is started on it: the first process to the first of these sets of cores, and so on in turns");

    public static readonly Setting<string?> Advertised = new(
        OfHost, "advertised", SettingRules.Host, null,
        "where the others reach its stores and proxies (default where ssh reached it)");

    /// <summary>The fields of the file, but for the list of hosts.</summary>
    public static IReadOnlyList<Setting> File => OfFile.All;

    /// <summary>The fields of a host, but for its environment.</summary>
    public static IReadOnlyList<Setting> Host => OfHost.All;

    // What ssh is given must not look like an option of it, nor hold what a shell or ssh's own configuration expands.
    private sealed partial class HostNameRule()
        : ValueRule("a name of 1 to 64 letters, digits and . - _ : that begins with a letter or digit", JsonForm.Text),
            IRuleOf<string>
    {
        public override object? Parse(string text) => Name.IsMatch(text) ? text : null;

        [GeneratedRegex(@"^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}\z", RegexOptions.CultureInvariant, 1000)]
        private static partial Regex Name { get; }
    }

    private sealed partial class CoresRule()
        : ValueRule("sets of cores with a space between, such as \"0-3\" or \"0,1 2,3\"", JsonForm.Text),
            IRuleOf<IReadOnlyList<string>>
    {
        public override object? Parse(string text) => Sets.IsMatch(text) ? text.Split(' ') : null;

        public override string Format(object value) => string.Join(' ', (IReadOnlyList<string>)value);

        [GeneratedRegex(
            @"^(([0-9]{1,4}(-[0-9]{1,4})?)([, ](?=[0-9])|\z))+\z",
            RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
            1000)]
        private static partial Regex Sets { get; }
    }
}
