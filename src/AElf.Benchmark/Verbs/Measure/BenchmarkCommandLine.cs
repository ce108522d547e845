using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>Turns arguments, environment and files into checked options of a run; starts and writes nothing.</summary>
/// <param name="verbs">Verbs of the program, for the help.</param>
internal sealed class BenchmarkCommandLine(IWorkloadType workload, params IReadOnlyList<HelpVerb> verbs)
    : ProgramCommandLine
{
    public override ProgramDescription Program { get; } = new()
    {
        Word = workload.Word,
        Program = Programs.Benchmark,
        Table = [.. workload.Table, .. ProgramSettings.All],
        Purpose =
            $"Measures {workload.Subject} per second over a store, and proves that {workload.Proof}.",
        Sections =
        [
            new("Workload", Topic.Workload), new(
                "Measurement", Topic.Measurement), new("Actors", Topic.Actors), new("Store", Topic.Store),
            new(
                "Cluster: with --manager, a run uses the store and the workers of that manager",
                Topic.Cluster,
                Topic.Security),
            new("Output", Topic.Output, Topic.Process), new("Configuration", Topic.Configuration),
        ],
        Everyday =
        [
            .. workload.Table.Take(2), ActorSettings.ActorCount, ActorSettings.Lanes, StoreSettings.Type,
            MeasureSettings.Rounds, ReportSettings.Verbose, CommonSettings.JsonOutput, ExportSettings.HtmlOutput,
        ],
        Notes = ProgramCommandLine.SourcesNote,
        ExampleOption = $"{workload.Table[0].Option} {workload.Table[0].Default}",
        Verbs = verbs,
        Examples =
        [
            new("in memory, with the defaults", ""),
            new("five rounds, on a Redis", $"{workload.Example} --rounds 5 --database redis"),
            new(
                "eight actors that wait for each answer, as in the published tables",
                $"{workload.Example} --rounds 5 --actors 8 --lanes 1 --database redis"),
            new(
                "the same with 1 ms added round-trip time",
                $"{workload.Example} --actors 8 --lanes 1 --database redis --latency 1ms"),
            new(
                "through Twemproxy, comparing the counters of both shards",
                "--database twemproxy --dbport 22121 --shards 127.0.0.1:6380,127.0.0.1:6381"),
            new(
                "a Redis with user, password and TLS",
                "--database redis --dbhost redis.example --user bench --password-file redis.pw --tls"),
            .. workload.TakesRate
                ? [new(
                    "latency of 50,000 independent users per second, on a Redis",
                    $"{workload.Example} --rate poisson:50000 --database redis")]
                : Array.Empty<HelpExample>(),
            new(
                "every routing strategy, compared",
                $"{workload.Example} --rounds 5 --database redis --routing all"),
            new(
                "a gate: exit with 4 if the rate is too low, or 1 % of the users wait too long",
                $"{workload.Example} --rounds 5 --fail-if 'tps < 100000' --fail-if 'p99 > 5ms'"),
            new(
                "prepare accounts once, under a run id",
                $"--benchmark genAccount {workload.Example} --database redis --run-id 0a1b2c3d"),
            new(
                "use them, and keep the report",
                $"{workload.Example} --database redis --prepared 0a1b2c3d --json report.json"),
            new(
                "on four workers of a manager",
                $"{workload.Example} --manager 127.0.0.1:4053 --workers 4 --secret-file cluster.secret"),
        ],
    };

    protected override IEnumerable<ValidationError> Check(ProgramReading reading) =>
        OptionRules.Check(workload, reading);

    protected override BenchmarkOptions Build(ProgramReading reading, ValidationError[] warnings) =>
        new(reading, warnings)
        {
            Workload = workload,
            Plans = RunPlan.Of(workload, reading.Table, reading.Settings),
        };
}
