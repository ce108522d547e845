using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Bench.Tests.CommandLine;

/// <summary>The advice for refused options names only options of the same program.</summary>
public sealed partial class AdvisedOptionsTests
{
    private static readonly string[] Values =
    [
        "1", "2", "7", "on", "off", "all", "50%", "10s", "5m", "0badcafe", "127.0.0.1:6380", "127.0.0.1:1,127.0.0.1:2",
        "p99 < 5ms", "poisson:100", "zipf:0.5", "redis", "text", "file.json",
    ];

    private static readonly string ShippedCluster =
        Path.Combine(AppContext.BaseDirectory, "config", "scenarios", "cluster.json");

    private static readonly Dictionary<string, (ParseProgram Parse, ProgramDescription Program, string[] Start)> All =
        new(StringComparer.Ordinal)
        {
            ["benchmark"] = (TransferPrograms.Benchmark.Parse, TransferPrograms.Benchmark.Program, []),
            ["scenario"] = (
                TransferPrograms.Scenario.Parse, TransferPrograms.Scenario.Program, ["scenario", ShippedCluster]),
            ["manager"] = (TransferPrograms.Manager.Parse, TransferPrograms.Manager.Program, []),
            ["worker"] = (TransferPrograms.Worker.Parse, TransferPrograms.Worker.Program, []),
        };

    public static TheoryData<string> Names => [.. All.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void Advice_AnyTwoOptions_NamesOptionsOfTheProgram(string name)
    {
        var (parse, program, start) = All[name];
        using var under = new ProgramUnderTest(parse);
        var options = program.Settings.Where(setting => setting.IsOptionOf(program.Program))
            .Select(Words).OfType<string[]>().ToList();
        var unknown = new SortedSet<string>(StringComparer.Ordinal);
        for (var first = 0; first < options.Count; first++)
        {
            for (var second = first; second < options.Count; second++)
            {
                string[] call = [.. start, .. options[first], .. second == first ? [] : options[second]];
                if (under.Parse(call) is ParseOutcome.Rejected { Problems: var problems })
                {
                    unknown.UnionWith(problems.SelectMany(problem => Option().Matches(problem.Advice)
                        .Where(option => !program.Known.Contains(option.Value, StringComparer.Ordinal))
                        .Select(option => $"{option.Value}: {problem}")));
                }
            }
        }

        Assert.Equal("", string.Join('\n', unknown));
    }

    private static string[]? Words(Setting setting)
    {
        if (setting.ValueCount == 0)
        {
            return [setting.Option!];
        }

        var value = setting.Rule.Words.Concat(Values).FirstOrDefault(
            text => setting.Rule.Parse(text) is { } parsed && setting.Rule.Format(parsed) != setting.Default);
        return value is null ? null : [setting.Option!, .. Enumerable.Repeat(value, setting.ValueCount)];
    }

    [GeneratedRegex("(?<![a-z-])--[a-z]+(-[a-z]+)*")]
    private static partial Regex Option();
}
