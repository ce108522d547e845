using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Settings;
using AElf.Bench.Settings.Formats;
using AElf.Bench.Tests.CommandLine;
using AElf.Bench.Tests.Tidy;
using AElf.Benchmark.Verbs.Scenarios;
using NJsonSchema;

namespace AElf.Bench.Tests.Settings;

public sealed class SettingsSchemaTests
{
    private static readonly Setting[] Table =
    [
        .. TransferPrograms.Scenario.Program.Table
            .Concat(new ScenarioCommandLine(new ElectrumWorkloadType()).Program.Table)
            .Distinct(),
    ];

    private static readonly Dictionary<string, (string Title, Setting[] Settings, Func<Setting, string> KeyOf)> Files =
        new(StringComparer.Ordinal)
        {
            ["actor"] = ("Actors, and the cluster they are in", In(SettingFile.Actor), setting => setting.Key),
            ["database"] = ("Where the accounts are kept", In(SettingFile.Database), setting => setting.Key),
            ["scenario"] = (
                "What a scenario starts, and the run over it",
                [.. Table.Where(setting => setting.ScenarioKey is not null)],
                setting => setting.ScenarioKey!),
        };

    public static TheoryData<string> Names => [.. Files.Keys];

    public static TheoryData<string> Shipped =>
    [
        "config/actor.json", "config/database.json",
        .. Directory.EnumerateFiles(Path.Combine(SourceTree.Root, "config/scenarios"), "*.json")
            .Select(file => Path.GetRelativePath(SourceTree.Root, file)),
    ];

    [Theory]
    [MemberData(nameof(Names))]
    public void Schema_EveryFile_EqualsTheTableOfSettings(string name)
    {
        var path = Path.Combine(SourceTree.Root, "config", "schemas", $"{name}.json");
        var (title, settings, keyOf) = Files[name];
        var expected = SettingsSchema.Write(title, settings, keyOf);
        if (Environment.GetEnvironmentVariable("AELF_WRITE_TABLES") is "1")
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllText(path, expected);
        }

        Assert.True(
            string.Equals(expected, File.ReadAllText(path), StringComparison.Ordinal), $"AELF_WRITE_TABLES=1: {path}");
    }

    [Theory]
    [MemberData(nameof(Shipped))]
    public async Task ShippedFile_Every_MatchesItsSchema(string file)
    {
        var path = Path.Combine(SourceTree.Root, file);
        var options = new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip };
        using var text = JsonDocument.Parse(await File.ReadAllTextAsync(path, ThisTest.Cancelled), options);
        var named = Path.Combine(Path.GetDirectoryName(path)!, text.RootElement.GetProperty("$schema").GetString()!);

        var schema = await JsonSchema.FromFileAsync(named, ThisTest.Cancelled);

        Assert.Empty(schema.Validate(JsonSerializer.Serialize(text.RootElement)));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Schema_AgreesWithTheReader(string name)
    {
        var (title, settings, keyOf) = Files[name];
        var schema = await JsonSchema.FromJsonAsync(
            SettingsSchema.Write(title, settings, keyOf), ThisTest.Cancelled);
        string[] values =
        [
            "0", "1", "7", "0.5", "70000", "-1", "99999999999999", "true", "\"x\"", "\"redis\"", "\"auto\"", "\"\"",
            "\"10s\"", "\"00000001\"", "\"strict\"", "\"akka\"", "\"a:1\"", "[]", "[\"a:1\"]", "{}", "null",
            "[{\"HostName\": \"a\", \"Port\": 1}]", "[{\"HostName\": \"a\"}]",
        ];
        var (taken, refused) = (0, 0);

        foreach (var setting in settings)
        {
            var keys = keyOf(setting).Split('.');
            foreach (var value in values)
            {
                var text = keys.Reverse().Aggregate(value, (inner, key) => $"{{\"{key}\": {inner}}}");
                var isTaken = JsonSettingsFile.Read("f", text, settings, keyOf).Problems.Count == 0;
                var isKept = schema.Validate(text).Count == 0;

                Assert.True(isKept || !isTaken, $"{name}: the reader takes {text}, the schema does not");
                taken += isTaken ? 1 : 0;
                refused += isKept ? 0 : 1;
            }
        }

        Assert.NotEmpty(schema.Validate("{\"Unknown\": 1}"));
        Assert.True(taken >= settings.Length, $"{taken} values were taken for {settings.Length} settings");
        Assert.InRange(refused, 10 * settings.Length, int.MaxValue);
    }

    private static Setting[] In(SettingFile file) => [.. Table.Where(setting => setting.File == file)];
}
