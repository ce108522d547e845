using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Configuration;
using AElf.Bench.Tests.Configuration;
using AElf.Benchmark.CommandLine;

namespace AElf.Bench.Tests.CommandLine;

public sealed class BenchmarkCommandLineTests : IDisposable
{
    private const string Canary = "canary-4711-tweet";
    private const string Number = "a whole number from 1 to";
    private const string RoundTrip = "a round trip from 0ms to 10s with its unit (us, ms or s), such as 1ms or 500us,";
    private const string NoOption = "a word that belongs to no option was given;";
    private const string Unused = "an option the in-memory store does not use was given; --database redis, or no such option, is right";
    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    private ParseOutcome Parse(string[] args, params (string Name, string Text)[] environment) =>
        BenchmarkCommandLine.Parse(
            [.. args.Select(argument => argument.Replace("DIR", folder.Path, StringComparison.Ordinal))],
            environment.ToDictionary(variable => variable.Name, variable => variable.Text, StringComparer.Ordinal),
            folder.Path,
            userData: "");

    private ParseOutcome ParseLine(string line) => Parse(line.Length == 0 ? [] : line.Split(' '));

    private BenchmarkOptions Options(string line) => Assert.IsType<BenchmarkOptions>(Assert.IsType<ParseOutcome.Run>(ParseLine(line)).Options);

    private string Problems(string[] args) => folder.Shorten(string.Join('\n', Assert.IsType<ParseOutcome.Rejected>(Parse(args)).Problems));

    private string Problems(string line) => Problems(line.Split(' '));

    [Fact]
    public void No_arguments_are_the_published_defaults()
    {
        var options = Options("");

        Assert.Equal(new WorkloadOptions { Transfers = 2400, GroupsFrom = 1, GroupsTo = 8 }, options.Workload);
        Assert.Equal(new MeasureOptions { Rounds = 10 }, options.Measure);
        Assert.Equal(new StoreOptions(), options.Store);
        Assert.Equal(new ActorOptions(), options.Actors);
        Assert.Equal((BenchmarkKind.EvenGroup, false), (options.Kind, options.Quiet));
        Assert.Empty(options.Warnings);
    }

    [Fact]
    public void The_published_command_line_is_understood()
    {
        var options = Options("-n 8000 --grouprange 80 80 --repeattime 5 -f evenGroup --database redis --dbhost 10.0.0.1 --dbport 7000 --conlevel 16");

        Assert.Equal(new WorkloadOptions { Transfers = 8000, GroupsFrom = 80, GroupsTo = 80 }, options.Workload);
        Assert.Equal(5, options.Measure.Rounds);
        Assert.Equal((StoreType.Redis, new Endpoint("10.0.0.1", 7000)), (options.Store.Type, options.Store.Address));
        Assert.Equal(16, options.Actors.ConcurrencyLevel);
    }

    [Fact]
    public void Our_own_options_are_understood()
    {
        var options = Options("--actors 8 --lanes 1 --mode batch --routing consistent-hash --database twemproxy --client stackexchange "
            + "--shards a:1,[::1]:2 --seed 18446744073709551615 "
            + "--warmup 0 --ceiling off --slice 50 --timeout 600000 --reconnect 0 --latency 0.5ms --run-id 0A1B2C3D --prepared 00000001 "
            + "--grouprange 8 8 --json DIR/a.json --markdown DIR/a.md --block-out DIR/a.block --quiet");

        Assert.Equal(new ActorOptions { Actors = 8, Lanes = 1, Mode = TransferMode.Batch, Routing = RoutingStrategy.ConsistentHash }, options.Actors);
        Assert.Equal([new Endpoint("a", 1), new Endpoint("::1", 2)], options.Store.Shards);
        Assert.Equal((TimeSpan.FromMicroseconds(500), null), (options.Store.AddedRoundTrip, options.Store.ProxyEndpoint));
        Assert.Equal(
            (StoreClient.StackExchange, TimeSpan.FromMinutes(10), TimeSpan.Zero),
            (options.Store.Client, options.Store.Timeout, options.Store.ReconnectDeadline));
        Assert.Equal(new MeasureOptions { WarmupRounds = 0, Ceiling = false, Slice = TimeSpan.FromMilliseconds(50) }, options.Measure);
        Assert.Equal((ulong.MaxValue, "0a1b2c3d", "00000001", true), (options.Workload.Seed, options.RunId, options.PreparedRunId, options.Quiet));
        Assert.Equal("DIR/a.json DIR/a.md DIR/a.block", folder.Shorten($"{options.JsonOutput} {options.MarkdownOutput} {options.Workload.BlockOutput}"));
        Assert.Empty(options.Warnings);
        Assert.Empty(Directory.GetFiles(folder.Path));
    }

