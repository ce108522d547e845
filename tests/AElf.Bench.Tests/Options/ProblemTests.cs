using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Runs;

namespace AElf.Bench.Tests.Options;

public class ProblemTests
{
    public static TheoryData<ProblemKind> Kinds => [.. Enum.GetValues<ProblemKind>()];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Json_OfAProblem_IsTheProblem(ProblemKind kind)
    {
        var problem = new Problem(kind, "it happened [not-a-kind]; do this");

        Assert.Equal(problem, JsonSerializer.Deserialize<Problem>(JsonSerializer.Serialize(problem)));
    }

    [Theory]
    [InlineData("\"it is full\"", ProblemKind.Unnamed)]
    [InlineData("{\"kind\": \"of-a-later-build\", \"text\": \"it is full\"}", ProblemKind.Unnamed)]
    [InlineData("{\"kind\": \"connection-limit\", \"text\": \"it is full\"}", ProblemKind.ConnectionLimit)]
    public void Json_OfAnotherBuild_IsRead(string json, ProblemKind kind) =>
        Assert.Equal(new Problem(kind, "it is full"), JsonSerializer.Deserialize<Problem>(json));

    [Theory]
    [InlineData("7")]
    [InlineData("{}")]
    [InlineData("{\"kind\": \"cancelled\"}")]
    [InlineData("{\"kind\": \"cancelled\", \"text\": 7}")]
    [InlineData("{\"kind\": \"cancelled\", \"text\": \"a\", \"more\": \"b\"}")]
    public void Json_NotAProblem_IsRefused(string json) =>
        Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<Problem>(json));

    [Fact]
    public void After_OfAProblem_KeepsItsKind()
    {
        var cause = new Problem(ProblemKind.ConnectionLimit, "it is full");

        Assert.Equal(new Problem(cause.Kind, "round 1: it is full"), cause.After("round 1: "));
    }

    [Fact]
    public void Text_WithBrackets_HasNoKind()
    {
        Problem problem = "it is full [connection-limit]";

        Assert.Equal(ProblemKind.Unnamed, problem.Kind);
    }

    [Fact]
    public void ToString_SeveralLines_KeepsTheCommandUnchanged()
    {
        var problem = new Problem(ProblemKind.KeysLeft, "keys are left; remove them with:\nredis-cli del a");

        Assert.Equal("redis-cli del a", problem.ToString().Split('\n')[1]);
        Assert.Equal(ProblemKind.KeysLeft, Printed.KindIn(problem.ToString().Split('\n')[0]));
    }

    [Fact]
    public void RunStopped_ByAStore_HasTheKindAndTheSetting()
    {
        var problem = new Problem(ProblemKind.ConnectionLimit, "it is full") { Setting = ActorSettings.Dispatchers };

        var stopped = RunStoppedException.From(new StoreException(StoreFault.Unreachable, problem))!;

        Assert.Equal((ExitCode.Environment, problem), (stopped.Code, stopped.Problem));
    }

    [Fact]
    public void ValidationError_OfAProblem_NamesTheOptionOfItsSetting()
    {
        var problem = new Problem(ProblemKind.ConnectionLimit, "it is full") { Setting = StoreSettings.Host };

        var error = ValidationError.Of(problem);

        Assert.Equal((problem.Kind, problem.Setting, "--dbhost"), (error.Kind, error.Setting, error.What));
    }
}
