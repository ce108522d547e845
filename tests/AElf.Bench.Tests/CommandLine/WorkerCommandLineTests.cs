using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.TestKit.Servers;
using AElf.Concurrency.Worker;

namespace AElf.Bench.Tests.CommandLine;

public sealed class WorkerCommandLineTests : IDisposable
{
    private const string Enough = "--database redis --manager 127.0.0.1:4053";
    private const string Label = "a name of 1 to 64 printable ASCII characters without spaces";
    private readonly ProgramUnderTest program = new(TransferPrograms.Worker.Parse);

    public void Dispose() => program.Dispose();

    private ProgramOptions Options(string line, params (string Name, string Text)[] environment) =>
        program.Options($"{Enough} {line}".Trim(), environment);

    private static (int Actors, int Lanes) ActorsOf(ProgramOptions options) =>
        (options.Settings.Get(ActorSettings.ActorCount), options.Settings.Get(ActorSettings.Lanes));

    [Fact]
    public void Parse_StoreAndManager_IsAccepted()
    {
        var options = Options("");

        Assert.Equal((4, 65_536), ActorsOf(options));
        Assert.False(options.Quiet);
        Assert.Equal([new Endpoint("127.0.0.1", 4053)], options.Hosts.Seeds);
        Assert.Equal((true, $"{options.Hosts.Server}:32551"), (options.Hosts.IsCluster, options.Hosts.Name));
        Assert.Null(options.Hosts.Secret);
        Assert.Empty(options.Warnings);
    }

    [Fact]
    public void Parse_OwnOptions_AreAccepted()
    {
        using var keys = new Harness.Processes.TemporaryFolder();
        var authority = new SelfMadeAuthority(keys);
        program.Folder.Write("a.secret", "sixteen letters!");

        var options = program.Options(
            "--database redis --manager a:1,[::1]:2 --actor.host localhost --actor.port 5001 --actors 1024 "
            + "--lanes 4096 --name w(1) --server rack-2 "
            + $"--secret-file DIR/a.secret --ca {authority.AuthorityFile} --quiet");

        Assert.Equal([new Endpoint("a", 1), new Endpoint("::1", 2)], options.Hosts.Seeds);
        Assert.Equal(
            (new Endpoint("localhost", 5001), (1024, 4096), true),
            (options.Hosts.Address, ActorsOf(options), options.Quiet));
        Assert.Equal(
            ("w(1)", "rack-2", authority.AuthorityFile, "sixteen letters!"),
            (options.Hosts.Name, options.Hosts.Server, options.Hosts.AuthorityFile, options.Hosts.Secret!.Reveal()));
    }

    [Fact]
    public void Parse_FilesAndEnvironment_EqualTheOptions()
    {
        program.Folder.Write(
            "config/actor.json",
            "{\"Seeds\": [{\"HostName\": \"file\", \"Port\": 1}], \"WorkerCount\": 2, \"Lanes\": 8, "
                + "\"Name\": \"of-file\", \"Server\": \"of-file\"}");

        var options = program.Options(
            "--database redis", ("AELF_CLUSTER_NAME", "of-variable"), ("AELF_ACTOR_LANES", "9"));

        Assert.Equal(
            ((2, 9), "of-variable", "of-file"),
            (ActorsOf(options), options.Hosts.Name, options.Hosts.Server));
        Assert.Equal([new Endpoint("file", 1)], options.Hosts.Seeds);
        Assert.Equal([new Endpoint("127.0.0.1", 4053)], Options("").Hosts.Seeds);
    }

    [Theory]
    [InlineData("--actors 0", "--actors: '0' … 1 to 1024")]
    [InlineData("--actors 4 --actors 5", "--actors: … once")]
    [InlineData("--name=", "--name: empty value; expected " + Label)]
    [InlineData("--name caf\u00e9", "--name: 'caf\u00e9' is not valid; expected " + Label)]
    [InlineData("--server a\u0007b", "--server: 'a\\u0007b' is not valid; expected " + Label)]
    [InlineData(
        "--server 12345678901234567890123456789012345678901234567890123456789012345",
        "--server: '12345678901234567890123456789012345678901234567890123456789012345' is not valid; "
            + "expected " + Label)]
    [InlineData("--serve a", "--serve: … --server?")]
    [InlineData("--ca DIR/none.pem", "--ca: 'DIR/none.pem' does not exist…")]
    [InlineData("--ca DIR/not.pem", "--ca: 'DIR/not.pem' contains no certificate…")]
    [InlineData(
        "--client-cert DIR/none.pem",
        "--client-cert: a certificate without its key; add --client-key FILE\n"
            + "--client-cert: client certificates require TLS; add --ca FILE")]
    [InlineData("--actor.port 4053", "--manager: '127.0.0.1:4053' is the worker's own address; expected the manager's")]
    [InlineData("--proxies a:1", "--proxies: not an option here; … AElf.Concurrency.Worker.dll --help …")]
    public void Parse_InvalidInput_NamesIt(string line, string message)
    {
        program.Folder.Write("not.pem", "no certificate");

        Prose.AssertSays(message, program.Problems($"{Enough} {line}"));
    }

