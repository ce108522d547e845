using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Servers;
using AElf.Concurrency.Manager;
using AElf.Concurrency.Manager.CommandLine;

namespace AElf.Bench.Tests.CommandLine;

public sealed class ManagerCommandLineTests : IDisposable
{
    private const string Enough = "--database redis";
    private readonly ProgramUnderTest program = new(ManagerCommandLine.Parse);
    private readonly Harness.Scenarios.TemporaryFolder keys = new();

    public void Dispose()
    {
        program.Dispose();
        keys.Dispose();
    }

    private ManagerProgramOptions Options(string line, params (string Name, string Text)[] environment) =>
        Assert.IsType<ManagerProgramOptions>(program.Options($"{Enough} {line}".Trim(), environment));

    [Fact]
    public void A_store_is_all_it_needs()
    {
        var options = Options("");

        Assert.Equal((1, "DIR/user/aelf/state", null, false), (options.Workers, program.Folder.Shorten(options.StateFolder), options.Otlp, options.Quiet));
        Assert.Equal(new ActorSystemOptions { IsCluster = true, Address = new Endpoint("127.0.0.1", 4053) }, options.Hosts);
        Assert.Empty(options.Store.Proxies);
    }

    [Fact]
    public void Its_own_options_are_understood()
    {
        var authority = new SelfMadeAuthority(keys);
        program.Folder.Write("a.secret", "sixteen letters!");

        var options = Assert.IsType<ManagerProgramOptions>(program.Options(
            "--actor.host ::1 --actor.port 5000 --workers 10000 --state DIR/logs --otlp https://collector.example:4318/v1 --cert "
                + $"{authority.CertificateFile} --key {authority.KeyFile} "
            + "--secret-file DIR/a.secret --database twemproxy --shards 127.0.0.1:1,127.0.0.1:2 --proxies 127.0.0.1:22122,[::1]:22123 --quiet"));

        Assert.Equal((new Endpoint("::1", 5000), 10_000, "DIR/logs"), (options.Hosts.Address, options.Workers, program.Folder.Shorten(options.StateFolder)));
        Assert.Equal((new Uri("https://collector.example:4318/v1"), true), (options.Otlp, options.Quiet));
        Assert.Equal(
            (authority.CertificateFile, authority.KeyFile, "sixteen letters!"),
            (options.Hosts.CertificateFile, options.Hosts.KeyFile, options.Hosts.Secret!.Reveal()));
        Assert.Equal([new Endpoint("127.0.0.1", 22_122), new Endpoint("::1", 22_123)], options.Store.Proxies);
    }

    [Fact]
    public void Files_and_the_environment_set_the_same()
    {
        program.Folder.Write(
            "config/actor.json", "{\"Workers\": 3, \"Otlp\": \"http://127.0.0.1:4318\", \"StateFolder\": \"" + program.Folder.Path + "/logs\"}");
        program.Folder.Write("config/database.json", "{\"Type\": \"twemproxy\", \"Proxies\": [\"h:1\"], \"Shards\": [\"h:2\"]}");

        var options = Assert.IsType<ManagerProgramOptions>(program.Options("", ("AELF_CLUSTER_WORKERS", "4"), ("AELF_CLUSTER_OTLP", "http://127.0.0.1:4318")));

        Assert.Equal((4, "DIR/logs", new Uri("http://127.0.0.1:4318")), (options.Workers, program.Folder.Shorten(options.StateFolder), options.Otlp));
        Assert.Equal([new Endpoint("h", 1)], options.Store.Proxies);
        var shown = options.Effective.ToDictionary();
        Assert.Equal("4 (environment), h:1 (file)", $"{shown["Cluster.Workers"]}, {shown["Database.Proxies"]}");
    }

