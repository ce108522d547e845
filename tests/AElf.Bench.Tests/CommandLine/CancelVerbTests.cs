using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Verbs.Cancel;

namespace AElf.Bench.Tests.CommandLine;

public sealed class CancelVerbTests
{
    [Fact]
    public void Parse_RunAndManager_ReadsBoth()
    {
        var verb = new CancelVerb { Variables = TransferPrograms.NoVariables };

        var options = verb.Read(["1a2b3c4d", "--manager", "h1:4053"]);

        Assert.Empty(verb.Problems);
        Assert.Equal(("1a2b3c4d", new Uri("http://h1:5053")), (options!.Run, options.Manager));
        Assert.Equal((null, false), (options.Connection.Hosts.Secret, options.Connection.Tls));
    }

    [Fact]
    public void Secret_InTheEnvironment_IsRead() => Assert.Equal(
        "sixteen characters",
        new CancelVerb
        {
            Variables = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                [ActorSystemOptions.SecretVariable] = "sixteen characters",
            },
        }.Read(["1a2b3c4d", "--manager", "h1:4053"])?.Connection.Hosts.Secret?.Reveal());

    [Theory]
    [InlineData(
        "cancel: run missing; expected eight lowercase hex digits, such as 1a2b3c4d", "--manager", "h1:4053")]
    [InlineData(
        "cancel: 'all' is not a run id; expected eight lowercase hex digits, such as 1a2b3c4d",
        "all",
        "--manager",
        "h1:4053")]
    [InlineData("--manager: no manager; expected one, such as 127.0.0.1:4053", "1a2b3c4d")]
    [InlineData(
        "--ca: '/no/such.pem' does not exist; expected an existing file",
        "1a2b3c4d",
        "--manager",
        "h1:4053",
        "--ca",
        "/no/such.pem")]
    public void Parse_InvalidValue_NamesTheExpected(string message, params string[] words)
    {
        var verb = new CancelVerb { Variables = TransferPrograms.NoVariables };

        Assert.Null(verb.Read(words));

        Assert.Equal(message, Assert.Single(verb.Problems).ToString());
    }

    [Fact]
    public void Help_Cancel_HasAnExampleAndExitCodes()
    {
        var help = HelpText.WriteAll(new CancelVerb().Program);

        Prose.AssertNames(help, "cancel 1a2b3c4d", "--manager 127.0.0.1:4053", "5 cancelled");
        Assert.All(help.Split('\n'), line => Assert.True(line.Length <= 120, line));
    }
}
