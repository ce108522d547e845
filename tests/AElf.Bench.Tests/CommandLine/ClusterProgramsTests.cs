using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Concurrency.Manager;
using AElf.Concurrency.Worker;

namespace AElf.Bench.Tests.CommandLine;

/// <summary>Options of both the manager and the worker.</summary>
public sealed class ClusterProgramsTests : IDisposable
{
    private const string Canary = "canary-4711-tweet-secret";
    private const string Manager = "manager";
    private const string Worker = "worker";
    private const string NoOption = "not an option;";
    private readonly ProgramUnderTest manager = new(TransferPrograms.Manager.Parse);
    private readonly ProgramUnderTest worker = new(TransferPrograms.Worker.Parse);

    public static TheoryData<string> Programs => [Manager, Worker];

    public void Dispose()
    {
        manager.Dispose();
        worker.Dispose();
    }

    private ProgramUnderTest For(string program) => program is Manager ? manager : worker;

    // The minimum options for a start.
    private static string Enough(string program) =>
        program is Manager ? "--database redis" : "--database redis --manager 127.0.0.1:4053";

    private static string[] With(string program, params string[] args) => [.. Enough(program).Split(' '), .. args];

    [Theory]
    [MemberData(nameof(Programs))]
    public void Parse_EveryStoreOption_IsAccepted(string program)
    {
        For(program).Folder.Write("a.pw", "pw");
        For(program).Folder.Write("ca.pem", "pem");
        var args = Enough(program).Replace(
            "redis",
            "redis --dbhost 10.0.0.1 --dbport 7000 --client stackexchange --user bench --password-file DIR/a.pw "
                + "--tls --tls-ca DIR/ca.pem --timeout 500 --reconnect 3 --quiet",
            StringComparison.Ordinal);

        var options = For(program).Options(args);

        Assert.Equal(
            new StoreOptions
            {
                Type = StoreType.Redis,
                Address = new Endpoint("10.0.0.1", 7000),
                Client = StoreClient.StackExchange,
                User = "bench",
                Password = options.Store.Password,
                Tls = true,
                TlsAuthorityFile = Path.Combine(For(program).Folder.Path, "ca.pem"),
                Timeout = TimeSpan.FromMilliseconds(500),
                ReconnectDeadline = TimeSpan.FromSeconds(3),
            },
            options.Store);
        Assert.Equal(("pw", true), (options.Store.Password!.Reveal(), options.Quiet));
    }

    [Theory]
    [MemberData(nameof(Programs))]
    public void Parse_ListenAddresses_AreAccepted(string program)
    {
        Assert.Equal(
            new Endpoint("localhost", 65_535),
            For(program).Options(Enough(program) + " --actor.host localhost --actor.port 65535").Hosts.Address);
        Assert.Equal(
            new Endpoint("127.0.0.1", program is Manager ? 4053 : 32_551),
            For(program).Options(Enough(program)).Hosts.Address);
        Assert.Equal(
            new Endpoint("127.0.0.1", 5000),
            For(program).Options(Enough(program), ("AELF_ACTOR_PORT", "5000")).Hosts.Address);
        For(program).Folder.Write("config/actor.json", "{\"Port\": 6000}");
        Assert.Equal(new Endpoint("127.0.0.1", 6000), For(program).Options(Enough(program)).Hosts.Address);
    }

    [Theory]
    [InlineData(Manager)]
    [InlineData(Worker)]
    public void Parse_ShippedFilesAndAStore_Start(string program)
    {
        var shipped = Path.Combine(AppContext.BaseDirectory, "config");

        var options = For(program).Options($"--database redis --config {shipped}");

        Assert.Empty(options.Warnings);
        Assert.Equal(new Endpoint("127.0.0.1", program is Manager ? 4053 : 32_551), options.Hosts.Address);
        Assert.Equal([new Endpoint("127.0.0.1", 4053)], options.Hosts.Seeds);
        Assert.True(options.Hosts.IsCluster);
    }

