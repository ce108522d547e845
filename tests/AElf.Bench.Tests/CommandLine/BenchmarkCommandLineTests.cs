using System.Globalization;
using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Tests.Settings;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Execution;
using AElf.Benchmark.Verbs.Measure;

namespace AElf.Bench.Tests.CommandLine;

public sealed class BenchmarkCommandLineTests : IDisposable
{
    private const string Canary = "canary-4711-tweet";
    private const string Number = "a whole number from 1 to";
    private const string NoOption = "not an option;";
    private const string Unused = "has no effect on the in-memory store; use --database redis, or remove it";
    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    private ParseOutcome Parse(string[] args, params (string Name, string Text)[] environment) =>
        TransferPrograms.Benchmark.Parse(
            [.. args.Select(argument => argument.Replace("DIR", folder.Path, StringComparison.Ordinal))],
            environment.ToDictionary(variable => variable.Name, variable => variable.Text, StringComparer.Ordinal),
            folder.Path,
            userData: "");

    // As a shell reads it: what stands in quotes is one word.
    private ParseOutcome ParseLine(string line) => Parse(
        [.. Regex.Matches(line, "'([^']*)'|[^ ]+").Select(word => word.Value.Trim('\''))]);

    private BenchmarkOptions Options(string line) =>
        Assert.IsType<BenchmarkOptions>(Assert.IsType<ParseOutcome.Run>(ParseLine(line)).Options);

    private string Problems(string[] args) =>
        folder.Shorten(string.Join('\n', Assert.IsType<ParseOutcome.Rejected>(Parse(args)).Problems));

    private string Problems(string line) => Problems(line.Split(' '));

    [Fact]
    public void Parse_NoArguments_GivesThePublishedDefaults()
    {
        var options = Options("");

        Assert.Equal(new TransferOptions { Transfers = 8000, Groups = 80 }, options.Transfers());
        Assert.Equal(new MeasureOptions { Rounds = 10 }, options.Measure);
        Assert.Equal(new StoreOptions(), options.Store);
        Assert.Equal(new ActorOptions(), options.Actors);
        Assert.Equal((false, false), (options.Settings.IsPreparing, options.Quiet));
        Assert.Empty(options.Warnings);
    }

    [Fact]
    public void Parse_PublishedCommandLine_IsAccepted()
    {
        var options = Options(
            "-n 8000 --grouprange 80 80 --repeattime 5 -f evenGroup --database redis --dbhost 10.0.0.1 "
            + "--dbport 7000 --conlevel 16");

        Assert.Equal(new TransferOptions { Transfers = 8000, Groups = 80 }, options.Transfers());
        Assert.Equal(5, options.Measure.Rounds);
        Assert.Equal((StoreType.Redis, new Endpoint("10.0.0.1", 7000)), (options.Store.Type, options.Store.Address));
        Assert.Equal(16, options.Actors.ConcurrencyLevel);
    }

    [Theory]
    [InlineData("--grouprange 8 8", "--groups 8")]
    [InlineData("--repeattime=3", "--rounds=3")]
    [InlineData("--conlevel 2", "--concurrency 2")]
    [InlineData("--timeout 2000 --reconnect 60 --slice 50", "--timeout 2s --reconnect 1m --slice 50ms")]
    [InlineData("-fgenAccount --groups 8 --database redis", "--benchmark genAccount --groups 8 --database redis")]
    [InlineData("-f=genAccount --groups 8 --database redis", "--benchmark genAccount --groups 8 --database redis")]
    [InlineData("-n=5 --groups 5", "-n 5 --groups 5")]
    public void Parse_PublishedNamesAndBareNumbers_EqualTheCommonOptions(string old, string everyday) =>
        Assert.Equal(Options(everyday).Effective.ToDictionary(), Options(old).Effective.ToDictionary());

    [Theory]
    [InlineData("--repeattime 0", "--repeattime: '0' … 1 to 10000")]
    [InlineData("--repeattime 2 --rounds 3", "--rounds: … once")]
    [InlineData("--timeout 2d", "--timeout: '2d' … 1ms to 10m, such as 2s; a number without a unit is in ms")]
    public void Message_OptionWithSeveralNames_HasTheTypedName(string line, string message) =>
        Prose.AssertSays(message, Problems(line));

