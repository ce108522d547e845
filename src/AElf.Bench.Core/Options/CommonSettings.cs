namespace AElf.Bench.Core.Options;

/// <summary>The settings of runs of any workload: load and output.</summary>
public static class CommonSettings
{
    private static readonly SettingGroup Workload = new("Workload", Topic.Workload, Programs.Runs);
    private static readonly SettingGroup Output = Workload with { Section = "Output", Topic = Topic.Output };

    private static readonly SettingGroup Process = Workload with
    { Section = "Actor", Topic = Topic.Process, Programs = Programs.Cluster, File = SettingFile.Actor };

    public static readonly Setting<ulong> Seed = new(
        Workload, "Seed", new LargeNumberRule(0, ulong.MaxValue), 1, "seed of all random choices", "--seed N")
    { Submission = Submission.Always };

    public static readonly Setting<bool> IsPreparing = new(
        Workload, "Benchmark", new ChoiceRule<bool>(["evenGroup", "genAccount"], [false, true]), false,
        "evenGroup to measure; genAccount to prepare accounts only", "--benchmark NAME")
    { OtherNames = ["-f", "--SupportedBenchmark"], Programs = Programs.Benchmark };

    public static readonly Setting<string?> Prepared = new(
        Workload, "Prepared", SettingRules.RunId, null,
        "use the accounts that genAccount prepared under this run id", "--prepared HEX8")
    { Programs = Programs.Benchmark, Submission = Submission.Always };

    public static readonly Setting<bool> IsCluster = new(
        Process, "IsCluster", SettingRules.Flag, false,
        "submit runs to the manager of Seeds, as --manager does");

    public static readonly Setting<Engine> Engine = new(
        Process, "Engine", ChoiceRule.Of<Engine>(), default,
        "where the actors run: akka for a cluster of processes on Akka.NET, local for the "
            + "benchmark's process; all compares both in turns",
        "--engine NAME")
    { Topic = Topic.Actors, Programs = Programs.Scenario, ScenarioKey = "engine" };

    public static readonly Setting<string?> RunId = new(
        Output, "RunId", SettingRules.RunId, null,
        "id of the run, used as prefix of its keys (default random)", "--run-id HEX8");

    public static readonly Setting<string?> JsonOutput =
        new(Output, "Json", SettingRules.OutputFile, null, "write the reports as JSON", "--json FILE");

    public static readonly Setting<string?> MarkdownOutput =
        new(Output, "Markdown", SettingRules.OutputFile, null, "write the reports as Markdown", "--markdown FILE");

    public static readonly Setting<bool> Quiet =
        new(Output, "Quiet", SettingRules.Flag, false, "print only results and errors, no progress", "--quiet")
        { Programs = Programs.Connecting };

    public static readonly Setting<bool> Once =
        new(Output, "Once", SettingRules.Flag, false, "show the cluster once, then end", "--once")
        { Programs = Programs.Top };

    public static readonly Setting<string?> Folder = new(
        Output with { Section = "Configuration", Topic = Topic.Configuration, Programs = Programs.Connecting },
        "Folder", SettingRules.Folder, null,
        "the folder of database.json, actor.json and the .hocon files", "--config DIR");

    public static IReadOnlyList<Setting> All => Workload.All;
}
