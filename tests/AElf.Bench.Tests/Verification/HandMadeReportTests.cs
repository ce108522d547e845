using System.Text.Json;
using System.Text.Json.Nodes;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Verification;
using AElf.Bench.Tests.Reports;
using AElf.Bench.Tests.Settings;

namespace AElf.Bench.Tests.Verification;

/// <summary>Reports that no program wrote: each is judged, or refused with a message.</summary>
public sealed class HandMadeReportTests
{
    private static readonly string[] Shapes = ["null", "{}", "[null]", "\"x\""];

    public static TheoryData<string> Names => ExampleReports.Names;

    [Fact]
    public void Verify_AnyValueAnywhere_IsJudgedOrRefused() =>
        AssertAnswered(
            RunVerificationTests.Report(workers: 2, rounds: 2), [.. Shapes, "[]", "[{}]", "0", "-1", "1e308"]);

    [Theory]
    [MemberData(nameof(Names))]
    public void Verify_WithoutRawData_AnyValueAnywhere_IsJudgedOrRefused(string name) =>
        AssertAnswered(JsonExporter.Format(ExampleReports.Named(name)), Shapes);

    [Fact]
    public void Verify_RepeatedField_IsRefused()
    {
        using var folder = new TemporaryFolder();
        var report = RunVerificationTests.Report(workers: 0);
        var twice = report.Insert(report.IndexOf('{', StringComparison.Ordinal) + 1, "\"verdict\": \"pass\", ");

        var refused = Assert.Throws<FormatException>(
            () => ReportVerification.Read(folder.Write("twice.json", twice)));

        Assert.EndsWith(" 'verdict' twice", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "line 1, byte 1")]
    [InlineData("\u007fELF\u0001", "line 1, byte 1")]
    [InlineData("{\n  \"schema\": 1,,\n}", "line 2, byte 15")]
    public void Read_FileThatIsNotJson_NamesThePlace(string text, string place)
    {
        using var folder = new TemporaryFolder();

        var refused = Assert.Throws<FormatException>(() => ReportVerification.Read(folder.Write("report.json", text)));

        Assert.Contains("report.json: ", refused.Message, StringComparison.Ordinal);
        Assert.EndsWith($" at {place}", refused.Message, StringComparison.Ordinal);
    }

    private static void AssertAnswered(string report, string[] shapes)
    {
        var root = JsonNode.Parse(report)!;
        var places = PlacesOf(root, "").ToList();

        Assert.True(places.Count > 90, $"{places.Count} places");
        Assert.Empty(string.Join('\n', places
            .SelectMany(place => shapes, (place, shape) => Fault(report, place, shape)).OfType<string>()));
    }

    private static string? Fault(string report, string place, string shape)
    {
        var root = JsonNode.Parse(report)!;
        Replace(root, place, shape);
        using var document = JsonDocument.Parse(root.ToJsonString());
        try
        {
            foreach (var run in ReportVerification.RunsIn(document.RootElement))
            {
                _ = RunVerification.Of(run);
            }

            return null;
        }
        catch (FormatException refused) when (refused.Message.Length > 0)
        {
            return null;
        }
        catch (Exception fault)
        {
            return $"{place} = {shape}: {fault.GetType().Name}";
        }
    }

    // The first of a list stands for all of it.
    private static IEnumerable<string> PlacesOf(JsonNode? node, string path) => node switch
    {
        JsonObject all => all.SelectMany(child => PlacesOf(child.Value, $"{path}/{child.Key}").Prepend(
            $"{path}/{child.Key}")),
        JsonArray { Count: > 0 } list => PlacesOf(list[0], $"{path}/0").Prepend($"{path}/0"),
        _ => [],
    };

    private static void Replace(JsonNode root, string place, string shape)
    {
        var steps = place.Split('/')[1..];
        var owner = steps[..^1].Aggregate(root, (node, step) => node is JsonArray list ? list[0]! : node[step]!);
        var value = JsonNode.Parse(shape);
        if (owner is JsonArray array)
        {
            array[0] = value;
        }
        else
        {
            owner[steps[^1]] = value;
        }
    }
}