    [Fact]
    public void Parse_OptionsBeyondThePublishedOnes_AreAccepted()
    {
        var options = Options("--actors 8 --lanes 1 --mode batch --routing consistent-hash --database twemproxy "
            + "--client stackexchange --shards a:1,[::1]:2 --seed 18446744073709551615 "
            + "--warmup 0 --ceiling off --slice 50 --timeout 600000 --reconnect 0 --latency 0.5ms "
            + "--run-id 0A1B2C3D --prepared 00000001 "
            + "--groups 8 8 --json DIR/a.json --markdown DIR/a.md --block-out DIR/a.block --quiet");

        Assert.Equal(TransferMode.Batch, options.Transfers().Mode);
        Assert.Equal(
            new ActorOptions { Actors = 8, Lanes = 1, Routing = RoutingStrategy.ConsistentHash }, options.Actors);
        Assert.Equal([new Endpoint("a", 1), new Endpoint("::1", 2)], options.Store.Shards);
        Assert.Equal(TimeSpan.FromMicroseconds(500), options.Store.AddedRoundTrip);
        Assert.Equal(
            (StoreClient.StackExchange, TimeSpan.FromMinutes(10), TimeSpan.Zero),
            (options.Store.Client, options.Store.Timeout, options.Store.ReconnectDeadline));
        Assert.Equal(
            new MeasureOptions { WarmupRounds = 0, BareStore = false, Slice = TimeSpan.FromMilliseconds(50) },
            options.Measure);
        var settings = options.Settings;
        Assert.Equal(
            (ulong.MaxValue, "0a1b2c3d", "00000001", true),
            (
                settings.Get(CommonSettings.Seed), settings.Get(CommonSettings.RunId),
                settings.Get(CommonSettings.Prepared), options.Quiet));
        Assert.Equal(
            "DIR/a.json DIR/a.md DIR/a.block",
            folder.Shorten(string.Join(
                ' ',
                settings[CommonSettings.JsonOutput],
                settings[CommonSettings.MarkdownOutput],
                settings[TransferSettings.BlockOutput])));
        Assert.Empty(options.Warnings);
        Assert.Empty(Directory.GetFiles(folder.Path));
    }

    [Theory]
    [InlineData("--actors 1e9", "--actors: '1e9' … 1 to 1024")]
    [InlineData("--actors -1", "--actors: '-1' … 1 to 1024")]
    [InlineData("--actors NaN", "--actors: 'NaN' … 1 to 1024")]
    [InlineData("--actors 1.5", "--actors: '1.5' … 1 to 1024")]
    [InlineData("--actors 1,5", "--actors: '1,5' … 1 to 1024")]
    [InlineData("--actors +4", "--actors: '+4' … 1 to 1024")]
    [InlineData("--actors 0x4", "--actors: '0x4' … 1 to 1024")]
    [InlineData("--actors \u0663", "--actors: '\u0663' … 1 to 1024")]
    [InlineData("--actors 9223372036854775808", "--actors: '9223372036854775808' … 1 to 1024")]
    [InlineData("--actors 99999999999999999999999999", "--actors: '99999999999999999999999999' … 1 to 1024")]
    [InlineData("--dbport abc", "--dbport: 'abc' … 1 to 65535")]
    [InlineData("--skew 0.1234", "--skew: '0.1234' … 0 to 3 … three decimals…")]
    [InlineData("--skew 1e0", "--skew: '1e0' … 0 to 3 … three decimals…")]
    [InlineData("--skew 0,5", "--skew: '0,5' … 0 to 3 … three decimals…")]
    [InlineData("--skew .", "--skew: '.' … 0 to 3 … three decimals…")]
    [InlineData(
        "--rate 50k", "--rate: '50k' … 0.001 to 100000000, … poisson:50000, ramp:1000..100000 or step:1000,5000,20000")]
    [InlineData("--ceiling maybe", "--ceiling: 'maybe' … on or off")]
    [InlineData("--mode fast", "--mode: 'fast' … strict, multi, exec, batch")]
    [InlineData("--benchmark other", "--benchmark: 'other' … evenGroup, genAccount")]
    [InlineData("--database mysql",
        "--database: 'mysql' … inmemory, redis, ssdb, twemproxy, redis-cluster, redis-shards")]
    [InlineData("--client jedis", "--client: 'jedis' … pipelined, stackexchange")]
    [InlineData("--run-id 123", "--run-id: '123' … eight hexadecimal digits")]
    [InlineData("--prepared 1234567g", "--prepared: '1234567g' … eight hexadecimal digits")]
    [InlineData("--shards a:1,b", "--shards: 'a:1,b' … HOST:PORT…")]
    [InlineData("--shards a:1,,b:2", "--shards: 'a:1,,b:2' … HOST:PORT…")]
    [InlineData("--latency 1", "--latency: '1' … 0ms to 10s…")]
    [InlineData("--latency 1,5ms", "--latency: '1,5ms' … 0ms to 10s…")]
    [InlineData("--latency 0.5us", "--latency: '0.5us' … 0ms to 10s…")]
    [InlineData("--latency 1m", "--latency: '1m' … 0ms to 10s…")]
    [InlineData("--latency", "--latency: … missing… 0ms to 10s…")]
    [InlineData(
        "--dbhost u:pw@h", "--dbhost: a value with '@' (not shown, it may hold a password) … host name or IP address")]
    [InlineData("--dbhost h:6379", "--dbhost: 'h:6379' … use --dbhost h --dbport 6379")]
    public void A_bad_value_is_named(string line, string message) => Prose.AssertSays(message, Problems(line));

