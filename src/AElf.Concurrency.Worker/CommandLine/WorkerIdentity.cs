using System.Net;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings;

namespace AElf.Concurrency.Worker.CommandLine;

/// <summary>The name and server that identify a worker.</summary>
internal sealed record WorkerIdentity(string Name, string Server)
{
    /// <summary>
    /// The names that are given. Without one, the server is the worker's host, or the machine where the host says
    /// nothing, and the name is the server with the port.
    /// </summary>
    /// <remarks>
    /// Not the host with the port: loopback workers of different machines would have one name, and a manager would take
    /// one for the other.
    /// </remarks>
    public static WorkerIdentity From(ResolvedSettings settings, string machine)
    {
        var host = settings.Get(ClusterSettings.HostName);
        var named = ClusterSettings.Server.Rule.Normalise(machine) ?? host;
        var server = settings.Get(ClusterSettings.Server)
            ?? (ConfigurationReader.IsLoopback(host) || IsEverywhere(host) ? named : host);
        var address = new Endpoint(server, settings.Get(ClusterSettings.ActorPort));
        return new WorkerIdentity(settings.Get(ClusterSettings.WorkerName) ?? address.ToString(), server);
    }

    /// <summary>Checks that the default names fit where they are shown.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings, string machine)
    {
        var identity = From(settings, machine);
        (Setting, string)[] shown =
            [(ClusterSettings.WorkerName, identity.Name), (ClusterSettings.Server, identity.Server)];
        foreach (var (setting, name) in shown)
        {
            if (setting.Rule.Normalise(name) is null && !settings.IsRejected(setting))
            {
                yield return ValidationError.Invalid(
                    setting.Option!, $"{Quoted.Text(name)} (the default)", setting.Rule.Expected);
            }
        }
    }

    private static bool IsEverywhere(string host) =>
        IPAddress.TryParse(host, out var address)
            && (address.Equals(IPAddress.Any) || address.Equals(IPAddress.IPv6Any));
}
