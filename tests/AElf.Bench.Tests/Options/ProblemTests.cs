using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Runs;

namespace AElf.Bench.Tests.Options;

public class ProblemTests
{
    public static TheoryData<ProblemKind> Kinds => [.. Enum.GetValues<ProblemKind>()];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Parse_TextOfAProblem_IsTheProblem(ProblemKind kind)
    {
        var problem = new Problem(kind, "it happened; do this");

        Assert.Equal(problem, Problem.Parse(problem.ToString()));
    }

    [Fact]
    public void Parse_LongerText_KeepsTheKindOfTheCause()
    {
        var cause = new Problem(ProblemKind.ConnectionLimit, "it is full");

        Problem longer = $"the round failed: {cause}; keys may be left";

        Assert.Equal(new Problem(cause.Kind, "the round failed: it is full; keys may be left"), longer);
    }

    [Fact]
    public void ToString_SeveralLines_LeavesTheCommandAsItIs()
    {
        var problem = new Problem(ProblemKind.KeysLeft, "keys are left; remove them with:\nredis-cli del a");

        Assert.Equal("redis-cli del a", problem.ToString().Split('\n')[1]);
        Assert.Equal(problem, Problem.Parse(problem.ToString()));
    }

    [Fact]
    public void Parse_BracketsThatAreNoKind_StayInTheText() =>
        Assert.Equal(new Problem(ProblemKind.Unnamed, "wrong at [::1]"), Problem.Parse("wrong at [::1]"));

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