    [Theory]
    [InlineData("--actors 1e9", $"--actors: '1e9' was given; {Number} 1024 is right")]
    [InlineData("--actors 0", $"--actors: '0' was given; {Number} 1024 is right")]
    [InlineData("--actors -1", $"--actors: '-1' was given; {Number} 1024 is right")]
    [InlineData("--actors 1025", $"--actors: '1025' was given; {Number} 1024 is right")]
    [InlineData("--actors NaN", $"--actors: 'NaN' was given; {Number} 1024 is right")]
    [InlineData("--actors 1.5", $"--actors: '1.5' was given; {Number} 1024 is right")]
    [InlineData("--actors 1,5", $"--actors: '1,5' was given; {Number} 1024 is right")]
    [InlineData("--actors +4", $"--actors: '+4' was given; {Number} 1024 is right")]
    [InlineData("--actors 0x4", $"--actors: '0x4' was given; {Number} 1024 is right")]
    [InlineData("--actors \u0663", $"--actors: '\u0663' was given; {Number} 1024 is right")]
    [InlineData("--actors 9223372036854775808", $"--actors: '9223372036854775808' was given; {Number} 1024 is right")]
    [InlineData("--actors 99999999999999999999999999", $"--actors: '99999999999999999999999999' was given; {Number} 1024 is right")]
    [InlineData("-n 100000001", $"-n: '100000001' was given; {Number} 100,000,000 is right")]
    [InlineData("-n 0", $"-n: '0' was given; {Number} 100,000,000 is right")]
    [InlineData("--lanes 4097", $"--lanes: '4097' was given; {Number} 4096 is right")]
    [InlineData("--repeattime 10001", $"--repeattime: '10001' was given; {Number} 10000 is right")]
    [InlineData("--warmup 1001", "--warmup: '1001' was given; a whole number from 0 to 1000 is right")]
    [InlineData("--timeout 0", $"--timeout: '0' was given; {Number} 600,000 is right")]
    [InlineData("--timeout 600001", $"--timeout: '600001' was given; {Number} 600,000 is right")]
    [InlineData("--dbport 0", $"--dbport: '0' was given; {Number} 65535 is right")]
    [InlineData("--dbport 65536", $"--dbport: '65536' was given; {Number} 65535 is right")]
    [InlineData("--dbport abc", $"--dbport: 'abc' was given; {Number} 65535 is right")]
    [InlineData("--seed 18446744073709551616", "--seed: '18446744073709551616' was given; a whole number from 0 to 18,446,744,073,709,551,615 is right")]
    [InlineData("--skew -1", "--skew: '-1' was given; a number from 0 to 3 with at most three decimals, such as 1 or 0.75, is right")]
    [InlineData("--skew 3.001", "--skew: '3.001' was given; a number from 0 to 3 with at most three decimals, such as 1 or 0.75, is right")]
    [InlineData("--skew 0.1234", "--skew: '0.1234' was given; a number from 0 to 3 with at most three decimals, such as 1 or 0.75, is right")]
    [InlineData("--skew 1e0", "--skew: '1e0' was given; a number from 0 to 3 with at most three decimals, such as 1 or 0.75, is right")]
    [InlineData("--skew 0,5", "--skew: '0,5' was given; a number from 0 to 3 with at most three decimals, such as 1 or 0.75, is right")]
    [InlineData("--skew .", "--skew: '.' was given; a number from 0 to 3 with at most three decimals, such as 1 or 0.75, is right")]
    [InlineData("--ceiling maybe", "--ceiling: 'maybe' was given; on or off is right")]
    [InlineData("--mode fast", "--mode: 'fast' was given; one of strict, multi, batch is right")]
    [InlineData("-f other", "-f: 'other' was given; one of evenGroup, genAccount is right")]
    [InlineData("--database mysql", "--database: 'mysql' was given; one of inmemory, redis, ssdb, twemproxy is right")]
    [InlineData("--client jedis", "--client: 'jedis' was given; one of pipelined, stackexchange is right")]
    [InlineData("--run-id 123", "--run-id: '123' was given; eight hexadecimal digits is right")]
    [InlineData("--prepared 1234567g", "--prepared: '1234567g' was given; eight hexadecimal digits is right")]
    [InlineData("--shards a:1,b", "--shards: 'a:1,b' was given; a list of host:port with commas between is right")]
    [InlineData("--shards a:1,,b:2", "--shards: 'a:1,,b:2' was given; a list of host:port with commas between is right")]
    [InlineData("--latency 1", $"--latency: '1' was given; {RoundTrip} is right")]
    [InlineData("--latency -1ms", $"--latency: '-1ms' was given; {RoundTrip} is right")]
    [InlineData("--latency 1,5ms", $"--latency: '1,5ms' was given; {RoundTrip} is right")]
    [InlineData("--latency 0.5us", $"--latency: '0.5us' was given; {RoundTrip} is right")]
    [InlineData("--latency 11s", $"--latency: '11s' was given; {RoundTrip} is right")]
    [InlineData("--latency 1m", $"--latency: '1m' was given; {RoundTrip} is right")]
    [InlineData("--latency", $"--latency: no value was given; {RoundTrip} is right")]
    [InlineData("--dbhost u:pw@h", "--dbhost: a value with '@' (not shown, it may hold a password) was given; a host name or IP address is right")]
    [InlineData("--dbhost h:6379", "--dbhost: 'h:6379' was given; a host name or IP address is right")]
    public void A_bad_value_is_named(string line, string message) => Assert.Equal(message, Problems(line));

