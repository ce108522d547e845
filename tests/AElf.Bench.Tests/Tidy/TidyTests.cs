namespace AElf.Bench.Tests.Tidy;

/// <summary>The tree keeps its rules; where it does not yet, it comes nearer with each change.</summary>
public sealed class TidyTests
{
    [Fact]
    public void The_tree_is_where_the_ratchet_says()
    {
        var files = SourceTree.Read();
        Measure[] measures = [.. TidyRule.All.SelectMany(rule => rule.Apply(files))];
        var ratchet = Ratchet.Read(Ratchet.PathOfTree);
        if (Environment.GetEnvironmentVariable(Ratchet.LowerVariable) is "1")
        {
            ratchet = ratchet.Lowered(measures);
            ratchet.Write(Ratchet.PathOfTree);
        }

        Assert.True(!ratchet.Check(measures).Any(), string.Join("\n", ratchet.Check(measures)));
    }
}
