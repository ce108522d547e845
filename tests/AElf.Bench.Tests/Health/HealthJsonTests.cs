using System.Text;
using System.Text.Json;
using AElf.Bench.Operations.Health;
using AElf.Bench.TestKit.Health;

namespace AElf.Bench.Tests.Health;

public sealed class HealthJsonTests
{
    [Fact]
    public void Status_WrittenAndRead_IsEqual()
    {
        var read = HealthJson.ReadStatus(HealthJson.Write(SampleCluster.Busy));

        Assert.Equivalent(SampleCluster.Busy, read, strict: true);
        Assert.Null(HealthJson.ReadStatus(HealthJson.Write(SampleCluster.Empty)).Run);
    }

    [Fact]
    public void Status_Names_AreCamelCase()
    {
        using var json = JsonDocument.Parse(HealthJson.Write(SampleCluster.Busy));

        Assert.Equal(
            3.5, json.RootElement.GetProperty("run").GetProperty("stuck")[0].GetProperty("idleSeconds").GetDouble());
        Assert.Equal(
            12,
            json.RootElement.GetProperty("workers")[0].GetProperty("actors")[1].GetProperty("mailboxDepth").GetInt32());
    }

    [Fact]
    public void Json_NumbersThatAreNotFinite_AreShownAsMissing()
    {
        var run = SampleCluster.Busy.Run! with { TransfersPerSecond = [double.NaN, double.PositiveInfinity, 3] };

        var read = HealthJson.ReadStatus(HealthJson.Write(SampleCluster.Busy with { Run = run }));

        Assert.Equal([double.NaN, double.PositiveInfinity, 3], read.Run!.TransfersPerSecond);
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("<!DOCTYPE html>")]
    [InlineData("{\"status\":\"ok\"}")]
    public void Json_InvalidStatus_IsRefused(string json) =>
        Assert.Throws<FormatException>(() => HealthJson.ReadStatus(Encoding.UTF8.GetBytes(json)));

    [Fact]
    public void Status_CutAnywhere_IsRefused()
    {
        var whole = HealthJson.Write(SampleCluster.Busy);

        Assert.All(
            Enumerable.Range(0, whole.Length),
            length => Assert.Throws<FormatException>(() => HealthJson.ReadStatus(whole.AsSpan(0, length))));
    }

    [Fact]
    public void Status_FieldOfANewerManager_IsIgnored()
    {
        var newer = Encoding.UTF8.GetString(HealthJson.Write(SampleCluster.Empty))
            .Replace("{\"at\"", "{\"news\":[1],\"at\"", StringComparison.Ordinal);

        Assert.Equal("127.0.0.1:4053", HealthJson.ReadStatus(Encoding.UTF8.GetBytes(newer)).Address);
    }

    [Fact]
    public void HealthReport_Reasons_AreIncluded()
    {
        Assert.Equal("{\"status\":\"ok\",\"reasons\":[]}", Encoding.UTF8.GetString(HealthJson.Write(HealthReport.Ok)));
        Assert.Equal(
            """{"status":"unavailable","reasons":["empty"]}""",
            Encoding.UTF8.GetString(HealthJson.Write(HealthReport.Unavailable("empty"))));
    }
}
