using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.TestKit.Servers;
using AElf.Concurrency.Manager;

namespace AElf.Bench.Tests.CommandLine;

public sealed class ManagerCommandLineTests : IDisposable
{
    private const string Expected =
        "expected a whole number from 1 to 10000, or one with a + for at least that many";

    private const string Enough = "--database redis";
    private readonly ProgramUnderTest program = new(TransferPrograms.Manager.Parse);
    private readonly Harness.Processes.TemporaryFolder keys = new();

    public void Dispose()
    {
        program.Dispose();
        keys.Dispose();
    }

    private ProgramOptions Options(string line, params (string Name, string Text)[] environment) =>
        program.Options($"{Enough} {line}".Trim(), environment);

    private static string StateOf(ProgramOptions options) =>
        StateFolder.Find(options.Settings, options.Reading.UserData);

    private static WorkerCount WorkersOf(ProgramOptions options) =>
        options.Settings.Get(ClusterSettings.Workers)!.Value;

    private static Uri? OtlpOf(ProgramOptions options) => options.Settings.Get(ClusterSettings.Otlp);

    [Fact]
    public void Parse_StoreOnly_IsAccepted()
    {
        var options = Options("");

        Assert.Equal(
            (new WorkerCount(1, true), "DIR/user/aelf/state", null, false),
            (WorkersOf(options), program.Folder.Shorten(StateOf(options)), OtlpOf(options), options.Quiet));
        Assert.Equal(
            new ActorSystemOptions
            {
                IsCluster = true,
                Address = new Endpoint("127.0.0.1", 4053),
                HttpPort = 5053,
                HoconFile = options.Hosts.HoconFile,
            },
            options.Hosts);
        Assert.EndsWith("manager.hocon", options.Hosts.HoconFile, StringComparison.Ordinal);
        Assert.Empty(options.Store.Proxies);
    }

    [Fact]
    public void Parse_OwnOptions_AreAccepted()
    {
        var authority = new SelfMadeAuthority(keys);
        program.Folder.Write("a.secret", "sixteen letters!");

        var options = program.Options(
            "--actor.host ::1 --actor.port 5000 --workers 10000 --state DIR/logs "
            + "--otlp https://collector.example:4318/v1 "
            + $"--cert {authority.CertificateFile} --key {authority.KeyFile} "
            + "--secret-file DIR/a.secret --database twemproxy --shards 127.0.0.1:1,127.0.0.1:2 "
            + "--proxies 127.0.0.1:22122,[::1]:22123 --quiet");

        Assert.Equal(
            (new Endpoint("::1", 5000), new WorkerCount(10_000, false), "DIR/logs"),
            (options.Hosts.Address, WorkersOf(options), program.Folder.Shorten(StateOf(options))));
        Assert.Equal((new Uri("https://collector.example:4318/v1"), true), (OtlpOf(options), options.Quiet));
        Assert.Equal(
            (authority.CertificateFile, authority.KeyFile, "sixteen letters!"),
            (options.Hosts.CertificateFile, options.Hosts.KeyFile, options.Hosts.Secret!.Reveal()));
        Assert.Equal([new Endpoint("127.0.0.1", 22_122), new Endpoint("::1", 22_123)], options.Store.Proxies);
    }

    [Fact]
    public void Parse_FilesAndEnvironment_EqualTheOptions()
    {
        program.Folder.Write(
            "config/actor.json",
            "{\"Workers\": 3, \"Otlp\": \"http://127.0.0.1:4318\", \"StateFolder\": \""
                + program.Folder.Path + "/logs\"}");
        program.Folder.Write(
            "config/database.json", "{\"Type\": \"twemproxy\", \"Proxies\": [\"h:1\"], \"Shards\": [\"h:2\"]}");

        var options = program.Options(
            "", ("AELF_CLUSTER_WORKERS", "4"), ("AELF_CLUSTER_OTLP", "http://127.0.0.1:4318"));

        Assert.Equal(
            (new WorkerCount(4, false), "DIR/logs", new Uri("http://127.0.0.1:4318")),
            (WorkersOf(options), program.Folder.Shorten(StateOf(options)), OtlpOf(options)));
        Assert.Equal([new Endpoint("h", 1)], options.Store.Proxies);
        var shown = options.Effective;
        Assert.Equal("4 (environment), h:1 (file)", $"{shown["Cluster.Workers"]}, {shown["Database.Proxies"]}");
    }

