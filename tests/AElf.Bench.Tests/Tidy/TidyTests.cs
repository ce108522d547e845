namespace AElf.Bench.Tests.Tidy;

/// <summary>Checks the tree against the ratchet: each change keeps or improves every measure.</summary>
public sealed class TidyTests(ITestOutputHelper output)
{
    [Fact]
    public void Tidy_Tree_EqualsTheRatchet()
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

    // Without a limit: it grows with features, and each change should show its cost.
    [Fact]
    public void Substance_EveryProject_IsPrinted()
    {
        var projects = SourceTree.Read().Where(file => file.IsCode)
            .GroupBy(file => file.Project, StringComparer.Ordinal)
            .Select(project => (Name: project.Key, Lines: project.Sum(Substance.Of)))
            .OrderBy(project => project.Name, StringComparer.Ordinal).ToList();
        projects.ForEach(project => output.WriteLine($"{project.Name}: {project.Lines} lines of substance"));
        Assert.All(projects, project => Assert.True(project.Lines > 0, project.Name));
    }
}
