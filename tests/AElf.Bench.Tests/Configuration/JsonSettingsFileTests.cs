using System.Text;
using AElf.Bench.Configuration.Formats;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Tests.Configuration;

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

    [Fact]
    public void Every_published_and_own_value_is_read()
    {
        var layer = JsonSettingsFile.Read("database.json", Whole, SettingFile.Database);

        Assert.Empty(layer.Problems);
        Assert.Equal(
            "Host=10.0.0.1 Port=22121 Shards=127.0.0.1:6380,[::1]:6381 TimeoutMs=500 Tls=false Type=twemproxy",
            string.Join(' ', layer.Values.Select(value => $"{value.Key.Key}={value.Value.Text}").Order(StringComparer.Ordinal)));
    }

    [Theory]
    [InlineData("{\"Port\": \"6379\"}", "db.json:1: Port: the text \"6379\" was given; a whole number from 1 to 65535, without quotes, is right")]
    [InlineData("{\"Port\": 1e400}", "db.json:1: Port: '1e400' was given; a whole number from 1 to 65535 is right")]
    [InlineData("{\"Port\": 9223372036854775809}", "db.json:1: Port: '9223372036854775809' was given; a whole number from 1 to 65535 is right")]
    [InlineData("{\"Port\": 99999999999999999999999}", "db.json:1: Port: '99999999999999999999999' was given; a whole number from 1 to 65535 is right")]
    [InlineData("{\"Port\": 1.5}", "db.json:1: Port: '1.5' was given; a whole number from 1 to 65535 is right")]
    [InlineData("{\"Port\": -1}", "db.json:1: Port: '-1' was given; a whole number from 1 to 65535 is right")]
    [InlineData("{\"Port\": 0}", "db.json:1: Port: '0' was given; a whole number from 1 to 65535 is right")]
    [InlineData("{\"Port\": 65536}", "db.json:1: Port: '65536' was given; a whole number from 1 to 65535 is right")]
    [InlineData("{\"Port\": null}", "db.json:1: Port: null was given; a whole number from 1 to 65535, without quotes, is right")]
    [InlineData("{\"Port\": {}}", "db.json:1: Port: an object was given; a whole number from 1 to 65535, without quotes, is right")]
    [InlineData("{\n\"Tls\": \"true\"}", "db.json:2: Tls: the text \"true\" was given; true or false, without quotes, is right")]
    [InlineData("{\"Tls\": 1}", "db.json:1: Tls: the number 1 was given; true or false, without quotes, is right")]
    [InlineData("{\"Type\": 3}", "db.json:1: Type: the number 3 was given; one of inmemory, redis, ssdb, twemproxy, in double quotes, is right")]
    [InlineData("{\"Type\": \"mysql\"}", "db.json:1: Type: 'mysql' was given; one of inmemory, redis, ssdb, twemproxy is right")]
    [InlineData("{\"Host\": \"a\\u0007b\"}", "db.json:1: Host: 'a\\u0007b' was given; a host name or IP address is right")]
    [InlineData("{\"Host\": \"\"}", "db.json:1: Host: an empty value was given; a host name or IP address is right")]
    [InlineData(
        "{\"Host\": \"u:pw@h\"}",
        "db.json:1: Host: a value with '@' (not shown, it may hold a password) was given; a host name or IP address is right")]
    [InlineData("{\"Host\": \"\\ud800\"}", "db.json:1: half of a surrogate pair was given; a text of whole characters is right")]
    [InlineData("{\"Shards\": \"a:1\"}", "db.json:1: Shards: the text \"a:1\" was given; an array of texts, such as [\"127.0.0.1:6380\"], is right")]
    [InlineData("{\"Shards\": [\"a:0\"]}", "db.json:1: Shards: 'a:0' was given; a list of host:port with commas between is right")]
    [InlineData("{\"Hots\": \"a\"}", "db.json:1: Hots: an unknown key was given; Host is right")]
    [InlineData(
        "{\"Password\": \"canary\"}",
        "db.json:1: Password: an unknown key was given; PasswordFile, a file with the password, or the environment's AELF_DATABASE_PASSWORD, is right")]
    [InlineData(
        "{\"Colour\": 1}",
        "db.json:1: Colour: an unknown key was given; "
            + "one of Type, Host, Port, Shards, Proxies, Client, User, PasswordFile, Tls, TlsAuthorityFile, TimeoutMs, ReconnectSeconds, Latency is right")]
    [InlineData("{\"Port\": 1,\n\"Port\": 2}", "db.json:2: Port: the key a second time (first in line 1) was given; one key of a name is right")]
    [InlineData("[1]", "db.json:1: an array was given; an object in braces is right")]
    [InlineData("7", "db.json:1: the end of the file in the middle of the JSON was given; the rest, down to the last '}', is right")]
    [InlineData("  ", "db.json:1: the end of the file in the middle of the JSON was given; the rest, down to the last '}', is right")]
    [InlineData("{\n\"Port\": 1", "db.json:2: the end of the file in the middle of the JSON was given; the rest, down to the last '}', is right")]
    [InlineData("{\"Port\": 1,}", "db.json:1: a comma before '}' was given; no comma after the last entry is right")]
    [InlineData("{'Port': 1}", "db.json:1: a single quote was given; a name or text in double quotes is right")]
    [InlineData(
        "{\"Port\": 1} x",
        "db.json:1: 'x' where JSON allows none was given; a name in double quotes, a colon, a value, and a comma between entries is right")]
    public void What_is_wrong_is_named(string text, string message) =>
        Assert.Equal(message, Assert.Single(JsonSettingsFile.Read("db.json", text, SettingFile.Database).Problems).ToString());

    [Theory]
    [InlineData(
        "{\"Seeds\": [{\"HostName\": \"10.0.0.1\", \"Port\": \"1\"}]}",
        "actor.json:1: Seeds: an array was given; an array of objects, such as [{\"HostName\": \"127.0.0.1\", \"Port\": 4053}], is right")]
    [InlineData(
        "{\"Seeds\": [{\"HostName\": \"10.0.0.1\", \"Port\": 0}]}",
        "actor.json:1: Seeds: '10.0.0.1:0' was given; a list of host:port with commas between is right")]
    [InlineData("{\"WorkerCount\": 1025}", "actor.json:1: WorkerCount: '1025' was given; a whole number from 1 to 1024 is right")]
    [InlineData("{\"workercount\": 4}", "actor.json:1: workercount: an unknown key was given; WorkerCount is right")]
    public void What_is_wrong_with_actors_is_named(string text, string message) =>
        Assert.Equal(message, Assert.Single(JsonSettingsFile.Read("actor.json", text, SettingFile.Actor).Problems).ToString());

    [Fact]
    public void All_problems_come_at_once() =>
        Assert.Equal(3, JsonSettingsFile.Read("db.json", "{\"Port\": 0, \"Type\": \"x\", \"Hots\": 1}", SettingFile.Database).Problems.Count);

    [Theory]
    [InlineData(33)]
    [InlineData(10_000)]
    public void Deep_nesting_is_named(int depth) => Assert.Equal(
        "db.json:1: nesting deeper than 32 was given; at most 32 levels is right",
        Assert.Single(JsonSettingsFile.Read("db.json", string.Concat(Enumerable.Repeat("{\"a\":", depth)), SettingFile.Database).Problems).ToString());

    [Fact]
    public void A_file_cut_at_any_byte_gives_one_named_problem()
    {
        var end = Whole.LastIndexOf('}');
        for (var length = 1; length <= end; length++)
        {
            var problems = JsonSettingsFile.Read("db.json", Whole[..length], SettingFile.Database).Problems;
            Assert.EndsWith(
                "the end of the file in the middle of the JSON was given; the rest, down to the last '}', is right",
                Assert.Single(problems).ToString(),
                StringComparison.Ordinal);
        }
    }

    public static TheoryData<string, byte[], string> BadBytes => new()
    {
        { "empty", [], "db.json:1: an empty file was given; a file with settings, or no file at all, is right" },
        { "only a mark", [0xEF, 0xBB, 0xBF], "db.json:1: an empty file was given; a file with settings, or no file at all, is right" },
        { "UTF-16", [.. Encoding.Unicode.Preamble, .. Encoding.Unicode.GetBytes("{}")], "db.json:1: UTF-16 text was given; UTF-8 text is right" },
        { "UTF-16 without mark", Encoding.BigEndianUnicode.GetBytes("{}"), "db.json:1: UTF-16 text was given; UTF-8 text is right" },
        { "not UTF-8", [(byte)'{', (byte)'\n', 0xC3, 0x28], "db.json:2: a byte that is not UTF-8 was given; UTF-8 text is right" },
        { "too large", new byte[ConfigurationText.MaxBytes + 1], "db.json: a file above the size limit was given; a file of at most 1048576 bytes is right" },
    };

    [Theory]
    [MemberData(nameof(BadBytes))]
    public void Bytes_that_are_no_text_are_named(string why, byte[] bytes, string message)
    {
        var exception = Assert.Throws<ConfigurationFormatException>(() => ConfigurationText.Decode("db.json", bytes));

        Assert.True(message.Equals(exception.Message, StringComparison.Ordinal), $"{why}: {exception.Message}");
    }

    [Fact]
    public void A_byte_order_mark_is_accepted() => Assert.Equal("{}", ConfigurationText.Decode("db.json", [0xEF, 0xBB, 0xBF, (byte)'{', (byte)'}']));

    [Fact]
    public void A_folder_instead_of_a_file_is_named()
    {
        using var folder = new TemporaryFolder();

        var exception = Assert.Throws<ConfigurationFormatException>(() => ConfigurationText.Read(folder.Path));

        Assert.Equal("DIR: a folder was given; a file that can be read is right", folder.Shorten(exception.Message));
    }
}