    [Theory]
    [InlineData("--actor 4", "--actor: an unknown option was given; --actors is right")]
    [InlineData("--Actors 4", "--Actors: an unknown option was given; --actors is right")]
    [InlineData("--xyzzy", "--xyzzy: an unknown option was given; one of the options --help lists is right")]
    [InlineData("--xyzzy=4", "--xyzzy: an unknown option was given; one of the options --help lists is right")]
    [InlineData("-x", "-x: an unknown option was given; one of the options --help lists is right")]
    [InlineData("run", $"'run': {NoOption} an option with its value, such as -n 2400, is right")]
    [InlineData("evengroup", $"'evengroup': {NoOption} -f evenGroup is right")]
    [InlineData("actors 4", $"'actors': {NoOption} --actors is right\n'4': {NoOption} an option with its value, such as -n 2400, is right")]
    [InlineData(
        "-- -", $"'--': {NoOption} an option with its value, such as -n 2400, is right\n'-': {NoOption} an option with its value, such as -n 2400, is right")]
    [InlineData("--actors 4 --actors 4", "--actors: the option more than once was given; the option once is right")]
    [InlineData("-n 4 -n 5 --grouprange 1 1", "-n: the option more than once was given; the option once is right")]
    [InlineData("--quiet --quiet", "--quiet: the option more than once was given; the option once is right")]
    [InlineData("--actors", $"--actors: no value was given; {Number} 1024 is right")]
    [InlineData("--actors --quiet", $"--actors: no value was given; {Number} 1024 is right")]
    [InlineData("-n", $"-n: no value was given; {Number} 100,000,000 is right")]
    [InlineData("--actors=", $"--actors: an empty value was given; {Number} 1024 is right")]
    [InlineData("--config", "--config: no value was given; a folder that exists is right")]
    [InlineData("--config DIR/missing", "--config: 'DIR/missing' was given; a folder that exists is right")]
    [InlineData("--quiet yes", $"'yes': {NoOption} an option with its value, such as -n 2400, is right")]
    public void A_bad_option_is_named(string line, string message) => Assert.Equal(message, Problems(line));