    [Theory]
    [InlineData("--actor 4", "--actor: … --actors?")]
    [InlineData("--Actors 4", "--Actors: … --actors?")]
    [InlineData("--xyzzy", "--xyzzy: … --help …")]
    [InlineData("--xyzzy=4", "--xyzzy: … --help …")]
    [InlineData("-x", "-x: … --help …")]
    [InlineData("run", $"'run': {NoOption} … -n 8000")]
    [InlineData("evengroup", $"'evengroup': {NoOption} … --benchmark evenGroup?")]
    [InlineData("actors 4", $"'actors': {NoOption} … --actors?\n'4': {NoOption} … -n 8000")]
    [InlineData("-- -", $"'--': {NoOption} … -n 8000\n'-': {NoOption} … -n 8000")]
    [InlineData("--actors 4 --actors 4", "--actors: … once")]
    [InlineData("-n 4 -n 5 --groups 1 1", "-n: … once")]
    [InlineData("--quiet --quiet", "--quiet: … once")]
    [InlineData("--actors", "--actors: … missing… 1 to 1024")]
    [InlineData("--actors --quiet", "--actors: … missing… 1 to 1024")]
    [InlineData("-n", "-n: … missing… 1 to 100,000,000")]
    [InlineData("--actors=", "--actors: empty … 1 to 1024")]
    [InlineData("--config", "--config: … missing… existing folder")]
    [InlineData("--config DIR/missing", "--config: 'DIR/missing' … existing folder")]
    [InlineData("--quiet yes", "--quiet: takes no value, … 'yes' …")]
    [InlineData("--verbose=true", "--verbose: takes no value, … 'true' …")]
    [InlineData("--rounds 3 --repeattime 4", "--repeattime: … --rounds; … once")]
    [InlineData("-h 127.0.0.1", "-h: … --dbhost HOST; … --help …")]
    [InlineData("multi", $"'multi': {NoOption} … --mode multi?")]
    [InlineData("--fail-if tsp<1", "--fail-if: 'tsp<1' is not valid; did you mean tps?")]
    [InlineData("--fail-if tps<1 --fail-if p99>5", "--fail-if: 'p99>5' is not valid; … 'p99 > 5ms'")]
    [InlineData("--fail-if tps>>3", "--fail-if: 'tps>>3' is not valid; expected <, <=, > or >= in place of '>>'")]
    [InlineData("--fail-if tps=3", "--fail-if: 'tps=3' is not valid; expected <, <=, > or >= in place of '='")]
    [InlineData("--fail-if tps<x", "--fail-if: 'tps<x' is not valid; … 'tps > 100'")]
    public void A_bad_option_is_named(string line, string message) => Prose.AssertSays(message, Problems(line));

