using AElf.Bench.Configuration;
using AElf.Bench.Configuration.Formats;
using AElf.Bench.Core.Options;
using FsCheck;
using FsCheck.Fluent;

namespace AElf.Bench.Tests.Configuration;

public class HoconSettingsFileTests
{
    private const string Tcp = "akka.remote.dot-netty.tcp";

    private const string Whole = """"
        # a comment
        base = 127.0.0.1 // another
        akka {
          actor.deployment { "/router" { router = round-robin-pool, nr-of-instances : 8 } }
          remote { dot-netty.tcp { hostname = ${base}, port = ${?missing}
            maximum-frame-size = 64 KiB } }
          cluster.failure-detector = { heartbeat-interval = 500 ms, acceptable-heartbeat-pause = "4s" }
          list = [1, 2, """three "quoted" """]
          list += 4
        }
        """";

    private static SettingLayer Read(string text) => HoconSettingsFile.Read("x.hocon", Settings.All, _ => text);

    private static string Value(string text, Setting setting)
    {
        var layer = Read(text);
        Assert.Empty(layer.Problems);
        return layer.TextOf(setting);
    }

    [Fact]
    public void Every_documented_value_is_read()
    {
        var layer = Read(Whole);

        Assert.Empty(layer.Problems);
        Assert.Equal(
            "AcceptableHeartbeatPauseMs=4000 HeartbeatIntervalMs=500 HostName=127.0.0.1 MaximumFrameBytes=65536 "
                + "Routing=round-robin WorkerCount=8",
            string.Join(
                ' ',
                layer.Values.Keys.Select(key => $"{key.Key}={layer.TextOf(key)}").Order(StringComparer.Ordinal)));
    }

    [Theory]
    [InlineData("10s", "10000")]
    [InlineData("500 ms", "500")]
    [InlineData("0.5s", "500")]
    [InlineData("250", "250")]
    [InlineData("2 minutes", "120000")]
    public void Durations_are_milliseconds(string text, string milliseconds) =>
        Assert.Equal(
            milliseconds,
            Value($"akka.cluster.failure-detector.heartbeat-interval = {text}", Settings.HeartbeatIntervalMs));

    [Theory]
    [InlineData("128 KiB", "131072")]
    [InlineData("128000b", "128000")]
    [InlineData("2048", "2048")]
    [InlineData("1 MiB", "1048576")]
    [InlineData("200kB", "200000")]
    public void Sizes_are_bytes(string text, string bytes) =>
        Assert.Equal(bytes, Value($"{Tcp}.maximum-frame-size = {text}", Settings.MaximumFrameBytes));

    [Theory]
    [InlineData("a = 1\na = 2\nP = ${a}", "2")]
    [InlineData("a { b = 7 }\na { c = 8 }\nP = ${a.b}", "7")]
    [InlineData("P = 5\nP = ${?nothing}", "5")]
    [InlineData("a = 40\nP = ${a}53", "4053")]
    [InlineData("o { port = 9 }\nakka.remote.dot-netty.tcp = ${o}", "9")]
    [InlineData("o { port = 9 }\nakka.remote.dot-netty.tcp = ${o} { port = 10 }", "10")]
    [InlineData("o { port = 9 }\nakka.remote.dot-netty.tcp { port = 3 }\nakka.remote.dot-netty.tcp = ${o}", "9")]
    [InlineData("{ \"akka\": { \"remote\": { \"dot-netty\": { \"tcp\": { \"port\": 12 } } } } }", "12")]
    public void Later_values_substitutions_and_joins_follow_the_rules(string text, string port) =>
        Assert.Equal(port, Value(text.Replace("P =", $"{Tcp}.port =", StringComparison.Ordinal), Settings.ActorPort));