    [Theory]
    [InlineData("--workers 4-", "--workers: '4-' is not valid; " + Expected)]
    [InlineData("--workers +", "--workers: '+' is not valid; " + Expected)]
    [InlineData("--workers 0", "--workers: '0' is not valid; " + Expected)]
    [InlineData("--workers 1e9", "--workers: '1e9' is not valid; " + Expected)]
    [InlineData("--workers 1.5", "--workers: '1.5' is not valid; " + Expected)]
    [InlineData("--workers \u0663", "--workers: '\u0663' is not valid; " + Expected)]
    [InlineData("--state", "--state: value missing; expected a path without control characters")]
    [InlineData("--state DIR/file", "--state: 'DIR/file' is a file; expected a folder, or the name of a new one")]
    [InlineData("--state DIR/file/logs", "--state: 'DIR/file/logs' is not writable; expected a writable folder")]
    [InlineData(
        "--otlp 127.0.0.1:4318",
        "--otlp: '127.0.0.1:4318' is not valid; … (port 1 to 65535) …")]
    [InlineData(
        "--otlp ftp://h:1",
        "--otlp: 'ftp://h:1' is not valid; … (port 1 to 65535) …")]
    [InlineData(
        "--otlp http://",
        "--otlp: 'http://' is not valid; … (port 1 to 65535) …")]
    [InlineData(
        "--otlp http://h:65536",
        "--otlp: 'http://h:65536' is not valid; … (port 1 to 65535) …")]
    [InlineData(
        "--otlp http://u:pw@h",
        "--otlp: a value with '@' (not shown, it may hold a password) is not valid; expected an http or https "
            + "address (port 1 to 65535) such as http://127.0.0.1:4318")]
    [InlineData(
        "--proxies a:1,b", "--proxies: 'a:1,b' is not valid; expected HOST:PORT (port 1 to 65535), …")]
    [InlineData("--cert DIR/file", "--cert: a certificate without its key; add --key FILE")]
    [InlineData("--key DIR/file", "--key: a key without its certificate; add --cert FILE")]
    [InlineData(
        "--cert DIR/none.pem --key DIR/none.key",
        "--cert: 'DIR/none.pem' does not exist; expected an existing file\n--key: 'DIR/none.key' does not exist; "
            + "expected an existing file")]
    [InlineData(
        "--client-ca DIR/file",
        "--client-ca: 'DIR/file' contains no certificate; expected a PEM file with a certificate\n"
            + "--client-ca: client certificates require TLS; add --cert FILE and --key FILE")]
    [InlineData("--actors 4", "--actors: not an option here; … --help all …")]
    public void Parse_InvalidInput_NamesIt(string line, string message)
    {
        program.Folder.Write("file", "");

        Prose.AssertSays(message, program.Problems($"{Enough} {line}"));
    }

    [Fact]
    public void Certificate_WithAnotherKey_IsNamed()
    {
        var authority = new SelfMadeAuthority(keys);
        program.Folder.Write("not.pem", "no certificate");

        string First(string certificate, string key) =>
            program.Problems($"{Enough} --cert {certificate} --key {key}")
                .Replace(keys.Path, "KEYS", StringComparison.Ordinal).Split('\n')[0];

        Prose.AssertNames(First("DIR/not.pem", authority.KeyFile), "--cert: ", "'DIR/not.pem'", "'KEYS/server.key'");
        Prose.AssertNames(
            First(authority.CertificateFile, "DIR/not.pem"), "--cert: ", "'KEYS/server.pem'", "'DIR/not.pem'");
        Prose.AssertNames(
            First(authority.AuthorityFile, authority.KeyFile), "--cert: ", "'KEYS/authority.pem'", "'KEYS/server.key'");
    }