    [Theory]
    [InlineData("--groups 80 1", "--groups: '80 1' … lower count first, such as 1 80")]
    [InlineData("--groups 1 8001", "--groups: 8001 groups … 8000 transfers (-n); … at most 8000")]
    [InlineData("--groups 1 2 3", "--groups: '1 2 3' (3 values) … one or two … 1 to 100,000,000…")]
    [InlineData("--groups", "--groups: … missing… one or two … 1 to 100,000,000…")]
    [InlineData("--groups 0 1", "--groups: '0 1' … one or two … 1 to 100,000,000…")]
    [InlineData("--groups -1 1", "--groups: '-1 1' … one or two … 1 to 100,000,000…")]
    [InlineData("--db 1 --database ssdb", "--db: ssdb … databases; … redis…")]
    [InlineData("--db 1 --database twemproxy --shards a:1", "--db: twemproxy … databases; … redis…")]
    [InlineData("--db 1 --database redis-cluster", "--db: redis-cluster … databases; … redis…")]
    [InlineData("--database redis --hash-tag group --key-size 33", "--key-size: '33' … --hash-tag … at least 34")]
    [InlineData("--database redis-cluster --nodes a:1,a:1", "--nodes: 'a:1,a:1' … once")]
    [InlineData("--database redis-cluster --nodes a:1 --dbport 2", "--dbport: --nodes … remove one of the two")]
    [InlineData("--database redis-shards",
        "--shards: not set, so redis-shards has no servers; add --shards HOST:PORT,HOST:PORT")]
    [InlineData("--database redis-shards --shards a:1 --dbport 2", "--dbport: --shards … remove one of the two")]
    [InlineData(
        "--database redis-shards --shards a:1 --client stackexchange", "--client: … pipelined, or … twemproxy")]
    [InlineData("--database redis-shards --shards a:1 --mode multi", "--mode: multi … --hash-tag group…")]
    [InlineData("--database redis-cluster --mode multi", "--mode: multi … --hash-tag group, or use strict")]
    [InlineData("--database redis-cluster --mode batch", "--mode: batch … --hash-tag group, or use strict")]
    [InlineData("--db -1 --database redis", "--db: '-1' … 0 to 65535")]
    [InlineData("--tls --database ssdb", "--tls: ssdb … TLS; … redis…")]
    [InlineData("--tls --database twemproxy --shards a:1", "--tls: twemproxy … TLS; … redis…")]
    [InlineData("--tls --database redis --tls-ca DIR/none.pem", "--tls-ca: 'DIR/none.pem' does not exist…")]
    [InlineData("--user bench --database redis", "--user: a user … --password-file … AELF_DATABASE_PASSWORD")]
    [InlineData("--benchmark genAccount --database redis --groups 1 8", "--groups: … '1 8'; … 80")]
    [InlineData("--prepared 00000001 --groups 8 8", $"--prepared: … {StoreSettings.OptionForServer}")]
    [InlineData("--database twemproxy --shards 127.0.0.1:1,127.0.0.1:1", "--shards: '127.0.0.1:1,127.0.0.1:1' … once")]
    [InlineData("--benchmark genAccount --groups 8 8", $"--benchmark: … {StoreSettings.OptionForServer}")]
    [InlineData(
        "--benchmark genAccount --groups 8 8 --database redis --fail-if tps<1",
        "--fail-if: genAccount … or genAccount")]
    [InlineData(
        "--benchmark genAccount --groups 8 8 --database redis --csv rounds.csv",
        "--csv: genAccount … or genAccount")]
    [InlineData(
        "--benchmark genAccount --database redis --prepared 00000001 --groups 8 8",
        "--prepared: genAccount … leave out genAccount, or --prepared")]
    [InlineData("--latency 1ms", $"--latency: … {StoreSettings.OptionForServer}, or --latency 0ms")]
    [InlineData("--latency 2s --database redis", "--latency: 2s … 2000 ms; … --timeout")]
    [InlineData("--rate 5000 --mode batch", "--mode: batch … strict, multi or exec with --rate")]
    [InlineData("--rate 5000 --concurrency 9", "--concurrency: … --rate; remove it…")]
    [InlineData("--block-in DIR/none.block", "--block-in: 'DIR/none.block' does not exist…")]
    [InlineData("--json DIR", "--json: 'DIR' is a folder; expected the name of a file")]
    [InlineData("--json DIR/none/a.json", "--json: 'DIR/none/a.json' is in a folder that does not exist…")]
    [InlineData("--json DIR/a --markdown DIR/./a", "--markdown: 'DIR/./a' … --json…")]
    [InlineData("--password-file DIR/none --database redis", "--password-file: …'DIR/none'…")]
    public void Parse_ConflictingOptions_NamesThem(string line, string message) =>
        Prose.AssertSays(message, Problems(line));

