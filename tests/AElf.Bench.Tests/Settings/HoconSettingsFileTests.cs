using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Bench.Settings.Formats;
using FsCheck;
using FsCheck.Fluent;

namespace AElf.Bench.Tests.Settings;

public class HoconSettingsFileTests
{
    private const string Tcp = "akka.remote.dot-netty.tcp";

    private const string Whole = """"
        # a comment
        base = 127.0.0.1 // another
        akka {
          actor.deployment { "/router" { router = round-robin-pool, nr-of-instances : 8 } }
          remote { dot-netty.tcp { hostname = 127.0.0.1, transport = ${?missing}
            maximum-frame-size = 64 KiB } }
          cluster.failure-detector = { heartbeat-interval = 500 ms, acceptable-heartbeat-pause = "4s" }
          list = [1, 2, """three "quoted" """]
          list += 4
        }
        """";

    [Theory]
    [InlineData("x = ${x}")]
    [InlineData("akka.loglevel = ${akka.loglevel}")]
    [InlineData("a = ${b}, b = ${a}")]
    [InlineData("a { b = ${a.b} }")]
    [InlineData("a { b = ${a} }")]
    [InlineData("p = 1, p = ${p} [1]")]
    [InlineData("a = ${?a}")]
    [InlineData("a : ${?b} ${?a}")]
    [InlineData("a = [{ c = ${a} }]")]
    [InlineData("a = ${b.c}, b { c = ${d} }, d = ${a.e}")]
    public void Substitution_Cycle_IsRefused(string text) => Assert.Contains(
        Read(text).Problems, problem => problem.ToString().Contains("refers to itself", StringComparison.Ordinal));

    [Theory]
    [InlineData("a = 1, b = ${a}, c = ${b}")]
    [InlineData("a { x = ${a.y}, y = 1 }")]
    [InlineData("a = ${b}, ab = ${a}, b = 1")]
    [InlineData("a = ${?missing}")]
    public void Substitution_OtherValue_IsAccepted(string text) => Assert.Empty(Read(text).Problems);

    private static SettingLayer Read(string text) => HoconSettingsFile.Read("x.hocon", ProgramSettings.All, _ => text);

    private static string Value(string text, Setting setting)
    {
        var layer = Read(text);
        Assert.Empty(layer.Problems);
        return layer.TextOf(setting);
    }

    [Fact]
    public void Hocon_EveryDocumentedValue_IsRead()
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
    public void Duration_AnyUnit_IsInMilliseconds(string text, string milliseconds) =>
        Assert.Equal(
            milliseconds,
            Value($"akka.cluster.failure-detector.heartbeat-interval = {text}", ClusterSettings.HeartbeatInterval));

    [Theory]
    [InlineData("128 KiB", "131072")]
    [InlineData("128000b", "128000")]
    [InlineData("2048", "2048")]
    [InlineData("1 MiB", "1048576")]
    [InlineData("200kB", "200000")]
    public void Size_AnyUnit_IsInBytes(string text, string bytes) =>
        Assert.Equal(bytes, Value($"{Tcp}.maximum-frame-size = {text}", ClusterSettings.MaximumFrameBytes));

    [Theory]
    [InlineData("P = 4\nP = 5", "5")]
    [InlineData("T { port = 9 }\nT { hostname = a }", "9")]
    [InlineData("T { port = 9 } { hostname = a }", "9")]
    [InlineData("T = 5\nT { port = 9 }", "9")]
    [InlineData("akka = 5\nT.port = 9", "9")]
    [InlineData("T = ${o}\nT = 5\nT { port = 9 }", "9")]
    [InlineData("P = ${o}\nP = 9", "9")]
    [InlineData("P = \"\\u0039\"", "9")]
    [InlineData("P = \"\"\"9\"\"\"", "9")]
    [InlineData("P = 4\"0\"53 # comment", "4053")]
    [InlineData("P = 9\na = [{ akka.remote = 5 }, ${b}] [[]]\nb = ${c}\n\"akka.remote\" = 5", "9")]
    [InlineData("{ \"akka\": { \"remote\": { \"dot-netty\": { \"tcp\": { \"port\": 12 } } } } }", "12")]
    public void Hocon_LaterValues_ReplaceValuesAndMergeObjects(string text, string port) =>
        Assert.Equal(
            port,
            Value(
                text.Replace("P =", $"{Tcp}.port =", StringComparison.Ordinal)
                    .Replace("T", Tcp, StringComparison.Ordinal),
                ClusterSettings.ActorPort));

    [Theory]
    [InlineData("P = 9\nT = 5")]
    [InlineData("P = 9\nakka.remote = [5]")]
    [InlineData("T = { port = 9 }\nT = ${o}")]
    [InlineData("T = ${o}\nT.hostname = a")]
    [InlineData("T = ${o}\nP = 9")]
    [InlineData("P = 9\nP += 10")]
    [InlineData("P = 9\nP { a = 10 }")]
    public void Hocon_ValueReplaced_IgnoresTheEarlierType(string text) =>
        Assert.Contains(
            Read(text.Replace("P", $"{Tcp}.port", StringComparison.Ordinal).Replace("T", Tcp, StringComparison.Ordinal))
                .Problems,
            problem => problem.Setting == ClusterSettings.ActorPort);