    [Theory]
    [InlineData("--actor.port 65536", "--actor.port: '65536' … 0 to 65535")]
    [InlineData("--actor.port abc", "--actor.port: 'abc' … 0 to 65535")]
    [InlineData("--actor.port -1", "--actor.port: '-1' … 0 to 65535")]
    [InlineData("--actor.port 1e9", "--actor.port: '1e9' … 0 to 65535")]
    [InlineData("--actor.port \u0664\u0660", "--actor.port: '\u0664\u0660' … 0 to 65535")]
    [InlineData("--actor.port", "--actor.port: … missing… 0 to 65535")]
    [InlineData("--actor.port=", "--actor.port: empty … 0 to 65535")]
    [InlineData("--actor.port 1 --actor.port 2", "--actor.port: … once")]
    [InlineData("--actor.host", "--actor.host: … missing… host name or IP address")]
    [InlineData("--actor.host a\u001b[2Jb", "--actor.host: 'a\\u001b[2Jb' … host name or IP address")]
    [InlineData("--actor.host 127.0.0.1:80", "--actor.host: '127.0.0.1:80' … host name or IP address")]
    [InlineData("--actor.prot 80", "--actor.prot: … --actor.port?")]
    [InlineData("--Quiet", "--Quiet: … --quiet?")]
    [InlineData("-n 8000", "-n: … PROGRAM.dll --help …")]
    [InlineData("--quiet yes", "--quiet: takes no value, but 'yes' was given; write it alone, or leave it out")]
    [InlineData("--secret-file DIR/none", "--secret-file: …'DIR/none'…")]
    [InlineData("--secret-file DIR", "--secret-file: … folder ('DIR')…")]
    [InlineData("--config DIR/none", "--config: 'DIR/none' … existing folder")]
    [InlineData("--user bench", "--user: a user … --password-file … AELF_DATABASE_PASSWORD")]
    [InlineData("--dbport 0", "--dbport: '0' … 1 to 65535")]
    [InlineData("--tls --tls-ca DIR/none.pem", "--tls-ca: 'DIR/none.pem' does not exist…")]
    public void Parse_InvalidInput_NamesIt(string line, string message)
    {
        foreach (var program in new[] { Manager, Worker })
        {
            var expected = message.Replace(
                "EXAMPLE", program is Manager ? "--database redis" : "--actors 4", StringComparison.Ordinal)
                .Replace(
                    "PROGRAM",
                    program is Manager ? "AElf.Concurrency.Manager" : "AElf.Concurrency.Worker",
                    StringComparison.Ordinal);
            Prose.AssertSays(expected, For(program).Problems($"{Enough(program)} {line}"));
        }
    }

    [Theory]
    [InlineData("", ProblemKind.SharedStore)]
    [InlineData(" --database inmemory", ProblemKind.SharedStore)]
    [InlineData(" --database mysql", ProblemKind.InvalidValue)]
    public void Store_NotShared_IsRefused(string store, ProblemKind kind)
    {
        var refusals = new[]
        {
            Assert.Single(For(Manager).Refusals(store.Trim())),
            Assert.Single(For(Worker).Refusals($"--manager 127.0.0.1:4053{store}")),
        };

        Assert.All(refusals, refusal => Assert.Equal(
            (kind, StoreSettings.Type, StoreSettings.Type.Option), (refusal.Kind, refusal.Setting, refusal.What)));
    }

    [Fact]
    public void Store_NotSharedInAFile_IsNamedWithItsPlace()
    {
        manager.Folder.Write("config/database.json", "{\n\"Type\": \"inmemory\"}");

        var refusal = Assert.Single(manager.Refusals(""));

        Assert.EndsWith("database.json:2: Type", refusal.What, StringComparison.Ordinal);
        Prose.AssertNames(refusal.ToString(), "'inmemory'", StoreSettings.OptionForServer);
    }

    [Theory]
    [MemberData(nameof(Programs))]
    public void Secret_FileOrEnvironment_IsRead(string program)
    {
        var host = For(program);
        host.Folder.Write(
            "config/actor.json", "{\"SecretFile\": \"" + Path.Combine(host.Folder.Path, "json.secret") + "\"}");
        host.Folder.Write("json.secret", "the secret of the file\n");
        host.Folder.Write("option.secret", " the secret of the option \r\n");

        string Secret(string line, params (string Name, string Text)[] environment) =>
            host.Options(Enough(program) + line, environment).Hosts.Secret!.Reveal();

        Assert.Equal("the secret of the file", Secret(""));
        Assert.Equal(
            "the secret of variables",
            Secret("", (ClusterSettings.Secret.EnvironmentName!, "the secret of variables")));
        Assert.Equal(
            " the secret of the option ",
            Secret(
                " --secret-file DIR/option.secret",
                (ClusterSettings.Secret.EnvironmentName!, "the secret of variables")));
        Assert.Equal(" the secret of the option ", Secret("", ("AELF_CLUSTER_SECRETFILE", "DIR/option.secret")));
        Prose.AssertNames(
            host.Problems(Enough(program), (ClusterSettings.Secret.EnvironmentName!, Canary),
            ("AELF_CLUSTER_SECRETFILE", "x")),
            "AELF_CLUSTER_SECRET: ", "AELF_CLUSTER_SECRETFILE");
    }

