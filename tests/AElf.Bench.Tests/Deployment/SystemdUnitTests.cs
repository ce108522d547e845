using AElf.Bench.Harness.Processes;
using AElf.Bench.Tests.Tidy;
using AElf.Benchmark.Verbs.Electrum.Serve;

namespace AElf.Bench.Tests.Deployment;

/// <summary>The shipped units of systemd (systemd.service(5)) start the programs with valid options.</summary>
public sealed class SystemdUnitTests
{
    private const string Program = "/usr/local/bin/aelf-bench";
    private static readonly string Folder = Path.Combine(SourceTree.Root, "config", "systemd");

    public static TheoryData<string> Names =>
        [.. Directory.EnumerateFiles(Folder, "*.service").Select(file => Path.GetFileName(file)!)];

    [Theory]
    [InlineData("aelf-bench-manager.service", "manager")]
    [InlineData("aelf-bench-worker@.service", "worker")]
    public void Unit_OfAClusterProgram_HasValidArguments(string unit, string program)
    {
        var words = WordsOf(unit);
        var started = new ProgramContainer(
            unit, $"aelf-bench/{program}:1", words[2..], new Dictionary<string, string>(StringComparer.Ordinal));

        Assert.Equal([Program, program], words[..2]);
        started.AssertOptionsAreKnown();
        started.AssertValuesAreAccepted();
        started.AssertPublicAddressIsGuarded();
    }

    [Fact]
    public void Unit_OfTheElectrumServer_HasValidArguments()
    {
        using var folder = new TemporaryFolder();
        var cookie = folder.Write("cookie", "user:password");
        var words = WordsOf("aelf-bench-electrum.service");
        var verb = new ServeVerb();

        var request = verb.Read([.. words[3..].Select(word => word
            .Replace("/run/credentials/cookie", cookie, StringComparison.Ordinal)
            .Replace("/var/lib/aelf-bench-electrum", folder.Path, StringComparison.Ordinal))]);

        Assert.Equal([Program, "electrum", "serve"], words[..3]);
        Assert.Empty(verb.Problems);
        Assert.NotNull(request);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Unit_KeepsItsState_Restarts_AndIsRestricted(string unit)
    {
        var lines = File.ReadAllLines(Path.Combine(Folder, unit));
        var state = lines.SingleOrDefault(line => line.StartsWith("StateDirectory=", StringComparison.Ordinal));

        Assert.All(
            ["Restart=on-failure", "DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes"],
            needed => Assert.Contains(needed, lines, StringComparer.Ordinal));
        Assert.All(
            WordsOf(unit).Where(word => word.Contains("/var/lib/", StringComparison.Ordinal)),
            word => Assert.Contains($"/var/lib/{state!.Split('=')[1]}", word, StringComparison.Ordinal));
    }

    // The words of the command line, with the values of systemd's specifiers and variables.
    private static string[] WordsOf(string unit)
    {
        var text = File.ReadAllText(Path.Combine(Folder, unit)).Replace("\\\n", " ", StringComparison.Ordinal);
        var start = Assert.Single(text.Split('\n'), line => line.StartsWith("ExecStart=", StringComparison.Ordinal));
        return start["ExecStart=".Length..]
            .Replace("${CREDENTIALS_DIRECTORY}", "/run/credentials", StringComparison.Ordinal)
            .Replace("%i", "1", StringComparison.Ordinal)
            .Split(' ', StringSplitOptions.RemoveEmptyEntries);
    }
}
