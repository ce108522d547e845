using System.Globalization;

namespace AElf.Bench.TestKit.Network;

/// <summary>A bridge in its own namespace, with a veth pair to each connected namespace.</summary>
public sealed class NamespaceSwitch : IDisposable
{
    /// <summary>The network of every switch.</summary>
    public const string Network = "10.90.0.0/24";

    private const string Bridge = "bridge";
    private readonly NetworkNamespace bridgeSpace = NetworkNamespace.Create();
    private int plugged;

    /// <summary>Makes a bridge without connections.</summary>
    public NamespaceSwitch()
    {
        bridgeSpace.Ip("link", "add", Bridge, "type", "bridge");
        bridgeSpace.Ip("link", "set", Bridge, "up");
    }

    /// <summary>Connects a namespace.</summary>
    /// <returns>Its address on the bridge's network.</returns>
    public string Plug(NetworkNamespace space)
    {
        var number = (++plugged).ToString(CultureInfo.InvariantCulture);
        var address = $"10.90.0.{number}";
        bridgeSpace.Ip("link", "add", $"port{number}", "type", "veth", "peer", "name", "wire", "netns", space.Name);
        bridgeSpace.Ip("link", "set", $"port{number}", "master", Bridge, "up");
        space.Ip("address", "add", $"{address}/24", "dev", "wire");
        space.Ip("link", "set", "wire", "up");
        return address;
    }

    public void Dispose() => bridgeSpace.Dispose();
}
