using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.TestKit.Published;
using AElf.Benchmark.Verbs.Measure;

namespace AElf.Bench.Tests.CommandLine;

/// <summary>The programs' reading of the published files of 2018.</summary>
public sealed class PublishedFilesTests : IDisposable
{
    private readonly List<ProgramUnderTest> programs = [];

    public void Dispose() => programs.ForEach(program => program.Dispose());

    [Fact]
    public void SingleNode_PublishedFile_HasEightActorsSixteenJobsAndARedis()
    {
        var options = Assert.IsType<BenchmarkOptions>(
            With(PublishedEvaluation.Single, TransferPrograms.Benchmark.Parse)
                .Options(OptionsOf(PublishedEvaluation.Benchmark)));

        Assert.Null(options.Manager);
        Assert.Equal((8, 16), (options.Actors.Actors, options.Actors.ConcurrencyLevel));
        Assert.Equal((StoreType.Redis, new Endpoint("localhost", 6379)), (options.Store.Type, options.Store.Address));
        Assert.Equal((8000, 5), (options.Transfers().Transfers, options.Measure.Rounds));
        Assert.Empty(options.Warnings);
    }

    [Fact]
    public void Worker_PublishedFile_JoinsTheManagerWithEightActors()
    {
        var options = With(PublishedEvaluation.Cluster, TransferPrograms.Worker.Parse)
            .Options(OptionsOf(PublishedEvaluation.Worker));

        Assert.Equal(8, options.Settings.Get(ActorSettings.ActorCount));
        Assert.Equal(new Endpoint("127.0.0.1", 32_551), options.Hosts.Address);
        Assert.Equal([new Endpoint(PublishedEvaluation.ManagerAddress, 4053)], options.Hosts.Seeds);
        Assert.Empty(options.Warnings);
    }

    [Fact]
    public void Benchmark_PublishedFile_SubmitsToTheManager()
    {
        var options = Assert.IsType<BenchmarkOptions>(
            With(PublishedEvaluation.Cluster, TransferPrograms.Benchmark.Parse)
                .Options(OptionsOf(PublishedEvaluation.Benchmark)));

        Assert.Equal(new Uri($"http://{PublishedEvaluation.ManagerAddress}:5053"), options.Manager);
        Assert.Empty(options.Warnings);
    }

    [Theory]
    [InlineData(PublishedEvaluation.Single)]
    [InlineData(PublishedEvaluation.Cluster)]
    public void Manager_PublishedFile_IsRefusedUntilItHasASecret(string actors)
    {
        var manager = With(actors, TransferPrograms.Manager.Parse);
        string[] words = [.. OptionsOf(PublishedEvaluation.Manager).Split(' ')];

        var refused = Assert.IsType<ParseOutcome.Rejected>(manager.Parse(words));

        Assert.NotNull(Assert.Single(refused.Problems).Recipe);
        manager.Folder.Write("cluster.secret", "a secret of many letters");
        var started = manager.Options(
            string.Join(' ', words),
            ("AELF_CLUSTER_SECRETFILE", "DIR/cluster.secret"),
            ("AELF_ACTOR_ALLOWPUBLICADDRESS", "true"));
        Assert.Equal(new Endpoint(PublishedEvaluation.ManagerAddress, 4053), started.Hosts.Address);
    }

    private static string OptionsOf(string command) => string.Join(' ', command.Split(' ')[2..]);

    private ProgramUnderTest With(string actors, ParseProgram parse)
    {
        var program = new ProgramUnderTest(parse);
        programs.Add(program);
        PublishedEvaluation.Configure(Path.Combine(program.Folder.Path, "user", "aelf", "config"), actors);
        return program;
    }
}