    [Fact]
    public void Parse_OutputThatCannotBeWritten_NamesIt()
    {
        // Nobody can create files there, root included.
        if (Directory.Exists("/proc/self"))
        {
            Prose.AssertNames(Problems("--json /proc/self/a.json"), "--json: ", "'/proc/self/a.json'");
        }
    }

    [Fact]
    public void The_first_node_of_a_cluster_is_the_address_of_the_store()
    {
        var store = Options("--database redis-cluster --nodes a:1,b:2 --mode multi --hash-tag group").Store;

        Assert.Equal((new Endpoint("a", 1), 2), (store.Address, store.Nodes.Count));
    }

    [Fact]
    public void Parse_ExistingOutput_KeepsItsContent()
    {
        var path = folder.Write("old.json", "kept");

        Options("--json DIR/old.json");

        Assert.Equal("kept", File.ReadAllText(path));
    }

    [Theory]
    [InlineData("--dbhost", "a\u001b[2Jb", "--dbhost: 'a\\u001b[2Jb' … host name or IP address")]
    [InlineData("--dbhost", "a\nb", "--dbhost: 'a\\u000ab' … host name or IP address")]
    [InlineData("--dbhost", "", "--dbhost: empty … host name or IP address")]
    [InlineData("--dbhost", " ", "--dbhost: ' ' … host name or IP address")]
    [InlineData("--json", "a\u0000b", "--json: 'a\\u0000b' … path without control characters")]
    [InlineData("--json", "a\uFFFDb", "--json: 'a\uFFFDb' … path without control characters")]
    [InlineData("--markdown", "", "--markdown: empty … path without control characters")]
    public void Parse_InvalidCharacters_NamesAndEscapesThem(string option, string text, string message) =>
        Prose.AssertSays(message, Problems([option, text]));

    [Theory]
    [InlineData(
        "--database redis --shards a:1", "--shards: has no effect with redis; use --database twemproxy, or remove it")]
    [InlineData(
        "--database redis --nodes a:1",
        "--nodes: has no effect with redis; use --database redis-cluster, or remove it")]
    public void An_option_without_effect_is_refused(string line, string message) =>
        Assert.Equal(message, Problems(line));

    [Theory]
    [InlineData(
        "--database twemproxy",
        "--shards: not set, so the counters of the servers behind twemproxy are not compared; add --shards "
            + "HOST:PORT,HOST:PORT")]
    [InlineData("--dbport 7000", $"--dbport: {Unused}")]
    [InlineData("--db 1", $"--db: {Unused}")]
    [InlineData("--tls", $"--tls: {Unused}")]
    [InlineData(
        "--concurrency 2", "--concurrency: 2 jobs leave some of 4 actors idle; use 0 (automatic) or at least 4")]
    public void A_warning_does_not_stop_the_run(string line, string message)
    {
        var warning = Assert.Single(Options(line).Warnings);

        Assert.Equal((message, false), (warning.ToString(), warning.Critical));
    }

    [Fact]
    public void Parse_SeveralProblems_ReportsAll()
    {
        folder.Write("config/database.json", "{\"Port\": \"1\"}");

        Assert.Equal(
            ["DIR/config/database.json", "--actor", "--lanes", "--actors", "--groups"],
            Problems("--actors 1e9 --actor 5 --groups 80 1 --lanes").Split('\n').Select(line => line.Split(':')[0]));
    }

    [Theory]
    [InlineData("de-DE")]
    [InlineData("ar-EG")]
    [InlineData("tr-TR")]
    public void Culture_DoesNotChangeParsing(string name)
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

