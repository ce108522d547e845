using System.Globalization;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Execution;
using AElf.Benchmark.Verbs.Measure;

namespace AElf.Bench.Tests.CommandLine;

public sealed class BenchmarkInClusterTests : IDisposable
{
    private const string Canary = "canary-4711-tweet-secret";
    private readonly ProgramUnderTest program = new(TransferPrograms.Benchmark.Parse);

    public void Dispose() => program.Dispose();

    private void WriteAuthority()
    {
        using var keys = new Harness.Processes.TemporaryFolder();
        var authority = new TestKit.Servers.SelfMadeAuthority(keys).AuthorityFile;
        program.Folder.Write("ca.pem", File.ReadAllText(authority));
    }

    private BenchmarkOptions Options(string line, params (string Name, string Text)[] environment) =>
        Assert.IsType<BenchmarkOptions>(program.Options(line, environment));

    [Fact]
    public void Parse_WithManager_IsARunOfTheCluster()
    {
        using var keys = new Harness.Processes.TemporaryFolder();
        var authority = new TestKit.Servers.SelfMadeAuthority(keys).AuthorityFile;
        program.Folder.Write("a.secret", Canary);

        var options = Options(
            "-n 8000 --groups 80 80 --lanes 64 --mode batch --concurrency 2 --manager 10.0.0.1:4053 --workers 4 "
                + $"--secret-file DIR/a.secret --ca {authority}");

        Assert.Equal([new Endpoint("10.0.0.1", 4053)], options.Hosts.Seeds);
        Assert.Equal(
            (true, new WorkerCount(4, false), authority, Canary),
            (
                options.Hosts.IsCluster,
                options.Settings.Get(ClusterSettings.Workers)!.Value,
                options.Hosts.AuthorityFile,
                options.Hosts.Secret!.Reveal()));
        Assert.Equal(
            (64, TransferMode.Batch, 2),
            (options.Actors.Lanes, options.Transfers().Mode, options.Actors.ConcurrencyLevel));
        Assert.DoesNotContain(options.Warnings, warning => warning.What is not "--secret-file");
    }

    [Fact]
    public void Parse_FilesAndEnvironment_EqualTheOptions()
    {
        program.Folder.Write(
            "config/actor.json",
            "{\"IsCluster\": true, \"Seeds\": [{\"HostName\": \"10.0.0.1\", \"Port\": 4053}], \"Workers\": 3}");

        var options = Options("", (ClusterSettings.Secret.EnvironmentName!, Canary));

        Assert.Equal(
            (true, new WorkerCount(3, false), Canary, new Endpoint("10.0.0.1", 4053)),
            (
                options.Hosts.IsCluster,
                options.Settings.Get(ClusterSettings.Workers)!.Value,
                options.Hosts.Secret!.Reveal(),
                Assert.Single(options.Hosts.Seeds)));
        Assert.Equal(new Endpoint("b", 2), Assert.Single(Options("--manager b:2").Hosts.Seeds));
        Assert.False(Options("", ("AELF_ACTOR_ISCLUSTER", "false")).Hosts.IsCluster);
    }

    [Theory]
    [InlineData("--manager a:1", "http://a:1001")]
    [InlineData("--manager a:1 --ca DIR/ca.pem", "https://a:1001")]
    [InlineData("--manager http://a:1", "http://a:1")]
    [InlineData("--manager https://a:1", "https://a:1")]
    [InlineData("--manager http://[::1]:8080/", "http://[::1]:8080")]
    public void HttpAddress_OfTheJoinAddress_IsAskedByBenchmarks(string line, string url)
    {
        WriteAuthority();

        Assert.Equal(new Uri(url), Options(line).Manager);
        Assert.Null(Options("").Manager);
    }

    [Fact]
    public void Parse_WithManager_ReadsTheMasterFile()
    {
        program.Folder.Write("config/master.hocon", "akka.cluster.failure-detector.heartbeat-interval = 2s");

        Assert.Equal(TimeSpan.FromSeconds(2), Options("--manager a:1").Hosts.HeartbeatInterval);
        Assert.Equal(TimeSpan.FromSeconds(1), Options("").Hosts.HeartbeatInterval);
    }

    [Fact]
    public void Workers_WithoutOption_AreChosenByTheManager() => Assert.DoesNotContain(
        ClusterSettings.Workers.Name, Options("--manager a:1").Plans.First().Submission);

