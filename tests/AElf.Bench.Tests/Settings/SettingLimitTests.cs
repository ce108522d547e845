using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Settings;
using AElf.Bench.Tests.CommandLine;

namespace AElf.Bench.Tests.Settings;

/// <summary>
/// Limits of input are inclusive: both limits are accepted, and the next value beyond each is refused.
/// </summary>
public sealed class SettingLimitTests
{
    private static readonly Setting[] Settings =
    [
        .. TransferPrograms.Benchmark.Program.Table, .. TransferPrograms.Manager.Program.Table,
        .. TransferPrograms.Sweep.Program.Table, .. TransferPrograms.Compare.Program.Table,
        .. TransferPrograms.Scenario.Program.Table, .. ElectrumSettings.All,
    ];

    [Theory]
    [InlineData("-n", "1", "100000000", "0", "100000001")]
    [InlineData("--groups", "1 1", "100000000 100000000", "0 1", "1 100000001")]
    [InlineData("--skew", "0", "3", "-0.001", "3.001")]
    [InlineData("--seed", "0", "18446744073709551615", "-1", "18446744073709551616")]
    [InlineData("--rounds", "1", "10000", "0", "10001")]
    [InlineData("--warmup", "0", "1000", "-1", "1001")]
    [InlineData("--starts", "1", "100", "0", "101")]
    [InlineData("--rate", "0.001", "100000000", "0.0009", "100000001")]
    [InlineData("--actors", "1", "1024", "0", "1025")]
    [InlineData("--lanes", "1", "4096", "0", "4097")]
    [InlineData("--concurrency", "0", "4194304", "-1", "4194305")]
    [InlineData("--timeout", "1ms", "10m", "0.9ms", "600001ms")]
    [InlineData("--latency", "0us", "10s", "-1us", "10000001us")]
    [InlineData("--dbport", "1", "65535", "0", "65536")]
    [InlineData("--actor.port", "0", "65535", "-1", "65536")]
    [InlineData("--workers", "1", "10000+", "0", "10001")]
    [InlineData("--max-runs", "1", "1000", "0", "1001")]
    [InlineData("--min-runs", "1", "1000", "0", "1001")]
    [InlineData("--precision", "0", "100", "-1", "100.1")]
    [InlineData("servers", "1", "256", "0", "257")]
    [InlineData("MailboxCapacity", "1", "100000000", "0", "100000001")]
    [InlineData("VirtualNodes", "1", "4096", "0", "4097")]
    [InlineData("HeartbeatIntervalMs", "1", "600s", "0", "600001")]
    [InlineData("MaximumFrameBytes", "1 KiB", "64 MiB", "1023", "67108865")]
    public void Rule_AtItsLimits_AcceptsBothAndNothingBeyond(
        string name, string lowest, string highest, string below, string above)
    {
        var rule = Settings.First(setting => setting.OptionNames.Contains(name) || setting.Key == name).Rule;

        Assert.All([lowest, highest], text => Assert.NotNull(rule.Parse(text)));
        Assert.All([below, above], text => Assert.Null(rule.Parse(text)));
    }
}
