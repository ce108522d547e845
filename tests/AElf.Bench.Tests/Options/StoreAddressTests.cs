using AElf.Bench.Core.Options;

namespace AElf.Bench.Tests.Options;

public sealed class StoreAddressTests
{
    [Theory]
    [InlineData("redis://host", "Host host", "Port 6379")]
    [InlineData("redis://host:6380/3", "Host host", "Port 6380", "Db 3")]
    [InlineData("valkey://[::1]:1/", "Host ::1", "Port 1")]
    [InlineData("rediss://me%40here@host", "Host host", "Port 6379", "User me@here", "Tls true")]
    [InlineData("valkeys://10.0.0.1", "Host 10.0.0.1", "Port 6379", "Tls true")]
    [InlineData("unix:/tmp/r.sock", "Host /tmp/r.sock")]
    [InlineData("unix:///tmp/r.sock?db=2", "Host /tmp/r.sock", "Db 2")]
    [InlineData("/tmp/r.sock", "Host /tmp/r.sock")]
    public void Add_Uri_SetsWhatItNames(string uri, params string[] expected)
    {
        var layer = new SettingLayer(SettingSource.CommandLine);

        layer.Add(StoreSettings.Type, "--database", uri);

        Assert.Empty(layer.Problems);
        Assert.Equal(
            ["Type redis", .. expected],
            layer.Values.Select(each => $"{each.Key.Key} {each.Key.Rule.Format(each.Value.Value)}"));
        Assert.All(layer.Values.Values, value => Assert.Equal("--database", value.What));
    }

    [Theory]
    [InlineData("redis://host:1", "Port", "2")]
    [InlineData("redis://host", "Port", "6380")]
    [InlineData("redis://host/1", "Db", "0")]
    [InlineData("redis://me@host", "User", "you")]
    [InlineData("rediss://host", "Tls", "false")]
    [InlineData("unix:/tmp/r.sock", "Host", "host")]
    public void Add_UriAndAnotherOption_IsOneErrorThatNamesBoth(string uri, string key, string value)
    {
        var setting = StoreSettings.All.Single(each => each.Key == key);
        var layer = new SettingLayer(SettingSource.CommandLine);

        layer.Add(StoreSettings.Type, "--database", uri);
        layer.Add(setting, setting.Option!, value);

        var problem = Assert.Single(layer.Problems);
        Assert.Equal((true, setting.Option, setting), (problem.Critical, problem.What, problem.Setting));
        Prose.AssertNames(problem.ToString(), key, $"'{value}'", "--database");
    }

    [Fact]
    public void Add_UriAndEqualOption_IsAccepted()
    {
        var layer = new SettingLayer(SettingSource.CommandLine);

        layer.Add(StoreSettings.Type, "--database", "rediss://host:1/2");
        layer.Add(StoreSettings.Port, "--dbport", "1");
        layer.Add(StoreSettings.Database, "--db", "2");
        layer.Add(StoreSettings.Tls, "--tls", "true");

        Assert.Empty(layer.Problems);
    }

    [Theory]
    [InlineData("Type", "redis://user:secret@host/0", "--password-file FILE, AELF_DATABASE_PASSWORD or REDISCLI_AUTH")]
    [InlineData("Type", "rediss://:secret@host:1", "--password-file FILE")]
    [InlineData("Type", "redis://host?password=secret", "--password-file FILE")]
    [InlineData("Type", "redis://host/0?db=1&PASS=secret#secret", "--password-file FILE")]
    [InlineData("Type", "redis://user:a?secret@host", "redis://USER@HOST:PORT/DB")]
    [InlineData("Type", "redis://host?password=a@secret", "--password-file FILE")]
    [InlineData("Type", "unix:/tmp/r.sock?password=secret", "unix:/PATH")]
    [InlineData("Type", "http://host?token=secret", "redis://USER@HOST:PORT/DB")]
    [InlineData("Type", "redis://host?ssl=true", "redis://USER@HOST:PORT/DB")]
    [InlineData("Type", "redis://host:99999", "(port 1 to 65535)")]
    [InlineData("Type", "host:99999", "a port from 1 to 65535")]
    [InlineData("Db", "host:6380", "--dbhost host --dbport 6380")]
    [InlineData("Type", "redis:///0", "redis://USER@HOST:PORT/DB")]
    [InlineData("Type", "http://host", "redis://USER@HOST:PORT/DB")]
    [InlineData("Type", "unix:redis.sock", "unix:/PATH")]
    [InlineData("Type", "keydb", "--database redis")]
    [InlineData("Host", "redis://host", "use --database for a URI")]
    [InlineData("Host", "host:6380", "--dbhost host --dbport 6380")]
    [InlineData("Host", "[::1]", "--dbhost ::1")]
    [InlineData("Host", "[::1]:6380", "--dbhost ::1 --dbport 6380")]
    [InlineData("Host", "unix:redis.sock", "unix:/PATH")]
    [InlineData("Host", "two words", "a host name or IP address")]
    public void Add_AddressOfOtherPrograms_AdvisesWithoutTheSecret(string key, string text, string advice)
    {
        var setting = StoreSettings.All.Single(each => each.Key == key);
        var layer = new SettingLayer(SettingSource.CommandLine);

        layer.Add(setting, setting.Option!, text);

        var problem = Assert.Single(layer.Problems);
        Assert.Equal((ProblemKind.InvalidValue, setting), (problem.Kind, problem.Setting));
        Assert.Contains(advice, problem.Advice, StringComparison.Ordinal);
        Assert.DoesNotContain("secr", problem.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Add_SocketPathTooLong_NamesTheLimit()
    {
        var layer = new SettingLayer(SettingSource.CommandLine);

        layer.Add(StoreSettings.Type, "--database", $"unix:/{new string('a', 106)}");
        Assert.Empty(layer.Problems);
        layer.Add(StoreSettings.Type, "--database", $"unix:/{new string('a', 107)}");

        Prose.AssertNames(Assert.Single(layer.Problems).ToString(), "107 bytes");
    }

    [Theory]
    [InlineData("redis://user:se/cr@et@host/0", "'redis://…@host/0'")]
    [InlineData("https://host/a@b", "'https://…@b'")]
    [InlineData("someone@host", "'someone@host'")]
    [InlineData("redis://host/0", "'redis://host/0'")]
    public void Text_UriWithALogin_IsShownWithoutIt(string text, string shown) =>
        Assert.Equal(shown, Quoted.Text(text));
}