    [Theory]
    [InlineData("--database redis")]
    [InlineData("--dbhost h")]
    [InlineData("--dbport 7000")]
    [InlineData("--shards a:1")]
    [InlineData("--user u")]
    [InlineData("--password-file DIR/none")]
    [InlineData("--tls")]
    [InlineData("--tls-ca DIR/none")]
    [InlineData("--timeout 5")]
    [InlineData("--reconnect 5")]
    public void Parse_StoreOptionWithAManager_IsRefused(string option) =>
        Prose.AssertNames(program.Problems($"--manager a:1 {option}"), $"{option.Split(' ')[0]}: ", "--manager");

    [Theory]
    [InlineData("--client stackexchange")]
    public void Parse_WorkerOptionWithAManager_IsRefused(string option) =>
        Prose.AssertNames(program.Problems($"{option} --manager a:1"), $"{option.Split(' ')[0]}: ", "--manager");

    [Fact]
    public void Store_InFilesBesideAManager_IsKeptUnchecked()
    {
        program.Folder.Write(
            "config/database.json",
            "{\"Type\": \"ssdb\", \"Host\": \"10.0.0.9\", \"Tls\": true, \"User\": \"u\", \"PasswordFile\": \"none\"}");

        var options = Options("--manager a:1", ("AELF_DATABASE_PORT", "8888"));

        Assert.Equal((StoreType.Ssdb, new Endpoint("10.0.0.9", 8888)), (options.Store.Type, options.Store.Address));
        Assert.Equal(
            ("ssdb", "8888"),
            (options.Plans.First().Submission["Database.Type"], options.Plans.First().Submission["Database.Port"]));
        Assert.Null(options.Store.Password);
        Assert.Empty(options.Warnings);
    }

    [Fact]
    public void Submission_WithoutAStore_NamesNoStore() =>
        Assert.DoesNotContain("Database.Type", Options("--manager a:1").Plans.First().Submission);

    [Fact]
    public void Prepared_InTheManagersStore_IsAccepted() =>
        Assert.True(Options("--manager a:1 --prepared 00000001 --groups 8 8").Hosts.IsCluster);

    [Theory]
    [InlineData("--manager a:1,b:2", "--manager: 2 managers; expected one, such as 127.0.0.1:4053")]
    [InlineData("--manager a", "--manager: 'a' is not valid; expected HOST:PORT (port 1 to 65535), …")]
    [InlineData(
        "--manager http://a:1/x",
        "--manager: 'http://a:1/x' is not valid; expected HOST:PORT (port 1 to 65535), …")]
    [InlineData(
        "--manager http://a:1 --ca DIR/ca.pem",
        "--ca: http://a:1 does not use TLS; expected https://HOST:PORT, or remove it")]
    [InlineData(
        "--manager a:1 --benchmark genAccount --groups 8 8",
        "--benchmark: a manager does not prepare accounts; name the manager's store with --database, "
            + "and remove --manager")]
    [InlineData(
        "--manager a:1 --workers 0",
        "--workers: '0' is not valid; expected a whole number from 1 to 10000, "
            + "or one with a + for at least that many")]
    [InlineData("--manager a:1 --ca DIR/none", "--ca: 'DIR/none' does not exist; expected an existing file")]
    [InlineData(
        "--manager a:1 --secret-file DIR/none",
        "--secret-file: file does not exist ('DIR/none'); expected a readable file")]
    [InlineData(
        "--manager a:1 --secret canary",
        "--secret: other users can see a secret on the command line; use --secret-file FILE or the environment "
            + "variable AELF_CLUSTER_SECRET")]
    [InlineData("--state DIR", "--state: not an option here; … --help all …")]
    public void Parse_InvalidInput_NamesIt(string line, string message)
    {
        WriteAuthority();

        Prose.AssertSays(message, program.Problems(line));
    }

    [Fact]
    public void Cluster_WithoutAManager_IsNamed() =>
        Prose.AssertNames(
            program.Problems("", ("AELF_ACTOR_ISCLUSTER", "true")), "--manager: ", "--manager HOST:PORT",
            "Seeds in actor.json");

    [Theory]
    [InlineData("--workers 4", "--workers")]
    [InlineData("--servers 2", "--servers")]
    [InlineData("--secret-file DIR/none", "--secret-file")]
    [InlineData("--ca DIR/none", "--ca")]
    public void ManagerOption_WithoutAManager_IsRefused(string line, string option) =>
        Prose.AssertNames(program.Problems(line), $"{option}: ", "--manager HOST:PORT");

    [Theory]
    [InlineData("", "0")]
    [InlineData("--skew 0.750", "0.75")]
    [InlineData("--routing random", "0")]
    [InlineData("--routing all", "0 1")]
    [InlineData("--routing all --manager a:1", "0 1")]
    [InlineData("--routing all --skew 0", "0")]
    [InlineData("--routing all --skew 1.2", "1.2")]
    [InlineData("--routing all --block-in DIR/block.bin", "0")]
    public void Routing_Comparison_UsesEvenAndSkewedGroupsByDefault(string line, string skews)
    {
        program.Folder.Write("block.bin", "");

        var offered = Options(line).Plans.Select(plan => plan.Settings[TransferSettings.Skew]);

        Assert.Equal(skews, string.Join(' ', offered.Distinct(StringComparer.Ordinal)));
    }