    [Theory]
    [InlineData("--grouprange 80 1", "--grouprange: '80 1' was given; a first count that is not above the last, such as 1 80, is right")]
    [InlineData("--grouprange 1 2401", "--grouprange: '1 2401' was given; at most 2400 groups for 2400 transfers (-n) is right")]
    [InlineData("-n 4", "--grouprange: '1 8' (the default) was given; at most 4 groups for 4 transfers (-n) is right")]
    [InlineData("--grouprange 5", "--grouprange: '5' (1 value) was given; two whole numbers, from and to, such as 1 8, is right")]
    [InlineData("--grouprange 1 2 3", "--grouprange: '1 2 3' (3 values) was given; two whole numbers, from and to, such as 1 8, is right")]
    [InlineData("--grouprange", "--grouprange: no value was given; two whole numbers, from and to, such as 1 8, is right")]
    [InlineData("--grouprange 0 1", "--grouprange: '0' was given; a whole number from 1 to 100,000,000 is right")]
    [InlineData("--grouprange -1 1", "--grouprange: '-1' was given; a whole number from 1 to 100,000,000 is right")]
    [InlineData("--tls --database ssdb", "--tls: TLS with ssdb, which cannot speak it, was given; TLS with redis only, or no TLS, is right")]
    [InlineData(
        "--tls --database twemproxy --shards a:1", "--tls: TLS with twemproxy, which cannot speak it, was given; TLS with redis only, or no TLS, is right")]
    [InlineData("--tls --database redis --tls-ca DIR/none.pem", "--tls-ca: 'DIR/none.pem' was given; a file that exists is right")]
    [InlineData(
        "--user bench --database redis",
        "--user: a user without a password was given; --password-file FILE or the environment's AELF_DATABASE_PASSWORD beside it is right")]
    [InlineData(
        "-f genAccount --database redis", "--grouprange: '1 8' was given; one group count, such as 80 80, which is what accounts are prepared for, is right")]
    [InlineData(
        "--prepared 00000001 --grouprange 8 8",
        "--prepared: prepared accounts with the in-memory store, which starts empty, was given; --database redis, ssdb or twemproxy is right")]
    [InlineData("--database twemproxy --shards 127.0.0.1:1,127.0.0.1:1", "--shards: '127.0.0.1:1,127.0.0.1:1' was given; each shard once is right")]
    [InlineData(
        "-f genAccount --grouprange 8 8",
        "-f: genAccount with the in-memory store, which is gone when the program ends, was given; --database redis, ssdb or twemproxy is right")]
    [InlineData(
        "-f genAccount --database redis --prepared 00000001 --grouprange 8 8",
        "--prepared: prepared accounts for genAccount, which prepares them, was given; -f evenGroup, or no --prepared, is right")]
    [InlineData(
        "--latency 1ms",
        "--latency: a round trip to the in-memory store, which no wire leads to, was given; --database redis, ssdb or twemproxy, or --latency 0ms, is right")]
    [InlineData(
        "--latency 2s --database redis",
        "--latency: 2000000us, which no answer survives, was given; a round trip shorter than the 2000 ms of --timeout is right")]
    [InlineData("--block-in DIR/none.block", "--block-in: 'DIR/none.block' was given; a file that exists is right")]
    [InlineData("--json DIR", "--json: the folder 'DIR' was given; the name of a file is right")]
    [InlineData("--json DIR/none/a.json", "--json: 'DIR/none/a.json', in a folder that does not exist, was given; a file in a folder that exists is right")]
    [InlineData("--json DIR/a --markdown DIR/./a", "--markdown: the file of --json, 'DIR/./a', was given; a file of its own is right")]
    [InlineData(
        "--password-file DIR/none --database redis", "--password-file: a file that does not exist ('DIR/none') was given; a file that can be read is right")]
    public void Options_that_do_not_go_together_are_named(string line, string message) => Assert.Equal(message, Problems(line));

