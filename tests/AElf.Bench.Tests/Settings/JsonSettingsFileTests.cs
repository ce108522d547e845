using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Bench.Settings.Formats;

namespace AElf.Bench.Tests.Settings;

public class JsonSettingsFileTests
{
    private const string Whole = """
        {
          // where the accounts are kept
          "Type": "twemproxy", /* and where */ "Host": "10.0.0.1", "Port": 22121,
          "Shards": ["127.0.0.1:6380", "[::1]:6381"],
          "Tls": false,
          "TimeoutMs": 500
        } // end
        """;

    private static SettingLayer Read(string path, string text, SettingFile file) =>
        JsonSettingsFile.Read(
            path, text, [.. ProgramSettings.All.Where(setting => setting.File == file)], setting => setting.Key);

    [Fact]
    public void Json_EveryPublishedAndOwnValue_IsRead()
    {
        var layer = Read("database.json", Whole, SettingFile.Database);

        Assert.Empty(layer.Problems);
        Assert.Equal(
            "Host=10.0.0.1 Port=22121 Shards=127.0.0.1:6380,[::1]:6381 TimeoutMs=500 Tls=false Type=twemproxy",
            string.Join(
                ' ',
                layer.Values.Keys.Select(key => $"{key.Key}={layer.TextOf(key)}").Order(StringComparer.Ordinal)));
    }

    [Theory]
    [InlineData("{\"Port\": \"6379\"}", "db.json:1: Port: the text \"6379\" … 1 to 65535, without quotes")]
    [InlineData("{\"Port\": 1e400}", "db.json:1: Port: '1e400' … 1 to 65535")]
    [InlineData("{\"Port\": 9223372036854775809}", "db.json:1: Port: '9223372036854775809' … 1 to 65535")]
    [InlineData("{\"Port\": 99999999999999999999999}", "db.json:1: Port: '99999999999999999999999' … 1 to 65535")]
    [InlineData("{\"Port\": 1.5}", "db.json:1: Port: '1.5' … 1 to 65535")]
    [InlineData("{\"Port\": -1}", "db.json:1: Port: '-1' … 1 to 65535")]
    [InlineData("{\"Port\": 0}", "db.json:1: Port: '0' … 1 to 65535")]
    [InlineData("{\"Port\": 65536}", "db.json:1: Port: '65536' … 1 to 65535")]
    [InlineData("{\"Port\": null}", "db.json:1: Port: null … 1 to 65535, without quotes")]
    [InlineData("{\"Port\": {}}", "db.json:1: Port: an object … 1 to 65535, without quotes")]
    [InlineData("{\n\"Tls\": \"true\"}", "db.json:2: Tls: the text \"true\" … true or false, without quotes")]
    [InlineData("{\"Tls\": 1}", "db.json:1: Tls: the number 1 … true or false, without quotes")]
    [InlineData("{\"Type\": 3}", "db.json:1: Type: the number 3 … redis-cluster, redis-shards, in double quotes")]
    [InlineData("{\"Type\": \"mysql\"}", "db.json:1: Type: 'mysql' … inmemory, redis, ssdb, … redis-shards")]
    [InlineData("{\"Host\": \"a\\u0007b\"}", "db.json:1: Host: 'a\\u0007b' … host name or IP address")]
    [InlineData("{\"Host\": \"\"}", "db.json:1: Host: empty … host name or IP address")]
    [InlineData(
        "{\"Host\": \"u:pw@h\"}",
        "db.json:1: Host: a value with '@' (not shown, it may hold a password) … host name or IP address")]
    [InlineData("{\"Host\": \"\\ud800\"}", "db.json:1: half of a surrogate pair; expected whole characters")]
    [InlineData(
        "{\"Shards\": \"a:1\"}", "db.json:1: Shards: the text \"a:1\" … array of texts, such as [\"127.0.0.1:6380\"]")]
    [InlineData("{\"Shards\": [\"a:0\"]}", "db.json:1: Shards: 'a:0' … HOST:PORT…")]
    [InlineData("{\"Hots\": \"a\"}", "db.json:1: Hots: … Host?")]
    [InlineData("{\"Password\": \"canary\"}", "db.json:1: Password: … PasswordFile, … AELF_DATABASE_PASSWORD")]
    [InlineData("{\"Colour\": 1}", "db.json:1: Colour: … Type, Host, … Latency")]
    [InlineData("{\"Port\": 1,\n\"Port\": 2}", "db.json:2: Port: … line 1; … once")]
    [InlineData("[1]", "db.json:1: an array … object in braces")]
    [InlineData("7", "db.json:1: the number 7 … object in braces")]
    [InlineData("  ", "db.json:1: … end of the file; … '}'")]
    [InlineData("{\n\"Port\": 1", "db.json:2: … end of the file; … '}'")]
    [InlineData("{\"Port\": 1,}", "db.json:1: unexpected comma before '}'; remove the comma after the last entry")]
    [InlineData("{'Port': 1}", "db.json:1: unexpected single quote; use double quotes for names and texts")]
    [InlineData("{\"Port\": 1} x", "db.json:1: unexpected 'x'; …")]
    public void Json_Invalid_IsNamed(string text, string message) =>
        Prose.AssertSays(message, Assert.Single(Read("db.json", text, SettingFile.Database).Problems).ToString());