            Assert.Equal(1000, Options("-n 1000").Transfers().Transfers);
            Prose.AssertNames(Problems("-n 1.000"), "-n: '1.000'", "1 to 100,000,000");
            Prose.AssertNames(Problems("-n 1,5"), "-n: '1,5'", "1 to 100,000,000");
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public void A_password_on_the_command_line_is_refused_and_never_shown()
    {
        const string Message = "--password: other users can see a password on the command line; "
            + "use --password-file FILE or the environment variable AELF_DATABASE_PASSWORD";

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
            expected,
            options.Effective["Database.Password"].ToString()
                .Replace("[redacted]", options.Store.Password!.Reveal(), StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("", "cli-pw")]
    [InlineData("AELF_DATABASE_PASSWORD", "variable-pw")]
    public void Password_OfRedisCli_IsUsedWithoutAnother(string variable, string expected)
    {
        (string, string) ofRedisCli = ("REDISCLI_AUTH", "cli-pw");

        var outcome = variable.Length == 0
            ? Parse(["--database", "redis"], ofRedisCli)
            : Parse(["--database", "redis"], ofRedisCli, (variable, "variable-pw"));

        Assert.Equal(expected, Assert.IsType<ParseOutcome.Run>(outcome).Options.Store.Password!.Reveal());
    }

    [Theory]
    [InlineData("redis-cluster", StoreType.RedisCluster)]
    [InlineData("valkey", StoreType.Redis)]
    public void Parse_NameOfAStore_IsItsType(string name, StoreType type) =>
        Assert.Equal(type, Assert.IsType<ParseOutcome.Run>(Parse(["--database", name])).Options.Store.Type);

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

        Prose.AssertNames(shown, "Database.Password=[redacted]", "(environment)", "(command line)");
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
            writer.WriteLine(string.Join(
                '\n', run.Options.Effective.Select(option => $"{option.Key}={option.Value}")));
        }