    [Fact]
    public void An_output_that_cannot_be_written_is_named()
    {
        // Nobody can create files there, root included.
        if (Directory.Exists("/proc/self"))
        {
            Assert.Equal(
                "--json: '/proc/self/a.json', which cannot be written, was given; a file that can be written is right", Problems("--json /proc/self/a.json"));
        }
    }

    [Fact]
    public void An_existing_output_is_not_touched_before_the_run()
    {
        var path = folder.Write("old.json", "kept");

        Options("--json DIR/old.json");

        Assert.Equal("kept", File.ReadAllText(path));
    }

    [Theory]
    [InlineData("--dbhost", "a\u001b[2Jb", "--dbhost: 'a\\u001b[2Jb' was given; a host name or IP address is right")]
    [InlineData("--dbhost", "a\nb", "--dbhost: 'a\\u000ab' was given; a host name or IP address is right")]
    [InlineData("--dbhost", "", "--dbhost: an empty value was given; a host name or IP address is right")]
    [InlineData("--dbhost", " ", "--dbhost: ' ' was given; a host name or IP address is right")]
    [InlineData("--json", "a\u0000b", "--json: 'a\\u0000b' was given; a path without control characters is right")]
    [InlineData("--json", "a\uFFFDb", "--json: 'a\uFFFDb' was given; a path without control characters is right")]
    [InlineData("--markdown", "", "--markdown: an empty value was given; a path without control characters is right")]
    public void Characters_that_do_not_belong_are_named_and_escaped(string option, string text, string message) =>
        Assert.Equal(message, Problems([option, text]));

    [Theory]
    [InlineData(
        "--database twemproxy",
        "--shards: no list of the servers behind twemproxy, without which counters are not reconciled, was given; --shards host:port,host:port is right")]
    [InlineData("--database redis --shards a:1", "--shards: a list of shards, which redis does not use, was given; --database twemproxy, or no list, is right")]
    [InlineData("--dbport 7000", $"--dbport: {Unused}")]
    [InlineData("--tls", $"--tls: {Unused}")]
    [InlineData("--conlevel 2", "--conlevel: 2 jobs for 4 actors, some of which will idle, was given; 0 (automatic) or at least 4 is right")]
    public void What_only_deserves_a_warning_does_not_stop_the_run(string line, string message)
    {
        var warning = Assert.Single(Options(line).Warnings);

        Assert.Equal((message, false), (warning.ToString(), warning.Critical));
    }

    [Fact]
    public void All_problems_come_at_once()
    {
        folder.Write("config/database.json", "{\"Port\": \"1\"}");

        Assert.Equal(
            "DIR/config/database.json:1: Port: the text \"1\" was given; a whole number from 1 to 65535, without quotes, is right\n"
            + $"--lanes: no value was given; {Number} 4096 is right\n"
            + "--actor: an unknown option was given; --actors is right\n"
            + $"--actors: '1e9' was given; {Number} 1024 is right\n"
            + "--grouprange: '80 1' was given; a first count that is not above the last, such as 1 80, is right",
            Problems("--actors 1e9 --actor 5 --grouprange 80 1 --lanes"));
    }

