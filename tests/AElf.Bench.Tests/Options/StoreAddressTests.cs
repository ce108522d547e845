using AElf.Bench.Core.Options;

namespace AElf.Bench.Tests.Options;

public sealed class StoreAddressTests
{
    [Theory]
    [InlineData("Type", "redis://user:secret@host/0", "--dbhost host --dbport 6379 --user NAME --password-file FILE")]
    [InlineData("Type", "rediss://:secret@host:1", "--dbhost host --dbport 1 --password-file FILE --tls")]
    [InlineData("Type", "valkey://10.0.0.1/3", "--dbhost 10.0.0.1 --dbport 6379 --db 3")]
    [InlineData("Type", "keydb", "--database redis")]
    [InlineData("Host", "host:6380", "--dbhost host --dbport 6380")]
    [InlineData("Host", "[::1]", "--dbhost ::1")]
    [InlineData("Host", "[::1]:6380", "--dbhost ::1 --dbport 6380")]
    [InlineData("Host", "unix:/tmp/redis.sock", "--dbhost HOST --dbport PORT")]
    [InlineData("Host", "/tmp/redis.sock", "--dbhost HOST --dbport PORT")]
    [InlineData("Host", "two words", "expected a host name or IP address")]
    public void Add_AddressOfOtherPrograms_SaysWhatToTypeAndNoSecret(string key, string text, string advice)
    {
        var setting = StoreSettings.All.Single(each => each.Key == key);
        var layer = new SettingLayer(SettingSource.CommandLine);

        layer.Add(setting, setting.Option!, text);

        var problem = Assert.Single(layer.Problems);
        Assert.Equal((ProblemKind.InvalidValue, setting), (problem.Kind, problem.Setting));
        Assert.Contains(advice, problem.Advice, StringComparison.Ordinal);
        Assert.DoesNotContain("secr", problem.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("redis://user:se/cr@et@host/0", "'redis://…@host/0'")]
    [InlineData("https://host/a@b", "'https://…@b'")]
    [InlineData("someone@host", "'someone@host'")]
    [InlineData("redis://host/0", "'redis://host/0'")]
    public void Text_UriWithALogin_IsShownWithoutIt(string text, string shown) =>
        Assert.Equal(shown, Quoted.Text(text));
}
