using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.Tests.Options;

/// <summary>The errors for TLS files without a certificate or key.</summary>
public sealed class PemFileTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public void AuthorityFile_Missing_IsNamed()
    {
        var file = folder.File("none.pem");

        var refused = Assert.Throws<IOException>(() => TrustPolicy.From(file, Refusal));

        Assert.StartsWith($"the TLS authority file {file} cannot be read: ", refused.Message, StringComparison.Ordinal);
        Assert.IsType<FileNotFoundException>(refused.InnerException);
    }

    [Fact]
    public void AuthorityFile_WithoutACertificate_IsNamed()
    {
        var file = folder.Write("empty.pem", "nothing");

        var refused = Assert.Throws<IOException>(() => TrustPolicy.From(file, Refusal));

        Assert.Contains(file, refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("nothing")]
    [InlineData("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")]
    public void Certificate_Invalid_IsNamed(string content)
    {
        var file = folder.Write("certificate.pem", content);

        var refused = Assert.Throws<IOException>(() => PemCertificate.Read(file, file, Refusal));

        Assert.Contains(file, refused.Message, StringComparison.Ordinal);
    }

    private static IOException Refusal(string text, Exception? cause) => new(text, cause);
}
