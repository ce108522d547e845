namespace AElf.Bench.Tests.Deployment;

/// <summary>The stages of the images.</summary>
internal static class Dockerfiles
{
    /// <summary>The instructions of an image's stage; empty for an image of another project.</summary>
    public static string For(string image) => image.Split(':')[0] switch
    {
        "aelf-bench/twemproxy" => DeploymentFiles.Text("twemproxy/Dockerfile"),
        ['a', 'e', 'l', 'f', '-', 'b', 'e', 'n', 'c', 'h', '/', .. var target] => Stage(target),
        _ => "",
    };

    /// <summary>The instructions of a stage in the Dockerfile of the programs.</summary>
    public static string Stage(string name)
    {
        var stage = DeploymentFiles.Text("Dockerfile").Split("\nFROM ")
            .SingleOrDefault(text => text.Split('\n')[0].EndsWith($" AS {name}", StringComparison.Ordinal));
        Assert.True(stage is not null, $"no stage {name}");
        return stage;
    }
}
