using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>The fields of a hosts file and of each host in it.</summary>
public static partial class HostSettings
{
    private static readonly ScenarioHosts Defaults = new();

    // Arguments of ssh must not look like options, nor contain characters that a shell or ssh's configuration expands.
    private static readonly TextRule<string> HostName = new(
        "a name of 1 to 64 letters, digits and . - _ : that begins with a letter or digit",
        text => HostNames.IsMatch(text) ? text : null);
    private static readonly SettingGroup OfFile = new("Hosts", Topic.Scenario, Programs.None);
    private static readonly SettingGroup OfHost = new("Host", Topic.Scenario, Programs.None);

    public static readonly Setting<string?> Manager = new(
        OfFile, "manager", SettingRules.Host, null,
        "address at which the hosts reach the manager on this machine (default the source of the ssh connection)");

    public static readonly Setting<TimeSpan> Lease = new(
        OfFile, "lease", TimeRule.Duration, Defaults.Lease,
        "how long a host keeps its processes without contact");

    public static readonly Setting<TimeSpan> MaxClockOffset = new(
        OfFile, "maxClockOffset", TimeRule.Duration, Defaults.MaxClockOffset,
        "maximum difference between the clocks of a host and of this machine");

    public static readonly Setting<string?> Name = new(
        OfHost, "name", HostName, null,
        "name in messages, in reports and of its workers (default its address)");

    public static readonly Setting<string?> Address = new(
        OfHost, "address", HostName, null,
        "address for ssh: a name, an IP address, or an alias of the ssh configuration");

    public static readonly Setting<int?> Port = new(
        OfHost, "port", new WholeNumberRule(1, 65_535), null,
        "port of its ssh server (default as in the ssh configuration)");

    public static readonly Setting<string?> User = new(
        OfHost, "user", HostName, null, "user name (default as in the ssh configuration)");

    public static readonly Setting<int?> Processes = new(
        OfHost, "processes", new WholeNumberRule(0, 256), null,
        "worker processes; 0 for a host with stores only (default that of the scenario)");

    public static readonly Setting<bool> HoldsStores = new(
        OfHost, "stores", SettingRules.Flag, false,
        "whether to start stores on it; if no host has this, stores are spread over all hosts")
    { Property = nameof(ScenarioHost.HoldsStores) };

    public static readonly Setting<IReadOnlyList<string>?> Cores = new(
        OfHost, "cores", new CoresRule(), null,
        "sets of cores to pin its processes to: the first process to the first set, and so on in turns");

    public static readonly Setting<string?> Advertised = new(
        OfHost, "advertised", SettingRules.Host, null,
        "address at which others reach its stores and proxies (default that of ssh)");

    /// <summary>The fields of the file, except the list of hosts.</summary>
    public static IReadOnlyList<Setting> File => OfFile.All;

    /// <summary>The fields of a host, except its environment.</summary>
    public static IReadOnlyList<Setting> Host => OfHost.All;

    [GeneratedRegex(@"^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}\z", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex HostNames { get; }

    private sealed partial class CoresRule()
        : ValueRule("sets of cores separated by spaces, such as \"0-3\" or \"0,1 2,3\"", JsonForm.Text),
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