    [Theory]
    [InlineData(
        "{\"Seeds\": [{\"HostName\": \"10.0.0.1\", \"Port\": \"1\"}]}",
        "actor.json:1: Seeds: an array … array of objects, such as [{\"HostName\": \"127.0.0.1\", \"Port\": 4053}]")]
    [InlineData(
        "{\"Seeds\": [{\"HostName\": \"10.0.0.1\", \"Port\": 0}]}", "actor.json:1: Seeds: '10.0.0.1:0' … HOST:PORT…")]
    [InlineData("{\"WorkerCount\": 1025}", "actor.json:1: WorkerCount: '1025' … 1 to 1024")]
    [InlineData("{\"workercount\": 4}", "actor.json:1: workercount: … WorkerCount?")]
    public void Json_InvalidActors_AreNamed(string text, string message) =>
        Prose.AssertSays(message, Assert.Single(Read("actor.json", text, SettingFile.Actor).Problems).ToString());

    [Fact]
    public void Parse_SeveralProblems_ReportsAll() =>
        Assert.Equal(
            3, Read("db.json", "{\"Port\": 0, \"Type\": \"x\", \"Hots\": 1}", SettingFile.Database).Problems.Count);

    [Theory]
    [InlineData(33)]
    [InlineData(10_000)]
    public void Read_DeepNesting_NamesIt(int depth) => Prose.AssertNames(
        Assert.Single(Read("db.json", string.Concat(Enumerable.Repeat("{\"a\":", depth)),
        SettingFile.Database).Problems).ToString(),
        "db.json:1: ", "32 levels");

    [Fact]
    public void Json_CutAtAnyByte_IsOneNamedProblem()
    {
        var end = Whole.LastIndexOf('}');
        for (var length = 1; length <= end; length++)
        {
            var problems = Read("db.json", Whole[..length], SettingFile.Database).Problems;
            Assert.EndsWith("'}'", Assert.Single(problems).ToString(), StringComparison.Ordinal);
        }
    }

    public static TheoryData<string, byte[], string> BadBytes => new()
    {
        { "empty", [], "db.json:1: file is empty; add settings, or remove the file" },
        { "only a mark", [0xEF, 0xBB, 0xBF], "db.json:1: file is empty; add settings, or remove the file" },
        {
            "UTF-16",
            [.. Encoding.Unicode.Preamble, .. Encoding.Unicode.GetBytes("{}")],
            "db.json:1: UTF-16 text; expected UTF-8"
        },
        { "UTF-16 without mark", Encoding.BigEndianUnicode.GetBytes("{}"), "db.json:1: UTF-16 text; expected UTF-8" },
        { "not UTF-8", [(byte)'{', (byte)'\n', 0xC3, 0x28], "db.json:2: invalid UTF-8; expected UTF-8 text" },
        {
            "too large",
            new byte[ConfigurationText.MaxBytes + 1],
            "db.json: file is too large; expected at most 1048576 bytes"
        },
    };

    [Theory]
    [MemberData(nameof(BadBytes))]
    public void Json_InvalidText_IsNamed(string why, byte[] bytes, string message)
    {
        var exception = Assert.Throws<ConfigurationFormatException>(() => ConfigurationText.Decode("db.json", bytes));

        Assert.True(message.Equals(exception.Message, StringComparison.Ordinal), $"{why}: {exception.Message}");
    }

    [Fact]
    public void Json_ByteOrderMark_IsAccepted() =>
        Assert.Equal("{}", ConfigurationText.Decode("db.json", [0xEF, 0xBB, 0xBF, (byte)'{', (byte)'}']));

    [Fact]
    public void Json_FolderInsteadOfAFile_IsNamed()
    {
        using var folder = new TemporaryFolder();

        var exception = Assert.Throws<ConfigurationFormatException>(() => ConfigurationText.Read(folder.Path));

        Assert.StartsWith("DIR: ", folder.Shorten(exception.Message), StringComparison.Ordinal);
    }
}
