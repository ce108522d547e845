using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Benchmark.Verbs.Cleanup;

namespace AElf.Bench.Tests.CommandLine;

public sealed class CleanupVerbTests
{
    [Fact]
    public void Parse_ServersLoginAndRun_ReadsAll()
    {
        var verb = new CleanupVerb
        {
            Variables = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["AELF_DATABASE_PASSWORD"] = "secret",
            },
        };

        var servers = verb.Read(
            ["h1:6379", "h2:1,[::1]:2", "--run", "1a2b3c4d", "--older-than", "2m", "--remove", "--user", "me"]);

        Assert.Empty(verb.Problems);
        Assert.Equal(["h1:6379", "h2:1", "[::1]:2"], servers!.Select(server => server.Place));
        Assert.All(servers!, server =>
            Assert.Equal(("me", "secret"), (server.User, server.Password?.Reveal())));
        Assert.Equal(("1a2b3c4d", TimeSpan.FromMinutes(2), true), Removal(verb));
    }

    [Fact]
    public void Cleanup_Default_RemovesNothingAndKeepsTenMinutes()
    {
        var verb = new CleanupVerb { Variables = TransferPrograms.NoVariables };

        Assert.NotNull(verb.Read(["h1:6379"]));
        Assert.Equal((null, TimeSpan.FromMinutes(10), false), Removal(verb));
    }

    [Fact]
    public void Cleanup_Uris_SetTheOptionsOfOneServerEach()
    {
        var verb = new CleanupVerb { Variables = TransferPrograms.NoVariables };

        var servers = verb.Read(["redis://h1/3", "unix:/tmp/r.sock,rediss://h2:1", "h3:2", "--timeout", "3s"]);

        Assert.Empty(verb.Problems);
        Assert.Equal(
            [("h1:6379/3", false), ("unix:/tmp/r.sock", false), ("h2:1", true), ("h3:2", false)],
            servers!.Select(server => (server.Place, server.Tls)));
        Assert.All(servers!, server => Assert.Equal(TimeSpan.FromSeconds(3), server.Timeout));
    }

    [Theory]
    [InlineData("Db", "redis://h1/3", "h2:1", "--db", "2")]
    [InlineData("password", "redis://me@h1", "h2:1")]
    public void Cleanup_UriThatContradictsOrNeedsMore_IsOneError(string expected, params string[] words)
    {
        var verb = new CleanupVerb { Variables = TransferPrograms.NoVariables };

        Assert.Null(verb.Read(words));

        Assert.Contains(expected, Assert.Single(verb.Problems).ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("cleanup: ")]
    [InlineData("'redis://h1:x'", "h1:x")]
    public void Cleanup_InvalidValue_NamesTheExpected(string given, params string[] words)
    {
        var verb = new CleanupVerb { Variables = TransferPrograms.NoVariables };

        Assert.Null(verb.Read(words));

        Prose.AssertNames(Assert.Single(verb.Problems).ToString(), given, "HOST:PORT");
    }

    [Fact]
    public void Uri_WithALogin_IsNotRepeated()
    {
        var verb = new CleanupVerb { Variables = TransferPrograms.NoVariables };

        Assert.Null(verb.Read(["redis://me:secret@h1:x"]));

        Assert.DoesNotContain("secret", Assert.Single(verb.Problems).ToString(), StringComparison.Ordinal);
    }

    private static (string? Run, TimeSpan OlderThan, bool Removes) Removal(CleanupVerb verb) => (
        verb.Settings.Get(CleanupVerb.Run),
        verb.Settings.Get(CleanupVerb.OlderThan),
        verb.Settings.Get(CleanupVerb.Removal));
}