    [Theory]
    [InlineData("--workers 0", "--workers: '0' was given; a whole number from 1 to 10000 is right")]
    [InlineData("--workers -1", "--workers: '-1' was given; a whole number from 1 to 10000 is right")]
    [InlineData("--workers 10001", "--workers: '10001' was given; a whole number from 1 to 10000 is right")]
    [InlineData("--workers 1e9", "--workers: '1e9' was given; a whole number from 1 to 10000 is right")]
    [InlineData("--workers 1.5", "--workers: '1.5' was given; a whole number from 1 to 10000 is right")]
    [InlineData("--workers \u0663", "--workers: '\u0663' was given; a whole number from 1 to 10000 is right")]
    [InlineData("--workers", "--workers: no value was given; a whole number from 1 to 10000 is right")]
    [InlineData("--workers 2 --workers 2", "--workers: the option more than once was given; the option once is right")]
    [InlineData("--wokers 2", "--wokers: an unknown option was given; --workers is right")]
    [InlineData("--state", "--state: no value was given; a path without control characters is right")]
    [InlineData("--state DIR/file", "--state: the file 'DIR/file' was given; a folder, or the name of one to make, is right")]
    [InlineData("--state DIR/file/logs", "--state: 'DIR/file/logs', which cannot be written, was given; a folder that can be written is right")]
    [InlineData("--otlp 127.0.0.1:4318", "--otlp: '127.0.0.1:4318' was given; an http or https address such as http://127.0.0.1:4318 is right")]
    [InlineData("--otlp ftp://h:1", "--otlp: 'ftp://h:1' was given; an http or https address such as http://127.0.0.1:4318 is right")]
    [InlineData("--otlp http://", "--otlp: 'http://' was given; an http or https address such as http://127.0.0.1:4318 is right")]
    [InlineData("--otlp http://h:65536", "--otlp: 'http://h:65536' was given; an http or https address such as http://127.0.0.1:4318 is right")]
    [InlineData(
        "--otlp http://u:pw@h",
        "--otlp: a value with '@' (not shown, it may hold a password) was given; an http or https address such as http://127.0.0.1:4318 is right")]
    [InlineData("--proxies a:1,b", "--proxies: 'a:1,b' was given; a list of host:port with commas between is right")]
    [InlineData("--cert DIR/file", "--cert: a certificate without its key was given; --key FILE beside it is right")]
    [InlineData("--key DIR/file", "--key: a key without its certificate was given; --cert FILE beside it is right")]
    [InlineData(
        "--cert DIR/none.pem --key DIR/none.key",
        "--cert: 'DIR/none.pem' was given; a file that exists is right\n--key: 'DIR/none.key' was given; a file that exists is right")]
    [InlineData("--actors 4", "--actors: an unknown option was given; one of the options --help lists is right")]
    public void Bad_input_is_named(string line, string message)
    {
        program.Folder.Write("file", "");

        Assert.Equal(message, program.Problems($"{Enough} {line}"));
    }

    [Fact]
    public void A_certificate_and_a_key_that_are_no_pair_are_named()
    {
        var authority = new SelfMadeAuthority(keys);
        program.Folder.Write("not.pem", "no certificate");

        string First(string certificate, string key) =>
            program.Problems($"{Enough} --cert {certificate} --key {key}").Replace(keys.Path, "KEYS", StringComparison.Ordinal).Split('\n')[0];

        Assert.Equal(
            "--cert: 'DIR/not.pem' with the key 'KEYS/server.key' was given; a certificate and its own key, both PEM, is right",
            First("DIR/not.pem", authority.KeyFile));
        Assert.Equal(
            "--cert: 'KEYS/server.pem' with the key 'DIR/not.pem' was given; a certificate and its own key, both PEM, is right",
            First(authority.CertificateFile, "DIR/not.pem"));
        Assert.Equal(
            "--cert: 'KEYS/authority.pem' with the key 'KEYS/server.key' was given; a certificate and its own key, both PEM, is right",
            First(authority.AuthorityFile, authority.KeyFile));
    }

    [Fact]
    public void A_certificate_guards_a_public_address()
    {
        var authority = new SelfMadeAuthority(keys);

        var options = Options($"--actor.host 0.0.0.0 --cert {authority.CertificateFile} --key {authority.KeyFile}", ("AELF_ACTOR_ALLOWPUBLICADDRESS", "true"));

        Assert.Equal("0.0.0.0", options.Hosts.Address.Host);
    }

    [Fact]
    public void A_key_others_can_read_is_a_warning()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        var authority = new SelfMadeAuthority(keys);
        File.SetUnixFileMode(authority.KeyFile, UnixFileMode.UserRead | UnixFileMode.GroupRead);

        var warning = Assert.Single(Options($"--cert {authority.CertificateFile} --key {authority.KeyFile}").Warnings);

        Assert.Equal("--key: a key file other users can read was given; a file with mode 0600 is right", warning.ToString());
    }

    [Fact]
    public void Proxies_that_make_no_sense_are_named()
    {
        // Workers may reach any store by these addresses.
        Assert.Empty(Options("--proxies a:1").Warnings);
        Assert.Equal(
            "--proxies: 'a:1,127.0.0.1:22121' beside 127.0.0.1:22121 was given; each address once is right",
            program.Problems("--database twemproxy --dbport 22121 --shards s:1 --proxies a:1,127.0.0.1:22121"));
        Assert.Equal(
            "--shards: no list of the servers behind twemproxy, without which counters are not reconciled, was given; --shards host:port,host:port is right",
            Assert.Single(program.Options("--database twemproxy").Warnings).ToString());
    }

    [Fact]
    public void A_user_without_a_data_folder_names_the_state_folder()
    {
        program.UserData = "";

        Assert.Equal("--state: no folder for the manager's logs, and this user has no data folder, was given; --state DIR is right", program.Problems(Enough));
        Assert.Equal("DIR/logs", program.Folder.Shorten(Options("--state DIR/logs").StateFolder));
    }

    [Fact]
    public void The_state_folder_is_made_for_its_owner_alone_and_only_when_asked()
    {
        var path = Options("").StateFolder;
        Assert.False(Directory.Exists(path));

        StateFolder.Create(path);
        StateFolder.Create(path);

        Assert.True(Directory.Exists(path));
        if (!OperatingSystem.IsWindows())
        {
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(path));
        }

        Assert.Equal(path, Options("").StateFolder);
        Assert.Empty(Directory.GetFileSystemEntries(path));
    }
}
