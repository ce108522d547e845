using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Runs.Rules;
using AElf.Bench.Harness.Verification;
using AElf.Bench.Transfers;

namespace AElf.Bench.Tests.Verification;

/// <summary>Reports whose options and fields contain the same fact: both must agree.</summary>
public sealed class OptionFieldsTests
{
    private static readonly Lazy<RunReport> Whole = new(() => RunVerificationTests.Read(
        RunVerificationTests.Report(workers: 0, change: rig =>
        {
            rig.Shape = "even";
            rig.Request = rig.Request with
            {
                EffectiveOptions = Options(
                    ("Actor.Lanes", "2"), ("Actor.WorkerCount", "2"), ("Actor.Routing", "pull"),
                    ("Actor.Mode", "strict"), ("Actor.Dispatchers", "1"), ("Actor.ConcurrencyLevel", "0"),
                    ("Measure.WarmupRounds", "1"), ("Measure.Duration", "none"), ("Measure.Rate", "none"),
                    ("Measure.Blocks", "1"), ("Measure.SliceMs", "100"), ("Measure.Ceiling", "false"),
                    ("Measure.Controls", "false"), ("Measure.Rounds", "5"), ("Database.Type", "redis"),
                    ("Database.Db", "0"),
                    ("Database.Latency", "none"), ("Output.FailIf", "none"), ("Workload.Transfers", "60"),
                    ("Workload.Groups", "6 6"), ("Workload.Seed", "3"), ("Workload.Load", "even")),
            };
        })));

    [Fact]
    public void Verify_OptionsThatAgree_AreVerified()
    {
        var found = Check(Whole.Value);

        Assert.Equal(GuardState.Ok, Guard(found, "load").State);
        Assert.DoesNotContain(found.Guards, guard => guard.State is GuardState.Broken);
        Assert.Equal(VerificationOutcome.Verified, found.Outcome);
    }

    [Theory]
    [InlineData("Actor.Lanes", "3")]
    [InlineData("Actor.WorkerCount", "4")]
    [InlineData("Actor.Routing", "random")]
    [InlineData("Actor.Dispatchers", "2")]
    [InlineData("Actor.Dispatchers", "per-actor")]
    [InlineData("Actor.ConcurrencyLevel", "3")]
    [InlineData("Measure.WarmupRounds", "9")]
    [InlineData("Measure.Duration", "10s")]
    [InlineData("Measure.Starts", "2")]
    [InlineData("Measure.Rate", "1000")]
    [InlineData("Measure.Blocks", "2")]
    [InlineData("Measure.SliceMs", "50")]
    [InlineData("Measure.Controls", "true")]
    [InlineData("Database.Type", "ssdb")]
    [InlineData("Database.Db", "3")]
    [InlineData("Workload.BlockFile", "block.bin")]
    [InlineData("Workload.Transfers", "1000001")]
    [InlineData("Database.Latency", "2ms")]
    [InlineData("Output.FailIf", "tps < 1")]
    public void Verify_OptionThatContradictsAField_IsNamed(string option, string text)
    {
        var found = Check(With(Whole.Value, option, text));

        var guard = Guard(found, "options");
        Assert.Equal(GuardState.Broken, guard.State);
        Prose.AssertNames(guard.What, option, text);
        Assert.Equal(VerificationOutcome.Refused, found.Outcome);
    }

    [Theory]
    [InlineData("Workload.Transfers", "61", "workload.items is 66")]
    [InlineData("Workload.Groups", "5 5", "workload.items is 66")]
    [InlineData("Workload.Seed", "4", "raw.")]
    [InlineData("Workload.Load", "zipf:0.9", "workload.variant is \"even\"")]
    [InlineData("Actor.Mode", "multi", "workload.setup is \"strict\"")]
    [InlineData("Workload.Transfers", "many", "Workload.Transfers")]
    public void Verify_OptionsOfAnotherLoad_AreRefused(string option, string text, string field)
    {
        var guards = ((SettingSource[])[SettingSource.CommandLine, SettingSource.Default])
            .Select(source => Guard(Check(With(Whole.Value, option, text, source)), "load"));

        Assert.All(guards, guard =>
        {
            Assert.Equal(GuardState.Broken, guard.State);
            Assert.Contains(field, guard.What, StringComparison.Ordinal);
        });
    }