        return writer.ToString();
    }

    [Fact]
    public void A_password_file_others_can_read_is_a_warning()
    {
        var path = folder.Write("a.pw", Canary);
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.GroupRead);

        var warning = Assert.Single(Options("--database redis --password-file DIR/a.pw").Warnings);

        Prose.AssertNames(warning.ToString(), "--password-file: ", "0600");
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        Assert.Empty(Options("--database redis --password-file DIR/a.pw").Warnings);
    }

    [Fact]
    public void A_second_password_in_the_environment_is_named()
    {
        var outcome = Parse([], ("AELF_DATABASE_PASSWORD", Canary), ("AELF_DATABASE_PASSWORDFILE", "x"));

        Prose.AssertNames(
            Assert.Single(Assert.IsType<ParseOutcome.Rejected>(outcome).Problems).ToString(), "AELF_DATABASE_PASSWORD",
            "AELF_DATABASE_PASSWORDFILE");
    }

    [Fact]
    public void Effective_options_are_sorted_and_name_their_source()
    {
        folder.Write("config/database.json", "{\"Host\": \"10.0.0.9\"}");
        var outcome = Parse(["--database", "redis"], ("AELF_DATABASE_PORT", "7000"));

        var options = Assert.IsType<ParseOutcome.Run>(outcome).Options.Effective;

        var names = options.Keys.ToArray();
        Assert.True(names.SequenceEqual(names.Order(StringComparer.Ordinal), StringComparer.Ordinal));
        Assert.Equal(TransferPrograms.Benchmark.Program.Table.Count, options.Count);
        var shown = options;
        Assert.Equal(
            "redis (command line), 10.0.0.9 (file), 7000 (environment), pipelined (default), none (default)",
            string.Join(
                ", ",
                shown["Database.Type"],
                shown["Database.Host"],
                shown["Database.Port"],
                shown["Database.Client"],
                shown["Database.Password"]));
    }

    [Theory]
    [InlineData("", true)]
    [InlineData("\n{\"tps\":1}\n{\"tps\":2", true)]
    [InlineData("{\n  \"tps\": 1\n}\n", false)]
    [InlineData("hello\n", false)]
    public void History_FileOfAnotherKind_IsRefused(string text, bool isAccepted)
    {
        var path = folder.Write("history.jsonl", text);

        var outcome = ParseLine($"--history {path}");

        Assert.Equal(isAccepted, outcome is ParseOutcome.Run);
        Assert.All(
            (outcome as ParseOutcome.Rejected)?.Problems ?? [], problem => Assert.Equal("--history", problem.What));
        Assert.Equal(text, File.ReadAllText(path));
    }

    [Fact]
    public void Help_WritesToTheOutputWithExitCodeZero()
    {
        using var output = new StringWriter();
        using var error = new StringWriter();

        Assert.Equal(ExitCode.Ok, ParseLine("--actors 0 --help all").Print(output, error));

        Assert.Empty(error.ToString());
        Assert.All(
            TransferPrograms.Benchmark.Program.Known,
            option => Assert.Contains(option, output.ToString(), StringComparison.Ordinal));
        Assert.All(output.ToString().Split('\n'), line => Assert.True(line.Length <= 120, line));
    }

    [Theory]
    [InlineData("--help LANES", new[] { "--lanes", "--concurrency" }, new[] { "--groups", "Usage" })]
    [InlineData("-n 3 --help conlevel --rounds 0", new[] { "--concurrency" }, new[] { "--lanes", "--rounds" })]
    [InlineData("--help lanes jobs", new[] { "--lanes" }, new[] { "--sort", "Usage" })]
    [InlineData("--help=LANES", new[] { "--lanes", "--concurrency" }, new[] { "--groups", "Usage" })]
    [InlineData("--help VERSION", new[] { "--version" }, new[] { "--lanes", "Usage" })]
    [InlineData("--help help", new[] { "--help [all|WORD ...]" }, new[] { "--lanes", "Usage" })]
    [InlineData("-n 3 --help --lanes", new[] { "--lanes" }, new[] { "--groups", "Usage" })]
    [InlineData("--help --lanes 3", new[] { "Usage", "--help all|WORD" }, new[] { "--concurrency" })]
    public void Help_Word_ShowsTheOptionsThatContainIt(string line, string[] shown, string[] notShown)
    {
        var text = Assert.IsType<ParseOutcome.Printed>(ParseLine(line)).Text;

        Assert.All(shown, part => Assert.Contains(part, text, StringComparison.Ordinal));
        Assert.All(notShown, part => Assert.DoesNotContain(part, text, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("docs/README.md")]
    [InlineData("docs/settings.md")]
    [InlineData("docker/README.md")]
    public void Readme_CommandsAreComplete(string name) =>
        Assert.DoesNotContain('…', File.ReadAllText(Path.Combine(AppContext.BaseDirectory, name)));

    [Fact]
    public void Every_example_of_the_help_is_a_run()
    {
        var text = Assert.IsType<ParseOutcome.Printed>(ParseLine("--help all")).Text;
        folder.Write("redis.pw", "secret");
        folder.Write("cluster.secret", "sixteen characters\n");
        var examples = text.Split('\n').Select(line => line.Trim()).Where(
            line => line.StartsWith("dotnet AElf.Benchmark.dll", StringComparison.Ordinal)).ToArray();

        Assert.Equal(12, examples.Length);
        Assert.All(examples, example => Options(example["dotnet AElf.Benchmark.dll".Length..].Trim()
            .Replace("redis.pw", "DIR/redis.pw", StringComparison.Ordinal)
            .Replace("cluster.secret", "DIR/cluster.secret", StringComparison.Ordinal)
            .Replace("report.json", "DIR/report.json", StringComparison.Ordinal)));
    }

    [Fact]
    public void The_version_is_one_line() =>
        Assert.Matches("^AElf.Benchmark [0-9.]+$", Assert.IsType<ParseOutcome.Printed>(ParseLine("--version")).Text);

    [Fact]
    public void Problems_WriteToTheErrorOutputWithTheUsageExitCode()
    {
        using var output = new StringWriter();
        using var error = new StringWriter();

        Assert.Equal(ExitCode.Usage, ParseLine("--actors 0").Print(output, error));

        Assert.Empty(output.ToString());
        Prose.AssertNames(error.ToString(), "error: --actors: '0'", "1024", "--help all");
    }
}