    [Theory]
    [InlineData("de-DE")]
    [InlineData("ar-EG")]
    [InlineData("tr-TR")]
    public void The_machines_language_changes_nothing(string name)
    {
        var before = CultureInfo.CurrentCulture;
        try
        {
            // Invariant globalisation knows no other cultures: its separators are set by hand.
            var culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
            culture.NumberFormat.NumberDecimalSeparator = ",";
            culture.NumberFormat.NumberGroupSeparator = ".";
            culture.NumberFormat.NegativeSign = name;
            CultureInfo.CurrentCulture = culture;

            Assert.Equal(1000, Options("-n 1000").Workload.Transfers);
            Assert.Equal("-n: '1.000' was given; a whole number from 1 to 100,000,000 is right", Problems("-n 1.000"));
            Assert.Equal("-n: '1,5' was given; a whole number from 1 to 100,000,000 is right", Problems("-n 1,5"));
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public void A_password_on_the_command_line_is_refused_and_never_shown()
    {
        const string Message = "--password: a password others can see in the process list was given; "
            + "--password-file FILE or the environment's AELF_DATABASE_PASSWORD is right";

        Assert.Equal(Message, Problems($"--password {Canary}"));
        Assert.Equal(Message, Problems($"--password={Canary}"));
    }

    [Theory]
    [InlineData("", "file-pw (file)")]
    [InlineData("AELF_DATABASE_PASSWORD", "variable-pw (environment)")]
    [InlineData("--password-file", "other-pw (command line)")]
    public void The_password_of_the_later_source_wins(string source, string expected)
    {
        folder.Write("a.pw", "file-pw\n");
        folder.Write("b.pw", "other-pw\r\nsecond line\n");
        folder.Write("config/database.json", $$"""{"Type": "redis", "PasswordFile": "{{folder.Path}}/a.pw"}""");
        string[] args = source.StartsWith('-') ? [source, "DIR/b.pw"] : [];

        var outcome = source.Length == 0 ? Parse(args) : Parse(args, ("AELF_DATABASE_PASSWORD", "variable-pw"));

        var options = Assert.IsType<ParseOutcome.Run>(outcome).Options;
        Assert.Equal(
            expected, options.Effective.ToDictionary()["Database.Password"].Replace("[redacted]", options.Store.Password!.Reveal(), StringComparison.Ordinal));
    }

    [Fact]
    public void No_output_shows_the_password()
    {
        folder.Write("a.pw", Canary);
        var outcomes = new[]
        {
            Parse(["--database", "redis"], ("AELF_DATABASE_PASSWORD", Canary)),
            Parse(["--database", "redis", "--password-file", "DIR/a.pw", "--actors", "0"]),
            Parse(["--database", "redis", "--password-file", "DIR/a.pw"]),
            Parse(["--database", "redis"], ("AELF_DATABASE_PASSWORD", Canary + "\n")),
            Parse(["--password", Canary, "--dbhost", $"redis://u:{Canary}@h"]),
        };

        var shown = string.Join('\n', outcomes.Select(Everything));

        Assert.Contains("Database.Password=[redacted] (environment)", shown, StringComparison.Ordinal);
        Assert.Contains("Database.Password=[redacted] (command line)", shown, StringComparison.Ordinal);
        Assert.DoesNotContain(Canary, shown, StringComparison.Ordinal);
    }

    private static string Everything(ParseOutcome outcome)
    {
        using var writer = new StringWriter();
        outcome.Print(writer, writer);
        writer.WriteLine(outcome.ToString());
        if (outcome is ParseOutcome.Run run)
        {
            writer.WriteLine(run.Options.Store.ToString());
            writer.WriteLine(string.Join('\n', run.Options.Effective.ToDictionary().Select(option => $"{option.Key}={option.Value}")));
        }

        return writer.ToString();
    }

    [Fact]
    public void A_password_file_others_can_read_is_a_warning()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        var path = folder.Write("a.pw", Canary);
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.GroupRead);

        var warning = Assert.Single(Options("--database redis --password-file DIR/a.pw").Warnings);

        Assert.Equal("--password-file: a password file other users can read was given; a file with mode 0600 is right", warning.ToString());
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        Assert.Empty(Options("--database redis --password-file DIR/a.pw").Warnings);
    }

    [Fact]
    public void A_second_password_in_the_environment_is_named()
    {
        var outcome = Parse([], ("AELF_DATABASE_PASSWORD", Canary), ("AELF_DATABASE_PASSWORDFILE", "x"));

        Assert.Equal(
            "AELF_DATABASE_PASSWORD: a second password beside AELF_DATABASE_PASSWORDFILE was given; one of the two is right",
            Assert.Single(Assert.IsType<ParseOutcome.Rejected>(outcome).Problems).ToString());
    }