    [Fact]
    public void Submission_Skew_IsIncluded()
    {
        var sent = Options("--manager a:1 --skew 0.5").Plans.First().Submission;

        Assert.Equal("0.5", sent["Workload.Skew"]);
        Assert.Equal(
            0.5, TransferSettings.Options(RunSettings.Read(TransferPrograms.Benchmark.Program.Table, sent)).Skew);
    }

    [Theory]
    [InlineData("--skew 1")]
    [InlineData("--load even")]
    [InlineData("--groups 1 8")]
    [InlineData("-n 5")]
    public void BlockFile_TypedTransfersOrGroups_AreRefused(string typed)
    {
        program.Folder.Write("block.bin", "");

        Prose.AssertNames(
            program.Problems($"--block-in DIR/block.bin {typed}"), $"{typed.Split(' ')[0]}: ", "--block-in");
    }

    [Fact]
    public void Seed_WithABlockFile_IsOfRoutingAndSchedule()
    {
        program.Folder.Write("block.bin", "");

        Assert.Empty(Options("--block-in DIR/block.bin --seed 7 --routing random").Warnings);
    }

    [Theory]
    [InlineData("--routing all", true, RoutingStrategy.Pull)]
    [InlineData("--routing ALL --manager a:1", true, RoutingStrategy.Pull)]
    [InlineData("--routing random", false, RoutingStrategy.Random)]
    [InlineData("", false, RoutingStrategy.Pull)]
    public void Routing_All_IsAComparison(string line, bool isComparison, RoutingStrategy routing) =>
        Assert.Equal(
            (isComparison, routing),
            (Options(line).Settings.Get(ActorSettings.RoutingComparison), Options(line).Actors.Routing));

    [Theory]
    [InlineData("--routing al", "'al' is not valid")]
    [InlineData("--routing=", "empty value")]
    [InlineData("--routing", "value missing")]
    public void Routing_Unknown_NamesAllToo(string line, string problem) => Assert.Equal(
        $"--routing: {problem}; expected {ActorSettings.Routing.Rule.Expected}, or all to compare them",
        program.Problems(line));

    [Theory]
    [InlineData(" --groups 1 8", "the group counts 1 to 8")]
    [InlineData(" --groups 8 9 --manager a:1", "the group counts 8 to 9")]
    [InlineData(" --groups 8 8 --routing all", "even and of skewed groups, which --routing all compares")]
    public void BlockOut_SeveralBlocks_IsRefused(string line, string blocks) => Prose.AssertNames(
        program.Problems($"--block-out DIR/out.block{line}"), "--block-out: ", blocks, "--groups 80 --skew 0");

    [Theory]
    [InlineData("--groups 8 8")]
    [InlineData("--groups 8 8 --routing all --skew 1")]
    [InlineData("--block-in DIR/in.block --routing all")]
    public void BlockOut_OneBlockOfAllRuns_IsAccepted(string line)
    {
        program.Folder.Write("in.block", "");

        Assert.Empty(Options($"--block-out DIR/out.block {line}").Warnings);
    }

    [Fact]
    public void Routing_All_IsRefusedInTheEnvironmentAndWithPreparedAccounts()
    {
        Prose.AssertNames(program.Problems("", ("AELF_ACTOR_ROUTING", "all")), "AELF_ACTOR_ROUTING: ", "'all'", "pull");
        Prose.AssertNames(
            program.Problems("--database redis --routing all --prepared 00000001 --groups 8 8"), "--routing: ", "'all'",
            "prepared");
    }

    [Fact]
    public void Output_Secret_IsNotShown()
    {
        program.Folder.Write("a.secret", Canary);
        var outcomes = new[]
        {
            program.Parse(["--manager", "a:1"], (ClusterSettings.Secret.EnvironmentName!, Canary)),
            program.Parse(["--manager", "a:1", "--secret-file", "DIR/a.secret"]),
            program.Parse(["--manager", "a:1", $"--secret={Canary}", "--secret", Canary]),
            program.Parse(["--manager", $"u:{Canary}@a:1"]),
        };

        var shown = string.Join('\n', outcomes.Select(ProgramUnderTest.Everything));

        Assert.Contains("Cluster.Secret=[redacted]", shown, StringComparison.Ordinal);
        Assert.DoesNotContain(Canary, shown, StringComparison.Ordinal);
    }
}