    [Theory]
    [InlineData("Actor.Dispatchers", "auto")]
    [InlineData("Actor.ConcurrencyLevel", "4")]
    [InlineData("Measure.Duration", "1s")]
    [InlineData("Measure.Starts", "1")]
    public void Verify_MaximumOrWordThatFitsTheField_IsVerified(string option, string text) =>
        Assert.Equal(VerificationOutcome.Verified, Check(With(Whole.Value, option, text)).Outcome);

    [Theory]
    [InlineData("6379", true)]
    [InlineData("6380", false)]
    public void Verify_PortOfTheStore_IsThatOfItsEndpoint(string port, bool agrees)
    {
        var run = With(Whole.Value, "Database.Host", "10.0.0.7") with
        {
            Store = Whole.Value.Store with { Endpoint = "10.0.0.7:6379" },
        };

        var found = Check(With(run, "Database.Port", port)).Guards.FirstOrDefault(guard => guard.Name is "options");

        Assert.Equal(agrees, found is null);
    }

    /// <summary>A hosts file may have other processes. One process of a cluster scenario has all its actors.</summary>
    [Theory]
    [InlineData(2, "cluster", "Scenario.processes", "Scenario.other", false)]
    [InlineData(2, "cluster", "Scenario.processes", "Scenario.hosts", true)]
    [InlineData(0, "single", "Actor.WorkerCount", "Scenario.other", false)]
    [InlineData(0, "cluster", "Actor.WorkerCount", "Scenario.other", true)]
    public void Verify_PartOfAScenario_IsOfTheFieldUnlessOthersDecide(
        int workers, string kind, string option, string other, bool agrees)
    {
        var run = RunVerificationTests.Read(RunVerificationTests.Report(workers)) with { Processes = workers };

        var found = Check(With(With(With(run, "Scenario.kind", kind), option, "7"), other, "hosts.json"));

        Assert.Equal(agrees, found.Guards.All(guard => guard.Name is not "options"));
    }

    [Fact]
    public void Verify_LoadOfAFileAtAManager_IsNotDrawn()
    {
        var run = RunVerificationTests.Read(RunVerificationTests.Report(workers: 2));
        run = With(WithFact(run, LoadFacts.Shape, LoadFacts.File), "Workload.Transfers", "61");

        Assert.Equal(GuardState.Caution, Guard(Check(run), "load").State);
    }