    [Theory]
    [InlineData(
        "akka {\n a = 1\n", "x.hocon:3: unexpected end of the file, the '{' of line 1 is still open; expected '}'")]
    [InlineData("a = [1, 2", "x.hocon:1: unexpected end of the file, the '[' of line 1 is still open; expected ']'")]
    [InlineData("a = [1 }", "x.hocon:1: unexpected '}' inside the '[' of line 1; expected ']'")]
    [InlineData("a = 1\n}", "x.hocon:2: unexpected '}', which closes nothing; expected as many '}' as '{'")]
    [InlineData("{ a = 1 } b", "x.hocon:1: unexpected 'b'; expected the end of the file after the last '}'")]
    [InlineData("a = \"b\n\"", "x.hocon:1: unexpected end of the line in a quoted text; expected '\"'")]
    [InlineData(
        "a = \"\\x\"",
        "x.hocon:1: unknown escape after '\\'; expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX")]
    [InlineData("a = \"\"\"b", "x.hocon:1: unexpected end of the file in a triple-quoted text; expected '\"\"\"'")]
    [InlineData("a 1", "x.hocon:1: unexpected '1' after the key 'a'; expected '=', ':', '+=' or '{'")]
    [InlineData("a =", "x.hocon:1: unexpected end of the file; expected a value")]
    [InlineData("a..b = 1", "x.hocon:1: unexpected '.'; expected the name of a key")]
    [InlineData("a = b@c", "x.hocon:1: unexpected '@' outside quotes; put a text with this character in double quotes")]
    [InlineData(
        "a = $b",
        "x.hocon:1: unexpected '$' outside quotes; expected ${path}, or a text with this character in double quotes")]
    [InlineData("a = ${b", "x.hocon:1: unexpected end of the file in a substitution; expected '}'")]
    [InlineData(
        "\na = ${b.c}",
        "x.hocon:2: substitution '${b.c}' leads nowhere; expected a path that is set in the file or its "
            + "includes, or ${?path}")]
    [InlineData(
        "a = ${b}\nb = ${a}", "x.hocon:1: substitution '${b}' leads back to itself; expected a path to another value")]
    [InlineData("a = ${a}", "x.hocon:1: substitution '${a}' leads back to itself; expected a path to another value")]
    [InlineData(
        "a = [1] b",
        "x.hocon:1: a value of mixed kinds; expected only texts, only arrays or only objects side by side")]
    [InlineData("include file(\"a\")", "x.hocon:1: unsupported kind of include; expected include \"file\"")]
    [InlineData("include \"/etc/passwd\"", "x.hocon:1: include '/etc/passwd' … path relative to the including file")]
    [InlineData(
        "akka.remote.dot-netty.tcp.port = [1]", "x.hocon:1: akka.remote.dot-netty.tcp.port: an array … 0 to 65535")]
    [InlineData(
        "akka.remote.dot-netty.tcp.port = many", "x.hocon:1: akka.remote.dot-netty.tcp.port: 'many' … 0 to 65535")]
    [InlineData(
        "akka.remote = 5",
        "x.hocon:1: akka.remote.dot-netty.tcp.hostname: a value in place of an object … object in braces")]
    [InlineData(
        "akka.cluster.failure-detector.heartbeat-interval = 10 parsecs",
        "x.hocon:1: akka.cluster.failure-detector.heartbeat-interval: '10 parsecs' … 1 ms to 600 s…")]
    [InlineData(
        "akka.remote.dot-netty.tcp.maximum-frame-size = 1 GiB",
        "x.hocon:1: akka.remote.dot-netty.tcp.maximum-frame-size: '1 GiB' … 1 KiB to 64 MiB…")]
    [InlineData(
        "akka.actor.deployment./router.router = fastest",
        "x.hocon:1: akka.actor.deployment./router.router: 'fastest' … pull, round-robin, … least-outstanding-work")]
    public void What_is_wrong_is_named(string text, string message) =>
        Prose.AssertSays(message, Read(text).Problems[0].ToString());

    [Fact]
    public void A_file_cut_at_any_character_gives_values_or_named_problems()
    {
        for (var length = 0; length < Whole.Length; length++)
        {
            Assert.All(
                Read(Whole[..length]).Problems,
                problem => Assert.StartsWith("x.hocon:", problem.What, StringComparison.Ordinal));
        }
    }

