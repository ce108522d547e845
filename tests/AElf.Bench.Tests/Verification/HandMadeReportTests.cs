using System.Text.Json;
using System.Text.Json.Nodes;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs.Rules;
using AElf.Bench.Harness.Verification;
using AElf.Bench.Tests.Reports;
using AElf.Bench.Tests.Settings;

namespace AElf.Bench.Tests.Verification;

/// <summary>Reports that no program wrote: each is verified or refused with a message.</summary>
public sealed class HandMadeReportTests
{
    private static readonly string[] DotNet =
    [
        "Value cannot be null", "(Parameter", "Object reference", "System.", "AElf.", "Nullable", "Specified argument",
        "Index was",
    ];

    private static readonly string[] Shapes = ["null", "{}", "[null]", "\"x\""];

    public static TheoryData<string> Names => ExampleReports.Names;

    [Fact]
    public void Verify_AnyValueAnywhere_IsVerifiedOrRefused() =>
        AssertAnswered(
            RunVerificationTests.Report(workers: 2, rounds: 2), [.. Shapes, "[]", "[{}]", "0", "-1", "1e308"]);

    [Theory]
    [MemberData(nameof(Names))]
    public void Verify_WithoutRawData_AnyValueAnywhere_IsVerifiedOrRefused(string name) =>
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

    [Fact]
    public void Verify_AnyFieldMissing_IsVerifiedOrNamed()
    {
        var report = RunVerificationTests.Report(workers: 2, rounds: 5);
        var places = PlacesOf(JsonNode.Parse(report), "").Where(place => place.Count(letter => letter == '/') <= 3
            && !char.IsDigit(place[^1])).ToList();

        Assert.True(places.Count > 200, $"{places.Count} places");
        Assert.Empty(string.Join('\n', places.Select(place => FaultWithout(report, place)).OfType<string>()));
    }

    // The message for a missing field contains the field, the first figure that differs, or the broken guard.
    private static string? FaultWithout(string report, string place)
    {
        var root = JsonNode.Parse(report)!;
        var steps = place.Split('/')[1..];
        var owner = steps[..^1].Aggregate(root, (node, step) => node is JsonArray list ? list[0]! : node[step]!);
        owner.AsObject().Remove(steps[^1]);
        using var document = JsonDocument.Parse(root.ToJsonString());
        string text;
        try
        {
            var found = RunVerification.Of(ReportVerification.RunsIn(document.RootElement)[0]);
            text = string.Join(
                ", ",
                [
                    .. found.Unchecked,
                    .. found.Guards.Where(guard => guard.State is GuardState.Broken).Select(guard => guard.What),
                    .. found.Fields.Where(field => !field.IsSame).Select(field => field.Path),
                ]);
            if (text.Length == 0 && found.Outcome is VerificationOutcome.Verified)
            {
                return null;
            }
        }
        catch (FormatException refused)
        {
            text = refused.Message;
            if (steps[^1] is not "schema" && !text.Contains($"'{steps[^1]}'", StringComparison.Ordinal))
            {
                return $"{place}: {text}";
            }
        }

        return text.Length == 0 || IsOfDotNet(text) ? $"{place}: {text}" : null;
    }

    private static bool IsOfDotNet(string text) =>
        Array.Exists(DotNet, word => text.Contains(word, StringComparison.Ordinal));

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
                var odd = RunVerification.Of(run).Guards.FirstOrDefault(guard => IsOfDotNet(guard.What));
                if (odd is not null)
                {
                    return $"{place} = {shape}: {odd.What}";
                }
            }

            return null;
        }
        catch (FormatException refused) when (refused.Message.Length > 0)
        {
            return IsOfDotNet(refused.Message) ? $"{place} = {shape}: {refused.Message}" : null;
        }
        catch (Exception fault)
        {
            return $"{place} = {shape}: {fault.GetType().Name}";
        }
    }

    // The first element of a list represents all.
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