    [Fact]
    public void PublicAddress_CertificateOnly_IsRefused()
    {
        var authority = new SelfMadeAuthority(keys);
        var line = $"--actor.host 0.0.0.0 --cert {authority.CertificateFile} --key {authority.KeyFile}";

        Prose.AssertNames(
            program.Problems($"{Enough} {line}", ("AELF_ACTOR_ALLOWPUBLICADDRESS", "true")), "--actor.host: ",
            "'0.0.0.0'", "a secret", "127.0.0.1", "cluster.secret");
        Assert.Equal(
            "0.0.0.0",
            Options(
                line,
                ("AELF_ACTOR_ALLOWPUBLICADDRESS", "true"),
                ("AELF_CLUSTER_SECRET", "a secret of many letters")).Hosts.Address.Host);
    }

    [Fact]
    public void Key_ReadableByOthers_IsAWarning()
    {
        var authority = new SelfMadeAuthority(keys);
        File.SetUnixFileMode(authority.KeyFile, UnixFileMode.UserRead | UnixFileMode.GroupRead);

        var warning = Assert.Single(Options($"--cert {authority.CertificateFile} --key {authority.KeyFile}").Warnings);

        Prose.AssertNames(warning.ToString(), "--key: ", "0600");
    }

    [Fact]
    public void Parse_InvalidProxies_NamesThem()
    {
        // Workers may use any store behind these addresses.
        Assert.Empty(Options("--proxies a:1").Warnings);
        Prose.AssertNames(
            program.Problems("--database twemproxy --dbport 22121 --shards s:1 --proxies a:1,127.0.0.1:22121"),
            "--proxies: 'a:1,127.0.0.1:22121'", " 127.0.0.1:22121 ");
        Prose.AssertNames(
            Assert.Single(program.Options("--database twemproxy").Warnings).ToString(), "--shards: ",
            "--shards HOST:PORT");
    }

    [Theory]
    [InlineData("a = ${nothere}", "Akka cannot read it: Unresolved substitution: nothere")]
    [InlineData("a = ${a}", "the value of 'a' refers to itself through ${a}")]
    public void HoconFile_RefusedByAkka_IsReportedBeforeTheStart(string text, string problem)
    {
        program.Folder.Write("config/manager.hocon", text);

        Assert.Contains(problem, program.Problems(Enough), StringComparison.Ordinal);
    }

    [Fact]
    public void StateFolder_UserWithoutADataFolder_IsNamed()
    {
        program.UserData = "";

        Prose.AssertNames(program.Problems(Enough), "--state: ", "--state DIR");
        Assert.Equal("DIR/logs", program.Folder.Shorten(StateOf(Options("--state DIR/logs"))));
    }

    [Fact]
    public void StateFolder_OpenToOthers_IsAWarning()
    {
        var path = Directory.CreateDirectory(Path.Combine(program.Folder.Path, "open")).FullName;
        File.SetUnixFileMode(path, (UnixFileMode)0b111_101_101);
        Prose.AssertNames(
            Assert.Single(Options("--state DIR/open").Warnings).ToString(), $"--state: '{path}'", "755", "chmod 700");

        File.SetUnixFileMode(path, (UnixFileMode)0b111_000_000);
        Assert.Empty(Options("--state DIR/open").Warnings);
    }

    [Fact]
    public void StateFolder_WhenConfigured_IsCreatedForItsOwnerOnly()
    {
        var path = StateOf(Options(""));
        Assert.False(Directory.Exists(path));

        FolderEntries.CreatePrivate(path);
        FolderEntries.CreatePrivate(path);

        Assert.True(Directory.Exists(path));
        Assert.Equal(
            UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(path));
        Assert.Equal(path, StateOf(Options("")));
        Assert.Empty(Directory.GetFileSystemEntries(path));
    }
}
