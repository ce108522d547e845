using System.Text.RegularExpressions;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Serving;

/// <summary>Exit codes and errors of <c>electrum client</c> over a server with a growing chain.</summary>
public sealed partial class ClientExitTests
{
    private static readonly string[] Small =
    [
        "--chain-height", "140", "--block-transactions", "12", "--wallet", "20", "--wallet-transactions", "60",
        "--wallet-heights", "20",
    ];

    [Fact]
    public async Task Client_MovingChain_IsMeasuredAndAnotherChainIsNamed()
    {
        using var server = ProductProcess.Start(
            new(), ["electrum", "serve", .. Small, "--listen", "127.0.0.1:0", "--blocks-every", "100ms"]);
        await Wait.UntilAsync(server, () => Grown().IsMatch(server.Output), "three more blocks");
        var at = Address().Match(server.Output).Groups[1].Value;

        var moving = await ClientAsync([at, .. Small, "--batch", "1"]);
        Assert.Equal((0, ""), (moving.ExitCode, ErrorsOf(moving)));
        var other = await ClientAsync([at, .. Small, "--seed", "2"]);
        Assert.Equal(2, other.ExitCode);
        Assert.Contains("[other-chain]", other.Error, StringComparison.Ordinal);
        var foreign = await ClientAsync([at, "--scripts", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"]);
        Assert.Equal(1, foreign.ExitCode);
        Assert.Contains("[other-network]", foreign.Error, StringComparison.Ordinal);
        var empty = await ClientAsync([at, "--scripts", new string('0', 64)]);
        Assert.Equal(1, empty.ExitCode);
        Assert.Contains("[wallet-unused]", empty.Error, StringComparison.Ordinal);
    }

    [GeneratedRegex(@"listening on (127\.0\.0\.1:\d+)")]
    private static partial Regex Address();

    [GeneratedRegex("block 143;")]
    private static partial Regex Grown();

    private static Task<ProductResult> ClientAsync(string[] words) =>
        ProductCall.RunAsync(["electrum", "client", .. words]);

    private static string ErrorsOf(ProductResult result) => string.Concat(
        result.Error.Split('\n').Where(line => line.StartsWith("error", StringComparison.Ordinal)));
}