    [Theory]
    [InlineData("a={", "x.hocon:1: … at most 32 …")]
    [InlineData("a{", "x.hocon:1: … at most 32 …")]
    [InlineData("a.b={", "x.hocon:1: … at most 32 …")]
    [InlineData("a.", "x.hocon:1: a key of more than 32 names; expected at most 32 levels")]
    public void Deep_nesting_is_named(string piece, string message) =>
        Prose.AssertSays(
            message, Assert.Single(Read(string.Concat(Enumerable.Repeat(piece, 10_000))).Problems).ToString());

    [Fact]
    public void Deep_arrays_are_named() =>
        Assert.Equal(
            "x.hocon:1: nesting is too deep; expected at most 32 levels",
            Assert.Single(Read($"a={new string('[', 10_000)}").Problems).ToString());

    [Fact]
    public void Small_files_that_unfold_into_huge_ones_are_named()
    {
        var doubled = Enumerable.Range(0, 40).Select(i => $"a{i + 1} = ${{a{i}}}${{a{i}}}");

        var problem = Assert.Single(Read($"a0 = 0123456789\n{string.Join('\n', doubled)}").Problems);

        Assert.Contains("substitutions", problem.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Long_chains_of_one_key_do_not_become_deep()
    {
        var chain = string.Concat(Enumerable.Repeat("a += 1\na = ${?b}\n", 20_000));

        Assert.All(
            Read(chain).Problems,
            problem => Assert.Contains("substitutions", problem.ToString(), StringComparison.Ordinal));
    }

    [Fact]
    public void Text_made_of_the_language_gives_values_or_named_problems()
    {
        var pieces = Gen.Elements(
            "a", ".", "=", ":", "+=", "{", "}", "[", "]", "\"", "\"\"\"", "${a}", "${?b.c}",
            "$", "\\", "#", "//", "\n", " ", ",", "include ", "akka", "1", "é", "\0");
        var texts = Gen.ListOf(pieces).Select(list => string.Concat(list));

        Prop.ForAll(
            Arb.From(texts),
            text => Read(text).Problems.All(problem => problem.What.StartsWith("x.hocon:", StringComparison.Ordinal)))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(2000).WithReplay(1, 1));
    }

    [Fact]
    public void An_include_is_read_from_beside_the_including_file()
    {
        using var folder = new TemporaryFolder();
        folder.Write("base.hocon", "tcp { port = 77 }");
        var path = folder.Write("worker.hocon", "include \"base.hocon\"\nakka.remote.dot-netty.tcp = ${tcp}");

        Assert.Equal("77", HoconSettingsFile.Read(path, Settings.All).TextOf(Settings.ActorPort));
    }

    [Theory]
    [InlineData(
        "include \"a.hocon\"",
        "",
        "DIR/a.hocon:1: include 'a.hocon' leads back to itself or too deep; expected files that do not include "
            + "each other in a circle, at most 16 deep")]
    [InlineData(
        "\ninclude \"b.hocon\"",
        "include \"./a.hocon\"",
        "DIR/b.hocon:1: include './a.hocon' leads back to itself or too deep; "
            + "expected files that do not include each other in a circle, at most 16 deep")]
    [InlineData(
        "\n\ninclude \"c.hocon\"",
        "",
        "DIR/a.hocon:3: include 'c.hocon' does not exist; expected a path relative to the including file")]
    [InlineData(
        "include \"b.hocon\"",
        "a = {",
        "DIR/b.hocon:1: unexpected end of the file, the '{' of line 1 is still open; expected '}'")]
    public void A_wrong_include_is_named(string first, string second, string message)
    {
        using var folder = new TemporaryFolder();
        folder.Write("b.hocon", second);
        var path = folder.Write("a.hocon", first);

        Assert.Equal(
            message, folder.Shorten(Assert.Single(HoconSettingsFile.Read(path, Settings.All).Problems).ToString()));
    }
}