    [Fact]
    public void Verify_LoadOfAFile_HasTheReason()
    {
        var ofFile = WithFact(Whole.Value, LoadFacts.Shape, LoadFacts.File);

        var guard = Guard(Check(With(ofFile, "Workload.BlockFile", "block.bin")), "load");

        Assert.Equal(GuardState.Caution, guard.State);
        Assert.StartsWith("load not drawn again: ", guard.What, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("1000000", null)]
    [InlineData("1000001", "a block of 1,000,001 takes long to draw")]
    public void WhyNotDrawn_VeryLargeBlock_HasTheReason(string transfers, string? reason)
    {
        var layer = new SettingLayer(SettingSource.CommandLine);
        layer.Add(TransferSettings.Transfers, "-n", transfers);

        Assert.Equal(reason, new TransferWorkloadType().WhyNotDrawn(new ResolvedSettings([layer])));
    }

    [Fact]
    public void Verify_OtherLoadOfAnotherVersion_IsACaution()
    {
        var seed = With(Whole.Value, "Workload.Seed", "4");

        var found = Check(seed with { Environment = seed.Environment with { Version = "0.0.1" } });

        Assert.Equal(GuardState.Caution, Guard(found, "load").State);
        Prose.AssertNames(Guard(found, "load").What, "0.0.1");
    }

    [Theory]
    [InlineData("Workload.Transfers", "61", "transfers is 60")]
    [InlineData("Workload.Load", "zipf:0.9", "raw.facts.load")]
    public void Verify_OtherSizeOrForm_IsRefusedForAnyVersion(string option, string text, string field)
    {
        var run = With(Whole.Value, option, text);

        var guard = Guard(Check(run with { Environment = run.Environment with { Version = "0.0.1" } }), "load");

        Assert.Equal(GuardState.Broken, guard.State);
        Assert.StartsWith(field, guard.What, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("4 8")]
    [InlineData("1 60")]
    public void Verify_GroupCountsOfARange_ContainThatOfTheRun(string range) => Assert.Equal(
        GuardState.Ok, Guard(Check(With(Whole.Value, "Workload.Groups", range)), "load").State);

    [Theory]
    [InlineData("zzzzzzzz")]
    [InlineData("DFF0FDCB")]
    [InlineData("dff0fdc")]
    public void Verify_ChecksumOfAnotherForm_IsRefused(string checksum)
    {
        var guard = Guard(Check(WithFact(Whole.Value, LoadFacts.Checksum, checksum)), "load");

        Assert.Equal(GuardState.Broken, guard.State);
        Prose.AssertNames(guard.What, checksum);
    }

    [Fact]
    public void Verify_OneStartWithOtherOptionsOrMachine_IsRefused()
    {
        RunReport[] starts =
        [
            .. Enumerable.Range(1, 3).Select(number => Whole.Value with
            {
                RunId = new((uint)number),
                Environment = Whole.Value.Environment with { StartedUtc = $"2026-11-21T12:0{number}:00Z" },
            }),
        ];
        VerificationOutcome Outcome(RunReport last) =>
            Check(StartsDerivation.Complete([.. starts[..2], last], 3, problem: null)).Outcome;

        Assert.Equal(VerificationOutcome.Verified, Outcome(starts[2]));
        Assert.Equal(VerificationOutcome.Refused, Outcome(With(starts[2], "Measure.QuietBudget", "10")));
        Assert.Equal(VerificationOutcome.Refused, Outcome(With(starts[2], "Actor.Lanes", "3")));
        Assert.Equal(VerificationOutcome.Refused, Outcome(starts[2] with
        {
            Environment = starts[2].Environment with { Runtime = "another" },
        }));
    }

    private static SortedDictionary<string, UsedSetting> Options(params (string Name, string Text)[] options)
    {
        var all = new SortedDictionary<string, UsedSetting>(StringComparer.Ordinal);
        foreach (var (name, text) in options)
        {
            all[name] = new(text, SettingSource.CommandLine);
        }

        return all;
    }

    private static RunReport With(
        RunReport run, string option, string text, SettingSource source = SettingSource.CommandLine) =>
        run with { Options = UsedSetting.Merge(run.Options, [new(option, new UsedSetting(text, source))]) };

    private static RunReport WithFact(RunReport run, string name, string text)
    {
        var facts = run.Raw!.Facts.ToDictionary(StringComparer.Ordinal);
        facts[name] = text;
        return RunDerivation.Of(run with { Raw = run.Raw with { Facts = facts } });
    }

    private static Guard Guard(RunVerification found, string name) =>
        Assert.Single(found.Guards, guard => string.Equals(guard.Name, name, StringComparison.Ordinal));

    private static RunVerification Check(RunReport run)
    {
        // The versions of this build, so that another version does not explain a different load.
        var known = run.Environment.Version is "1.0.0" ? OfBuild(run) : run;
        using var document = JsonDocument.Parse(RunVerificationTests.Write(known));
        return RunVerification.Of(document.RootElement, new TransferWorkloadType());
    }

    private static RunReport OfBuild(RunReport run) => RunDerivation.Of(run with
    {
        Environment = run.Environment with { Version = RunVerification.Build },
        Starts = run.Starts is { } starts ? [.. starts.Select(OfBuild)] : null,
    });
}
