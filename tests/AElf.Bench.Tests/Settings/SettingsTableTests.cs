using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Settings.Formats;
using AElf.Bench.Tests.CommandLine;
using AElf.Bench.Tests.Tidy;
using AElf.Bench.Transfers;
using AElf.Benchmark.Verbs.Cleanup;
using AElf.Benchmark.Verbs.Reproduce;
using AElf.Benchmark.Verbs.Top;
using AElf.Benchmark.Verbs.Verify;
using AElf.Concurrency.Manager;
using AElf.Concurrency.Worker;

namespace AElf.Bench.Tests.Settings;

public sealed class SettingsTableTests
{
    private static readonly ProgramDescription[] Programs =
    [
        TransferPrograms.Benchmark.Program, TransferPrograms.Scenario.Program, TransferPrograms.Sweep.Program,
        TransferPrograms.Compare.Program,
        new TopVerb().Program,
        TransferPrograms.Manager.Program, TransferPrograms.Worker.Program,
    ];

    private static readonly string[] Samples =
    [
        "7", "40", "on", "7 8", "a:1", "1ms", "10s", "00000001", "http://h:1", "strict", "random", "redis", "pipelined",
        "evenGroup", "gate", "fail", "receiver", "smallbank", "akka", "group", "cluster", "tps<1", "json", "store",
        AppContext.BaseDirectory, "x",
    ];

    public static TheoryData<string> Options =>
        [.. Programs.SelectMany(program => program.Settings.Select(setting => $"{program.Call}: {setting.Name}"))];

    [Theory]
    [MemberData(nameof(Options))]
    public void Option_OfTheTable_IsParsed(string option)
    {
        var program = Programs.Single(program => option.StartsWith($"{program.Call}: ", StringComparison.Ordinal));
        var setting = program.Settings.Single(setting => option.EndsWith($" {setting.Name}", StringComparison.Ordinal));
        string[] values = setting.ValueCount == 0 ? [] : Valid(setting.Rule).Split(' ');
        var expected = setting.Rule.Normalise(values is [] ? "true" : string.Join(' ', values));

        Assert.All(setting.OptionNames, name =>
        {
            var layer = CommandLineReader.Read(program, [name, .. values]).Settings;

            Assert.Empty(layer.Problems);
            Assert.Equal(expected, layer.TextOf(setting));
        });
    }

    [Fact]
    public void Names_KeysOptionsAndVariables_AreUnique() => Assert.All(Programs, program =>
    {
        AssertUnlike(program.Table.Select(setting => setting.Name));
        AssertUnlike(program.Settings.SelectMany(setting => setting.OptionNames));
        AssertUnlike(program.Table.Select(setting => setting.EnvironmentName));
        AssertUnlike(program.Table.Select(setting => HoconSettingsFile.Paths.GetValueOrDefault(setting)));
        AssertUnlike(program.Table.Select(setting => setting.ScenarioKey));
        AssertUnlike(program.Table
            .Where(setting => setting.File != SettingFile.None)
            .Select(setting => $"{setting.File} {setting.Key}"));
    });

    [Fact]
    public void Option_Every_IsUnderOneHeadingOfTheHelp() => Assert.All(Programs, program =>
    {
        var topics = program.Sections.SelectMany(section => section.Topics).ToArray();

        Assert.Equal(topics.Distinct(), topics);
        Assert.DoesNotContain(program.Settings, setting => !topics.Contains(setting.Topic));
    });

    [Fact]
    public void Workload_Settings_HaveOptionsKeysVariablesHelpAndFields()
    {
        var group = new SettingGroup("Counters", Topic.Workload, Core.Options.Programs.Runs)
        {
            File = SettingFile.Actor,
            Submission = Submission.Always,
        };
        var keys = new Setting<int>(group, "Keys", new WholeNumberRule(1, 100), 10, "keys to increment", "--keys N")
        {
            ScenarioKey = "workload.keys",
        };
        Setting[] table = [keys, .. ProgramSettings.All];
        var program = new ProgramDescription
        {
            Program = Core.Options.Programs.Benchmark,
            Table = table,
            Purpose = "Counts.",
            Sections = [new("Workload", Topic.Workload)],
            Examples = [],
            ExampleOption = "--keys 1",
        };
        string OfFile(
            string text,
            Func<Setting,
            string> keyOf) => JsonSettingsFile.Read("f", text, [keys], keyOf).TextOf(keys);

        Assert.Equal("3", CommandLineReader.Read(program, ["--keys", "3"]).Settings.TextOf(keys));
        Assert.Equal("4", OfFile("{\"Keys\": 4}", setting => setting.Key));
        Assert.Equal("5", OfFile("{\"workload\": {\"keys\": 5}}", setting => setting.ScenarioKey!));
        Assert.Equal(
            "6",
            EnvironmentSettings.Read(
                table,
                new Dictionary<string,
                string>(StringComparer.Ordinal)
                { ["AELF_COUNTERS_KEYS"] = "6" }).TextOf(keys));
        Assert.Equal("10", RunSettings.From(table, new ResolvedSettings(), withStore: false)["Counters.Keys"]);
        Assert.Matches(@"\n\s+--keys\sN\s.*10\)", HelpText.Write(program));
    }

    [Fact]
    public void Documentation_Tables_EqualTheSettings()
    {
        var path = Path.Combine(SourceTree.Root, "docs", "settings.md");
        var text = File.ReadAllText(path);
        var table = TransferPrograms.Scenario.Program.Table;
        var expected = Replaced(text, "database.json", table.Where(setting => setting.Section is "Database"));
        expected = Replaced(
            expected,
            "actor.json",
            table.Where(setting => setting.Section is "Actor" or "Cluster"
                && !setting.Equals(ActorSettings.RoutingComparison)));
        expected = Replaced(
            expected,
            "options",
            table.Where(setting => setting.Section is "Workload" or "Measure" or "Output" or "Configuration"));
        expected = Replaced(expected, "scenarios", table.Where(setting => setting.Section is "Scenario"));
        expected = Replaced(expected, "sweeps", SweepSettings.All);
        expected = Replaced(expected, "comparisons", CompareSettings.All);
        var verify = new VerifyVerb(new TransferWorkloadType());
        expected = Replaced(expected, "reports", verify.Program.Table.Concat(ReproduceVerb.Rows.All));
        expected = Replaced(expected, "clean-ups", CleanupVerb.Rows.All);
        if (Environment.GetEnvironmentVariable("AELF_WRITE_TABLES") is "1")
        {
            File.WriteAllText(path, expected);
        }

        Assert.True(
            string.Equals(expected, File.ReadAllText(path), StringComparison.Ordinal), $"AELF_WRITE_TABLES=1: {path}");
    }

    private static void AssertUnlike(IEnumerable<string?> names)
    {
        var given = names.OfType<string>().ToArray();
        Assert.Equal(given.Distinct(StringComparer.Ordinal), given, StringComparer.Ordinal);
    }

    private static string Valid(ValueRule rule) =>
        Samples.First(text => rule.Normalise(text) is not null
            && (rule is not CountRangeRule || text.Contains(' ', StringComparison.Ordinal)));

    private static string Replaced(string text, string name, IEnumerable<Setting> settings)
    {
        var begin = $"<!-- table {name} -->\n";
        const string End = "<!-- end of table -->";
        var from = text.IndexOf(begin, StringComparison.Ordinal) + begin.Length;
        Assert.True(from >= begin.Length, begin.Trim());
        return text[..from] + SettingsMarkdown.Write(settings) + text[text.IndexOf(
            End, from, StringComparison.Ordinal)..];
    }
}