    [Theory]
    [InlineData(
        "akka {\n a = 1\n", "x.hocon:3: unexpected end of the file, the '{' of line 1 is still open; expected '}'")]
    [InlineData("a = [1, 2", "x.hocon:1: unexpected end of the file, the '[' of line 1 is still open; expected ']'")]
    [InlineData("a = [1 }", "x.hocon:1: unexpected '}', the '[' of line 1 is still open; expected ']'")]
    [InlineData("a = 1\n}", "x.hocon:2: unexpected '}'; expected as many '}' as '{', …")]
    [InlineData("{ a = 1 } b", "x.hocon:1: unexpected 'b'; … the end of the file …")]
    [InlineData("a = \"b\n\"", "x.hocon:1: unexpected end of the line in a quoted text; expected '\"'")]
    [InlineData("a = \"\\x\"", "x.hocon:1: unknown escape or control character in a quoted text; expected one of …")]
    [InlineData("a = \"\"\"b", "x.hocon:1: unexpected end of the file in a triple-quoted text; expected '\"\"\"'")]
    [InlineData("a 1", "x.hocon:1: unexpected '1' after the key 'a'; expected '=', ':', '+=' or '{'")]
    [InlineData("a =", "x.hocon:1: unexpected end of the file; expected a value")]
    [InlineData("a..b = 1", "x.hocon:1: 'a..b' has an empty name; expected the name of a key")]
    [InlineData("a = b@c", "x.hocon:1: unexpected '@' outside quotes; put a text with this character in double quotes")]
    [InlineData(
        "a = $b",
        "x.hocon:1: unexpected '$' outside quotes; expected ${path}, or a text with this character in double quotes")]
    [InlineData("a = ${b", "x.hocon:1: unexpected '$' outside quotes; expected ${path}, …")]
    [InlineData(
        "\nakka.remote.dot-netty.tcp.port = ${b}53",
        "x.hocon:2: akka.remote.dot-netty.tcp.port: a substitution; write the value itself, … 0 to 65535")]
    [InlineData(
        "akka.remote = ${b} { a = 1 }",
        "x.hocon:1: akka.remote.dot-netty.tcp.hostname: a substitution; write the value itself, …")]
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
        "x.hocon:1: akka.remote: a value instead of an object … object in braces")]
    [InlineData(
        "akka.cluster.failure-detector.heartbeat-interval = 10 parsecs",
        "x.hocon:1: akka.cluster.failure-detector.heartbeat-interval: '10 parsecs' … 1 ms to 600 s…")]
    [InlineData(
        "akka.remote.dot-netty.tcp.maximum-frame-size = 1 GiB",
        "x.hocon:1: akka.remote.dot-netty.tcp.maximum-frame-size: '1 GiB' … 1 KiB to 64 MiB…")]
    [InlineData(
        "akka.actor.deployment./router.router = fastest",
        "x.hocon:1: akka.actor.deployment./router.router: 'fastest' … pull, round-robin, … least-outstanding-work")]
    public void Hocon_Invalid_IsNamed(string text, string message) =>
        Prose.AssertSays(message, Read(text).Problems[0].ToString());

    [Fact]
    public void Hocon_CutAtAnyCharacter_GivesValuesOrNamedProblems()
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
    public void Read_DeepNesting_NamesIt(string piece, string message) =>
        Prose.AssertSays(
            message, Assert.Single(Read(string.Concat(Enumerable.Repeat(piece, 10_000))).Problems).ToString());

    [Theory]
    [InlineData(HoconParser.MaxDepth, false)]
    [InlineData(HoconParser.MaxDepth + 1, true)]
    public void Read_NestingAtTheLimit_IsReadAndOneLevelMoreIsNamed(int depth, bool isTooDeep)
    {
        var text = string.Concat(Enumerable.Repeat("a{", depth)) + "b = 1" + new string('}', depth);

        Assert.Equal(
            isTooDeep, Read(text).Problems.Any(each => $"{each}".Contains("32 levels", StringComparison.Ordinal)));
    }

    [Fact]
    public void Read_DeepArrays_NamesThem() =>
        Prose.AssertNames(
            Assert.Single(Read($"a={new string('[', 10_000)}").Problems).ToString(), "x.hocon:1: ", "32 levels");

    [Fact]
    public void Hocon_DrawnText_GivesValuesOrNamedProblems()
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
    public void Include_RelativePath_IsBesideTheIncludingFile()
    {
        using var folder = new TemporaryFolder();
        folder.Write("base.hocon", "tcp { port = 77 }");
        var path = folder.Write("worker.hocon", "akka.remote.dot-netty { include \"base.hocon\" }");

        Assert.Equal("77", HoconSettingsFile.Read(path, ProgramSettings.All).TextOf(ClusterSettings.ActorPort));
    }

    [Theory]
    [InlineData(
        "include \"a.hocon\"",
        "",
        "DIR/a.hocon:1: include 'a.hocon' is circular or nested too deep; expected at most 16 levels without a cycle")]
    [InlineData(
        "\ninclude \"b.hocon\"",
        "include \"./a.hocon\"",
        "DIR/b.hocon:1: include './a.hocon' is circular or nested too deep; "
            + "expected at most 16 levels without a cycle")]
    [InlineData(
        "\n\ninclude \"c.hocon\"",
        "",
        "DIR/a.hocon:3: include 'c.hocon' does not exist; expected a path relative to the including file")]
    [InlineData(
        "include \"b.hocon\"",
        "a = {",
        "DIR/b.hocon:1: unexpected end of the file, the '{' of line 1 is still open; expected '}'")]
    public void Include_Wrong_IsNamed(string first, string second, string message)
    {
        using var folder = new TemporaryFolder();
        folder.Write("b.hocon", second);
        var path = folder.Write("a.hocon", first);

        Assert.Equal(
            message,
            folder.Shorten(Assert.Single(HoconSettingsFile.Read(path, ProgramSettings.All).Problems).ToString()));
    }
}
