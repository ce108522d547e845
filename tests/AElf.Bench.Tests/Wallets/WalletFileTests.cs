using System.Text;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.Tests.Wallets;

/// <summary>Wallets in files, as other programs write them.</summary>
public sealed class WalletFileTests : IDisposable
{
    // BIP84, m/84'/0'/0' of the mnemonic "abandon … about", with the prefixes of native segwit and of BIP32.
    private const string Zpub = "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUU"
        + "kgDKf31mGDtKsAYz2oz2AGutZYs";

    private const string Xpub = "xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFM"
        + "KHPJ4ZeZXYVUhLv1VMrjPC7PW6V";

    private const string First = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
    private const string Second = "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g";

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Theory]
    [InlineData("\n", false)]
    [InlineData("\r\n", false)]
    [InlineData("\r\n", true)]
    public void WalletFile_LineBreaksOfAnySystem_AreRead(string end, bool hasMark)
    {
        byte[] bytes =
        [
            .. hasMark ? Encoding.UTF8.Preamble : [],
            .. Encoding.UTF8.GetBytes(string.Join(end, First, "# a comment", "", $" {Second} ", "")),
        ];

        Assert.Equal(WalletText.FromLines([First, Second], 1).Scripts, ScriptsOf(bytes));
    }

    // Sparrow's export "Output Descriptor" on Windows.
    [Fact]
    public void Descriptors_ExportedBySparrow_AreOneWallet()
    {
        var text = $"""
            # Receive and change descriptor (BIP389):
            wpkh([73c5da0a/84h/0h/0h]{Xpub}/<0;1>/*)


            # Receive descriptor (Bitcoin Core):
            wpkh([73c5da0a/84h/0h/0h]{Xpub}/0/*)

            # Change descriptor (Bitcoin Core):
            wpkh([73c5da0a/84h/0h/0h]{Xpub}/1/*)

            """;

        Assert.Equal(
            WalletText.FromWord(Zpub, 2)!.Scripts, ScriptsOf(Encoding.UTF8.GetBytes(text.ReplaceLineEndings("\r\n"))));
    }

    [Theory]
    [InlineData($$$"""{"keystore":{"xpub":"{{{Zpub}}}","derivation":"m/84'/0'/0'"},"wallet_type":"standard"}""", Zpub)]
    [InlineData(
        $$$"""{"wallet_type":"standard","seed_version":59,"keystore":{"type":"bip32","xpub":"{{{Xpub}}}"}}""",
        "p2pkh:" + Xpub)]
    [InlineData(
        $$$"""{"keystore":{"xpub":"{{{Zpub}}}"},"wallet_type":"standard"},\n{"op":"add","path":"/x","value":1}""",
        Zpub)]
    [InlineData(
        $$$"""{"addresses":{"{{{First}}}":{},"{{{Second}}}":{}},"wallet_type":"imported"}""", First + "\n" + Second)]
    [InlineData(
        $$$"""{"label":"w","blockheight":0,"descriptor":"wpkh([73c5da0a/84h/0h/0h]{{{Xpub}}}/<0;1>/*)"}""", Zpub)]
    public void File_OfElectrumOrSpecter_HasTheScriptsOfItsAccount(string json, string lines) =>
        Assert.Equal(
            WalletText.FromLines(lines.Split('\n'), 2).Scripts, ScriptsOf(Encoding.UTF8.GetBytes("\n" + json)));

    [Theory]
    [InlineData("QklFMQNI/quQo9N7RtbygK+yhlrMNxkSnXtlaC9Ia5trm7AufOtb", "encrypted")]
    [InlineData("""{"wallet_type":"2of3","x1/":{"xpub":"Zpub6rFR7y4Q2"}}""", "2of3")]
    [InlineData("""{"wallet_type":"standard","keystore":{"type":"old","mpk":"00"}}""", "standard")]
    [InlineData("""{"wallet_type":"standard","keystore":{"xpub":"Zpub6rFR7y4Q2"}}""", "several signers")]
    [InlineData("""{"name":"other"}""", "descriptor")]
    [InlineData("""{"wallet_type":""", "JSON")]
    [InlineData("", "no script")]
    public void File_WithoutAWallet_IsRefusedWithItsName(string text, string named)
    {
        var refused = Assert.Throws<WalletException>(() => ScriptsOf(Encoding.UTF8.GetBytes(text)));

        Prose.AssertNames(refused.Message, folder.File("wallet"), named);
    }

    private IReadOnlyList<Electrum.Chain.Hash256> ScriptsOf(byte[] bytes)
    {
        File.WriteAllBytes(folder.File("wallet"), bytes);
        return WalletText.Read(folder.File("wallet"), 2).Scripts;
    }
}