    [Theory]
    [InlineData("fifteen letters", false)]
    [InlineData("sixteen letters!", true)]
    [InlineData("sixteen letters!\n", true)]
    [InlineData("fifteen letters\n", false)]
    [InlineData("sixteen letters!\n\n", false)]
    [InlineData("sixteen letters!\nanother line", false)]
    [InlineData("sixteen \u001b letters!", false)]
    public void Secret_NotOneLineOfSixteenCharacters_IsRefused(string text, bool isRight)
    {
        foreach (var program in new[] { Manager, Worker })
        {
            For(program).Folder.Write("a.secret", text);
            var outcome = For(program).Parse(With(program, "--secret-file", "DIR/a.secret"));

            Assert.Equal(isRight, outcome is ParseOutcome.Run);
            if (outcome is ParseOutcome.Rejected rejected)
            {
                Prose.AssertNames(
                    rejected.Problems.Single(problem => problem.Critical).ToString(), "--secret-file: ", "16 to 4096");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Programs))]
    public void SecretFile_ReadableByOthers_IsAWarning(string program)
    {
        var path = For(program).Folder.Write("a.secret", Canary);
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.OtherRead);

        var warning = Assert.Single(For(program).Options(Enough(program) + " --secret-file DIR/a.secret").Warnings);