    [Fact]
    public void Effective_options_are_sorted_and_name_their_source()
    {
        folder.Write("config/database.json", "{\"Host\": \"10.0.0.9\"}");
        var outcome = Parse(["--database", "redis"], ("AELF_DATABASE_PORT", "7000"));

        var options = Assert.IsType<ParseOutcome.Run>(outcome).Options.Effective;

        var names = options.All.Select(option => option.Name).ToArray();
        Assert.True(names.SequenceEqual(names.Order(StringComparer.Ordinal), StringComparer.Ordinal));
        Assert.Equal(Settings.All.Count + 2, options.All.Count);
        var shown = options.ToDictionary();
        Assert.Equal(
            "redis (command line), 10.0.0.9 (file), 7000 (environment), pipelined (default), none (default)",
            string.Join(", ", shown["Database.Type"], shown["Database.Host"], shown["Database.Port"], shown["Database.Client"], shown["Database.Password"]));
    }

    [Fact]
    public void Help_goes_to_the_output_and_ends_well()
    {
        using var output = new StringWriter();
        using var error = new StringWriter();

        Assert.Equal(ExitCode.Ok, ParseLine("--actors 0 --help").Print(output, error));

        Assert.Empty(error.ToString());
        Assert.All(BenchmarkCommandLine.Program.Known, option => Assert.Contains(option, output.ToString(), StringComparison.Ordinal));
        Assert.All(output.ToString().Split('\n'), line => Assert.True(line.Length <= 120, line));
    }

    [Theory]
    [InlineData("scenario")]
    [InlineData("top")]
    public void Help_names_every_verb_and_where_its_own_help_is(string verb)
    {
        var help = Assert.IsType<ParseOutcome.Help>(ParseLine("--help")).Text.Split('\n');

        var line = Assert.Single(help, line => line.Contains($"AElf.Benchmark.dll {verb} ", StringComparison.Ordinal));
        Assert.EndsWith($": {verb} --help", line, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("docs/README.md")]
    [InlineData("config/README.md")]
    [InlineData("docker/README.md")]
    public void Nothing_is_left_out_of_a_command_in_a_readme(string name) =>
        Assert.DoesNotContain('…', File.ReadAllText(Path.Combine(AppContext.BaseDirectory, name)));

    [Fact]
    public void Every_example_of_the_help_is_a_run()
    {
        var text = Assert.IsType<ParseOutcome.Help>(ParseLine("--help")).Text;
        folder.Write("redis.pw", "secret");
        folder.Write("cluster.secret", "sixteen characters\n");
        var examples = text.Split('\n').Select(line => line.Trim()).Where(
            line => line.StartsWith("dotnet AElf.Benchmark.dll", StringComparison.Ordinal)).ToArray();

        Assert.Equal(10, examples.Length);
        Assert.All(examples, example => Options(example["dotnet AElf.Benchmark.dll".Length..].Trim()
            .Replace("redis.pw", "DIR/redis.pw", StringComparison.Ordinal)
            .Replace("cluster.secret", "DIR/cluster.secret", StringComparison.Ordinal)
            .Replace("report.json", "DIR/report.json", StringComparison.Ordinal)));
    }

    [Fact]
    public void The_version_is_one_line() => Assert.Matches("^AElf.Benchmark [0-9.]+$", Assert.IsType<ParseOutcome.Version>(ParseLine("--version")).Text);

    [Fact]
    public void Problems_go_to_the_error_output_with_the_usage_exit_code()
    {
        using var output = new StringWriter();
        using var error = new StringWriter();

        Assert.Equal(ExitCode.Usage, ParseLine("--actors 0").Print(output, error));

        Assert.Empty(output.ToString());
        Assert.Equal(
            $"error: --actors: '0' was given; {Number} 1024 is right\nNothing was started. --help lists the options.\n",
            error.ToString().ReplaceLineEndings("\n"));
    }
}
