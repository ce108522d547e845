using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.TestKit.Counters;
using AElf.Bench.Tests.CommandLine;
using AElf.Bench.Tests.Tidy;
using AElf.Bench.Transfers;
using AElf.Benchmark.Verbs.Electrum.Client;
using AElf.Benchmark.Verbs.Electrum.Node;
using AElf.Benchmark.Verbs.Electrum.Serve;

namespace AElf.Bench.Tests.Settings;

/// <summary>The classes that CommandLineParser fills have a property for each option of the tables.</summary>
public sealed class ArgumentsTests
{
    private static readonly Dictionary<string, (string Class, IEnumerable<Setting> Table)[]> Files =
        new(StringComparer.Ordinal)
        {
            ["src/AElf.Bench.Settings/CommandLine"] =
            [
                ("ProgramArguments", CommonSettings.All), ("ScenarioArguments", ScenarioSettings.All),
                ("SweepArguments", SweepSettings.All), ("CompareArguments", CompareSettings.All),
                ("HistoryArguments", HistoryVerbSettings.All), ("VerifyArguments", VerifySettings.All),
                ("ReproduceArguments", ReproduceSettings.All), ("CleanupArguments", CleanupSettings.Own),
            ],
            ["src/AElf.Bench.Transfers"] = [("TransferArguments", TransferSettings.All)],
            ["src/AElf.Bench.Electrum/Sources"] = [("ChainArguments", ChainSettings.All)],
            ["src/AElf.Bench.Electrum"] =
                [("ElectrumArguments : Sources.ChainArguments", Own(ElectrumSettings.All))],
            ["src/AElf.Benchmark/Verbs/Electrum"] =
            [
                ("NodeArguments", Own(new NodeVerb().Program.Table)),
                ("ServeArguments", Own(new ServeVerb().Program.Table)),
                ("ClientArguments", Own(new ClientVerb().Program.Table)),
            ],
            ["tests/AElf.Bench.TestKit/Counters"] = [("CounterArguments", new CounterWorkloadType().Table)],
        };

    public static TheoryData<string> Folders => [.. Files.Keys];

    [Theory]
    [MemberData(nameof(Folders))]
    public void Each_option_of_the_tables_has_a_property(string folder)
    {
        var path = Path.Combine(SourceTree.Root, folder, "Arguments.cs");
        var text = Write(folder, Files[folder]);
        if (Environment.GetEnvironmentVariable("AELF_WRITE_TABLES") is "1")
        {
            File.WriteAllText(path, text);
        }

        Assert.Equal(text, File.ReadAllText(path));
    }

    private static IEnumerable<Setting> Own(IEnumerable<Setting> table) => table.Except(ChainSettings.All);

    private static string Write(string folder, (string Class, IEnumerable<Setting> Table)[] classes)
    {
        var space = folder[(folder.IndexOf('/', StringComparison.Ordinal) + 1)..].Replace('/', '.');
        var texts = classes.Select(each =>
        {
            var properties = each.Table.Where(setting => setting.Syntax is not null).Select(Property);
            return $$"""
                /// <summary>What CommandLineParser fills, one option a property.</summary>
                public {{(each.Class is "ChainArguments" or "TransferArguments" ? "" : "sealed ")}}class {{each.Class}}
                {
                {{string.Join('\n', properties)}}
                }

                """;
        });
        return "// Written by the test ArgumentsTests with AELF_WRITE_TABLES=1, from the tables of settings,\n"
            + "// which say what each option is for.\n"
            + $"using CommandLine;\n\nnamespace {space};\n\n{string.Join("\n", texts)}";
    }

    private static string Property(Setting setting)
    {
        var names = setting.OptionNames.Select(name => name is ['-', not '-'] ? $"'{name[1]}'" : $"\"{name[2..]}\"");
        var type = setting.ValueCount switch
        {
            0 => "bool",
            1 => "string?",
            _ => "IEnumerable<string>?",
        };
        return $"    [Option({string.Join(", ", names)})] public {type} "
            + $"{CommandLineReader.PropertyOf(setting)} {{ get; set; }}";
    }
}
