using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Benchmark.Verbs.Cleanup;

namespace AElf.Bench.Tests.CommandLine;

public sealed class CleanupVerbTests
{
    private static readonly Dictionary<string, string> Environment = new(StringComparer.Ordinal);

    [Fact]
    public void Servers_login_and_what_to_remove_are_read()
    {
        var verb = new CleanupVerb();

        var options = verb.Read(
            ["h1:6379", "h2:1,[::1]:2", "--run", "1a2b3c4d", "--older-than", "2m", "--remove", "--user", "me"],
            new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["AELF_DATABASE_PASSWORD"] = "secret",
            });

        Assert.Empty(verb.Problems);
        Assert.Equal([new("h1", 6379), new("h2", 1), new Endpoint("::1", 2)], options!.Servers);
        Assert.Equal(("me", "secret"), (options.Login.User, options.Login.Password?.Reveal()));
        Assert.Equal(("1a2b3c4d", TimeSpan.FromMinutes(2), true), Removal(verb));
    }

    [Fact]
    public void Cleanup_Default_RemovesNothingAndKeepsTenMinutes()
    {
        var verb = new CleanupVerb();

        Assert.NotNull(verb.Read(["h1:6379"], Environment));
        Assert.Equal((null, TimeSpan.FromMinutes(10), false), Removal(verb));
    }

    [Theory]
    [InlineData("cleanup: ")]
    [InlineData("'h1'", "h1")]
    public void Cleanup_InvalidValue_NamesTheExpected(string given, params string[] words)
    {
        var verb = new CleanupVerb();

        Assert.Null(verb.Read(words, Environment));

        Prose.AssertNames(Assert.Single(verb.Problems).ToString(), given, "HOST:PORT", "127.0.0.1:6379");
    }

    [Fact]
    public void A_login_in_a_servers_address_is_not_repeated()
    {
        var verb = new CleanupVerb();

        Assert.Null(verb.Read(["redis://me:secret@h1:x"], Environment));

        Assert.DoesNotContain("secret", Assert.Single(verb.Problems).ToString(), StringComparison.Ordinal);
    }

    private static (string? Run, TimeSpan OlderThan, bool Removes) Removal(CleanupVerb verb) => (
        verb.Settings.Get(CleanupSettings.Run),
        verb.Settings.Get(CleanupSettings.OlderThan),
        verb.Settings.Get(CleanupSettings.Remove));
}