    [Fact]
    public void Name_WithASpace_IsRefused() =>
        Prose.AssertNames(program.Problems([.. Enough.Split(' '), "--name", "a b"]), "--name: 'a b'", Label);

    [Theory]
    [InlineData("", "--manager: a worker needs a manager; add --manager HOST:PORT, or Seeds in actor.json")]
    [InlineData(" --manager 127.0.0.1", "--manager: '127.0.0.1' … HOST:PORT…")]
    [InlineData(" --manager 127.0.0.1:0", "--manager: '127.0.0.1:0' … HOST:PORT…")]
    [InlineData(" --manager 127.0.0.1:65536", "--manager: '127.0.0.1:65536' … HOST:PORT…")]
    [InlineData(" --manager 127.0.0.1:abc", "--manager: '127.0.0.1:abc' … HOST:PORT…")]
    [InlineData(" --manager a:1,", "--manager: 'a:1,' … HOST:PORT…")]
    [InlineData(" --manager http://a:1", "--manager: http://a:1 … HOST:PORT, the address for joining")]
    [InlineData(" --manager", "--manager: … missing… HOST:PORT…")]
    public void Worker_WithoutAManager_IsRefusedWithAdvice(string line, string message)
    {
        var problems = program.Problems($"--database redis{line}").Split('\n');

        Prose.AssertSays(message, problems[0]);
    }

    [Theory]
    [InlineData("", "machine-7:32551", "machine-7")]
    [InlineData("--actor.host localhost --actor.port 1", "machine-7:1", "machine-7")]
    [InlineData("--actor.host 10.0.0.9", "10.0.0.9:32551", "10.0.0.9")]
    [InlineData("--actor.host fe80::1", "[fe80::1]:32551", "fe80::1")]
    [InlineData("--actor.host 0.0.0.0", "machine-7:32551", "machine-7")]
    [InlineData("--actor.host :: --name a", "a", "machine-7")]
    [InlineData("--server b", "b:32551", "b")]
    [InlineData("--server b --actor.host 10.0.0.9", "b:32551", "b")]
    public void Name_Default_IsServerAndPort(string line, string name, string server)
    {
        var layer = Bench.Settings.CommandLine.CommandLineReader.Read(
            TransferPrograms.Worker.Program, line.Length == 0 ? [] : line.Split(' ')).Settings;

        Assert.Equal(
            new WorkerIdentity(name, server),
            WorkerIdentity.From(new ResolvedSettings(Programs.Worker, layer), "machine-7"));
    }

    [Fact]
    public void Server_MachineNameInvalid_IsTheHost() =>
        Assert.Equal(
            new WorkerIdentity("127.0.0.1:32551", "127.0.0.1"),
            WorkerIdentity.From(new ResolvedSettings(Programs.Worker), "caf\u00e9"));

    [Fact]
    public void Name_DefaultTooLong_IsNamed()
    {
        var host = new string('h', 60);
        var line = $"{Enough} --actor.host {host}";
        (string, string)[] environment = [("AELF_ACTOR_ALLOWPUBLICADDRESS", "on"), (
            ClusterSettings.Secret.EnvironmentName!, "sixteen letters!")];

        Prose.AssertNames(program.Problems(line, environment), $"--name: '{host}:32551'", Label);
        Assert.Equal(host, program.Options(line + " --name a", environment).Hosts.Server);
    }

    [Fact]
    public void PublicAddress_WithASecret_IsAccepted()
    {
        var options = Options(
            "--actor.host 10.0.0.9",
            ("AELF_ACTOR_ALLOWPUBLICADDRESS", "on"),
            ("AELF_CLUSTER_SECRET", "a secret of many letters"));

        Assert.Equal(("10.0.0.9:32551", "10.0.0.9"), (options.Hosts.Name, options.Hosts.Server));
    }

    [Fact]
    public void Proxy_WithoutShards_IsAccepted() =>
        Assert.Empty(program.Options("--database twemproxy --manager 127.0.0.1:4053").Warnings);
}