        Prose.AssertNames(warning.ToString(), "--secret-file: ", "0600");
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        Assert.Empty(For(program).Options(Enough(program) + " --secret-file DIR/a.secret").Warnings);
    }

    [Theory]
    [InlineData(
        "--secret",
        "--secret: other users can see a secret on the command line; use --secret-file FILE or the environment "
            + "variable AELF_CLUSTER_SECRET")]
    [InlineData(
        "--Secret",
        "--Secret: other users can see a secret on the command line; use --secret-file FILE or the environment "
            + "variable AELF_CLUSTER_SECRET")]
    [InlineData(
        "--password",
        "--password: other users can see a password on the command line; use --password-file FILE or the "
            + "environment variable AELF_DATABASE_PASSWORD")]
    [InlineData("--secretfile", "--secretfile: … --secret-file?")]
    public void Secret_AmongTheArguments_IsRefusedAndNotShown(string option, string message)
    {
        foreach (var program in new[] { Manager, Worker })
        {
            Prose.AssertSays(message, For(program).Problems(With(program, option, Canary)));
            Prose.AssertSays(message, For(program).Problems(With(program, $"{option}={Canary}")));
            Prose.AssertSays(message, For(program).Problems([$"{option}", Canary, .. With(program)]));
        }
    }

    [Theory]
    [MemberData(nameof(Programs))]
    public void Output_Secret_IsNotShown(string program)
    {
        var host = For(program);
        host.Folder.Write("a.secret", Canary + "\n");
        host.Folder.Write("b.secret", Canary + "\n" + Canary);
        var outcomes = new[]
        {
            host.Parse(
                With(program),
                (ClusterSettings.Secret.EnvironmentName!, Canary),
                (StoreSettings.Password.EnvironmentName!, Canary)),
            host.Parse(With(program, "--secret-file", "DIR/a.secret", "--password-file", "DIR/a.secret")),
            host.Parse(With(program, "--secret-file", "DIR/a.secret", "--actor.port", "-1")),
            host.Parse(With(program, "--secret-file", "DIR/b.secret")),
            host.Parse(With(program), (ClusterSettings.Secret.EnvironmentName!, Canary + "\u0007")),
            host.Parse(
                With(program, "--secret", Canary, $"--secret={Canary}", "--password", Canary, "--sceret", Canary)),
            host.Parse(With(
                program,
                "--dbhost",
                $"u:{Canary}@h",
                program is Manager ? "--proxies" : "--shards",
                $"u:{Canary}@h:1")),
        };

        var shown = string.Join('\n', outcomes.Select(ProgramUnderTest.Everything));

        Prose.AssertNames(shown, "Cluster.Secret=[redacted]", "(environment)", "(command line)");
        Assert.DoesNotContain(Canary, shown, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Programs))]
    public void PublicAddress_WithoutPermissionOrSecret_IsRefused(string program)
    {
        var host = For(program);
        var line = Enough(program) + " --actor.host 10.0.0.1";

        Prose.AssertNames(
            host.Problems(line, (ClusterSettings.Secret.EnvironmentName!, Canary)), "--actor.host: ", "'10.0.0.1'",
            "AllowPublicAddress", "127.0.0.1");
        Prose.AssertNames(
            host.Problems(line, ("AELF_ACTOR_ALLOWPUBLICADDRESS", "true")), "--actor.host: ", "'10.0.0.1'", "a secret",
            "127.0.0.1");
        Prose.AssertNames(host.Problems(line), "--actor.host: ", "'10.0.0.1'", "AllowPublicAddress", "a secret");
        Assert.Equal(
            "10.0.0.1",
            host.Options(
                line,
                ("AELF_ACTOR_ALLOWPUBLICADDRESS", "true"),
                (ClusterSettings.Secret.EnvironmentName!, Canary)).Hosts.Address.Host);
    }

    [Theory]
    [InlineData(Manager, "[ -e cluster.secret ] || (umask 077; head -c 32 /dev/urandom | base64 > cluster.secret)\n")]
    [InlineData(Worker, "")]
    public void PublicAddress_Refused_PrintsCommandsToPaste(string program, string secretMade)
    {
        const string Allow = "export AELF_ACTOR_ALLOWPUBLICADDRESS=true";
        const string Secret = "export AELF_CLUSTER_SECRETFILE=\"$PWD/cluster.secret\"";
        var args = With(program, "--actor.host", "10.0.0.1");

        string? Recipe(params (string, string)[] environment) => Assert.Single(
            Assert.IsType<ParseOutcome.Rejected>(For(program).Parse(args, environment)).Problems).Recipe;

        Assert.Equal($"{secretMade}{Secret}\n{Allow}", Recipe());
        Assert.Equal(Allow, Recipe((ClusterSettings.Secret.EnvironmentName!, Canary)));
        Assert.Equal($"{secretMade}{Secret}", Recipe(("AELF_ACTOR_ALLOWPUBLICADDRESS", "true")));
    }

    [Fact]
    public void PublicAddress_OnlyProblem_PrintsTheCommandAgain()
    {
        string[] args = With(Manager, "--actor.host", "10.0.0.1");

        string[] Shown(params string[] more) =>
            ProgramUnderTest.Everything(manager.Parse([.. args, .. more])).Split('\n');

        // The program of this call is the tests' own process.
        var again = $"  {OwnProgram.CommandAgain}";
        Assert.Contains("AElf.Bench.Tests", again, StringComparison.Ordinal);
        var shown = Shown();
        Assert.Equal(again, shown[Array.IndexOf(shown, "  export AELF_ACTOR_ALLOWPUBLICADDRESS=true") + 1]);
        Assert.DoesNotContain(again, Shown("--secret", Canary), StringComparer.Ordinal);
    }

    [Theory]
    [InlineData("AElf.Concurrency.Manager.dll", "AElf.Concurrency.Manager.dll")]
    [InlineData("--actor.host=192.168.100.1", "--actor.host=192.168.100.1")]
    [InlineData("", "''")]
    [InlineData("a b", "'a b'")]
    [InlineData("it's", "'it'\\''s'")]
    [InlineData("$HOME;ls", "'$HOME;ls'")]
    public void ForShell_AnyText_IsOneWord(string word, string pasted) =>
        Assert.Equal(pasted, Quoted.ForShell(word));

    [Theory]
    [MemberData(nameof(Programs))]
    public void Port_Zero_IsReplacedByAFreePort(string program)
    {
        var hosts = For(program).Options($"{Enough(program)} --actor.port 0").Hosts;

        Assert.InRange(hosts.Address.Port, 1, 65_535);
        Assert.Equal(
            program is Manager ? hosts.Address.Port + 1000 : hosts.Address.Port, hosts.HttpAddress.Port);
        Assert.EndsWith(program is Manager ? "" : $":{hosts.Address.Port}", hosts.Name ?? "", StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("AELF_CLUSTER_SECRT", "AELF_CLUSTER_SECRT: … AELF_CLUSTER_SECRET?")]
    [InlineData("AELF_CLUSTER_WORKER", "AELF_CLUSTER_WORKER: … AELF_CLUSTER_WORKERS?")]
    public void Variable_Unknown_IsAWarning(string name, string message) =>
        Prose.AssertSays(
            message, Assert.Single(For(Manager).Options(Enough(Manager), (name, "1")).Warnings).ToString());

    [Theory]
    [MemberData(nameof(Programs))]
    public void Parse_SeveralProblems_ReportsAllWithTheUsageExitCode(string program)
    {
        For(program).Folder.Write("config/database.json", "{\"Type\": \"redis\", \"Port\": \"1\"}");
        using var output = new StringWriter();
        using var error = new StringWriter();

        Assert.Equal(
            ExitCode.Usage,
            For(program).Parse(["--manager", "127.0.0.1:4053", "--state", "DIR/s", "--actor.port", "-1", "--timeout"])
                .Print(output, error));

        Assert.Empty(output.ToString());
        var unknown = program is Manager ? "--manager" : "--state";
        var lines = error.ToString().Split(Environment.NewLine);
        Prose.AssertNames(
            string.Join('\n', lines), "error: --timeout: ", "1ms to 10m", "error: --actor.port: '-1'", "0 to 65535",
            "config/database.json:1:");
        Assert.Contains(
            lines, line => line.StartsWith($"error: {unknown}: not an option here;", StringComparison.Ordinal));
        Assert.Single(lines, line => line.Contains("--help all", StringComparison.Ordinal));
        Assert.False(Directory.Exists(Path.Combine(For(program).Folder.Path, "s")));
    }

    [Theory]
    [InlineData(Manager, "AElf.Concurrency.Manager")]
    [InlineData(Worker, "AElf.Concurrency.Worker")]
    public void HelpAndVersion_EndWithExitCodeZero(string program, string name)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();

        Assert.Equal(ExitCode.Ok, For(program).Parse(["--actor.port", "-1", "--help", "all"]).Print(output, error));

        Assert.Empty(error.ToString());
        var known = (program is Manager ? TransferPrograms.Manager.Program : TransferPrograms.Worker.Program).Known;
        Assert.All(known, option => Assert.Contains($"  {option} ", output.ToString(), StringComparison.Ordinal));
        Assert.All(output.ToString().Split('\n'), line => Assert.True(line.Length <= 120, line));
        Assert.Matches(
            $"^{name} [0-9.]+$", Assert.IsType<ParseOutcome.Printed>(For(program).Parse(["--version"])).Text);
    }

    [Theory]
    [InlineData(Manager, 5)]
    [InlineData(Worker, 4)]
    public void Help_EveryExample_Starts(string program, int count)
    {
        using var keys = new Harness.Processes.TemporaryFolder();
        var authority = new TestKit.Servers.SelfMadeAuthority(keys);
        var host = For(program);
        host.Folder.Write("cluster.secret", Canary);
        host.Folder.Write("config/actor.json", "{\"Seeds\": [{\"HostName\": \"127.0.0.1\", \"Port\": 4053}]}");
        var described = program is Manager ? TransferPrograms.Manager.Program : TransferPrograms.Worker.Program;
        var call = described.Call;

        var examples = Assert.IsType<ParseOutcome.Printed>(host.Parse(["--help", "all"])).Text.Split('\n')
            .Select(line => line.Trim())
            .Where(line => line.StartsWith(call + " --", StringComparison.Ordinal)).ToArray();

        Assert.Equal(count, examples.Length);
        Assert.All(examples, example => Assert.NotNull(host.Options(example[call.Length..].Trim()
            .Replace("cluster.secret", "DIR/cluster.secret", StringComparison.Ordinal)
            .Replace("manager.pem", authority.CertificateFile, StringComparison.Ordinal)
            .Replace("manager.key", authority.KeyFile, StringComparison.Ordinal)
            .Replace("authority.pem", authority.AuthorityFile, StringComparison.Ordinal)
            .Replace("--state logs", "--state DIR/logs", StringComparison.Ordinal))));
    }
}
