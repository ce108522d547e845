using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using AElf.Bench.Operations.Health;

namespace AElf.Bench.Tests.Health;

public sealed partial class LivePageTests
{
    private static readonly LivePage Page = LivePage.Read();
    private static readonly string Html = Encoding.UTF8.GetString(Page.Html);

    [Fact]
    public void Policy_Hashes_AreThoseOfThePagesStyleAndScript()
    {
        foreach (var element in new[] { "script", "style" })
        {
            var text = Regex.Match(Html, $"<{element}>(.*?)</{element}>", RegexOptions.Singleline).Groups[1].Value;
            Assert.Contains(
                $"{element}-src 'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)))}';",
                Page.Policy,
                StringComparison.Ordinal);
        }

        Assert.StartsWith("default-src 'none';", Page.Policy, StringComparison.Ordinal);
        Assert.DoesNotContain("unsafe", Page.Policy, StringComparison.Ordinal);
        Assert.Single(Tag().Matches(Html), tag => tag.Value is "<script");
    }

    [Fact]
    public void LivePage_LoadsNothingFromOtherHosts() =>
        Assert.DoesNotMatch("(src|href)=\"(?!data:|status\")|@import|url\\(", Html);

    [Fact]
    public void LivePage_Script_NeverWritesHtml() =>
        Assert.DoesNotMatch(
            "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|DOMParser|eval\\(|new Function|setAttribute\\('on",
            Html);

    [GeneratedRegex("<script|<style", RegexOptions.None, 60_000)]
    private static partial Regex Tag();
}
