using System.Net;
using AElf.Bench.Core.Options;

namespace AElf.Benchmark.Verbs.Electrum;

/// <summary>The addresses of this machine to listen on.</summary>
internal static class ListenRule
{
    /// <summary>Accepts an address with a port; port 0 takes a free one.</summary>
    public static readonly TextRule<IPEndPoint> Rule = new(
        "IP:PORT, such as 127.0.0.1:50001, or port 0 for a free one",
        text => text.Contains(':', StringComparison.Ordinal) && IPEndPoint.TryParse(text, out var endpoint)
            ? endpoint
            : null);

    /// <summary>Refuses an address that other machines reach, unless the user allows it.</summary>
    public static RuleList CheckReach(
        ResolvedSettings settings, Setting setting, Setting<bool> isPublic) => new(settings)
    {
        {
            settings.ValueOf(setting) is IPEndPoint endpoint && !IPAddress.IsLoopback(endpoint.Address)
                && !settings.Get(isPublic),
            setting, $"{Quoted.Text(settings[setting])} is not loopback",
            $"use 127.0.0.1, or add {isPublic.Option}"
        },
    };
}
