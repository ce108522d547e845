using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Keys;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit;

namespace AElf.Bench.Tests.Wallets;

public sealed class WalletTextTests
{
    // The account of BIP84's test vectors.
    private const string Zpub = "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUU"
        + "kgDKf31mGDtKsAYz2oz2AGutZYs";

    private const string Xpub = "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSS"
        + "SSoekkudhUd9yLb6qx39T9nMdj";

    private const string Zprv = "zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJ"
        + "A9iefm1yYNZKEm7z6qUWCroSQnE";

    // From the mnemonic "abandon … about" of BIP39; upub is BIP49's own vector.
    private const string Ypub = "ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979Ff"
        + "aHxHcrArf3zbeJJJUZPf663zsP";

    private const string Tpub = "tpubDC5FSnBiZDMmhiuCmWAYsLwgLYrrT9rAqvTySfuCCrgsWz8wxMXUS9Tb9iVMvcRbvFcAHGkMD5Kx8koh4"
        + "GquNGNTfohfk7pgjhaPCdXpoba";

    private const string Upub = "upub5EFU65HtV5TeiSHmZZm7FUffBGy8UKeqp7vw43jYbvZPpoVsgU93oac7Wk3u6moKegAEWtGNF8DehrnHt"
        + "v21XXEMYRUocHqguyjknFHYfgY";

    private const string Vpub = "vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPA"
        + "gjAvtbBrf8ZhDYe2jWAqvZVnsc";

    // The account of BIP86's test vectors.
    private const string TaprootXpub = "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrL"
        + "prQ3VCECoY49yfdDEHGCtMMj92pReUsQ";

    [Theory]
    [InlineData(Ypub, "37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf")]
    [InlineData(Upub, "2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2")]
    [InlineData(Vpub, "tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl")]
    [InlineData("p2pkh:" + Xpub, "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA")]
    [InlineData("p2pkh:" + Tpub, "mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJV")]
    [InlineData("p2tr:" + TaprootXpub, "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr")]
    [InlineData("tr(" + TaprootXpub + "/0/*)", "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr")]
    [InlineData("tr(" + TaprootXpub + "/1/*)", "bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7")]
    [InlineData("sh(wpkh(" + Upub + "/<0;1>/*))", "2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2")]
    public void Key_FirstScript_IsThatOfItsFirstAddress(string key, string address)
    {
        Assert.Null(WalletText.ProblemOf(key));
        var (wallet, first) = (WalletText.FromWord(key, 2)!, WalletText.FromWord(address, 1)!);
        Assert.Equal(first.Scripts[0], wallet.Scripts[0]);
        Assert.Equal(first.Networks, wallet.Networks & first.Networks);
        Assert.Equal(key.Contains("/0/*", StringComparison.Ordinal) || key.Contains("/1/*", StringComparison.Ordinal)
            ? 2 : 4, wallet.Scripts.Count);
    }

    [Theory]
    [InlineData(Zpub)]
    [InlineData(Zprv)]
    public void Key_Addresses_EqualTheTestVectors(string key)
    {
        var scripts = WalletText.FromWord(key, 2)!.Scripts;
        Assert.Equal(
            WalletText.FromLines(
                [
                    "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g",
                    "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el",
                ],
                1).Scripts,
            [scripts[0], scripts[1], scripts[2]]);
        Assert.Equal(4, scripts.Count);
    }

    [Fact]
    public void SyntheticWallet_Keys_HaveItsAddresses()
    {
        var account = new Bip84Account("a seed of 16 bytes or more"u8, NBitcoin.Network.RegTest);
        Hash256[] expected =
        [
            .. Enumerable.Range(0, 8)
                .Select(number => account.AddressAt(number >= 4, (uint)number % 4).ScriptHash),
        ];
        Assert.Equal(expected, WalletText.FromWord(account.PublicText, 4)!.Scripts);
        Assert.Equal(expected, WalletText.FromWord(account.PrivateText, 4)!.Scripts);
        Assert.True(WalletText.IsPrivate(account.PrivateText));
        Assert.False(WalletText.IsPrivate(account.PublicText));
    }

    // From BIP173, BIP350 and Bitcoin's documentation.
    [Theory]
    [InlineData("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", "0014751e76e8199196d454941c45d1b3a323f1433bd6")]
    [InlineData(
        "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
        "00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262")]
    [InlineData("BC1SW50QGDZ25J", "6002751e")]
    [InlineData(
        "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
        "512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")]
    [InlineData("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac")]
    [InlineData("3P14159f73E4gFr7JterCCQh9QjiTjiZrG", "a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87")]
    public void WalletText_Address_GivesItsScript(string address, string script) =>
        Assert.Equal(script, Convert.ToHexStringLower(AddressText.Read(address)!.Script), StringComparer.Ordinal);

    // From BIP173 and BIP350: wrong checksum, version, length, padding, letters, case, network.
    [Theory]
    [InlineData("")]
    [InlineData("1")]
    [InlineData("bc1")]
    [InlineData("bc1gmk9yu")]
    [InlineData("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5")]
    [InlineData("bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")]
    [InlineData("tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty")]
    [InlineData("BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2")]
    [InlineData("bc1rw5uspcuh")]
    [InlineData("bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du")]
    [InlineData("bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd")]
    [InlineData("BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P")]
    [InlineData("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb")]
    [InlineData("0OIl")]
    [InlineData(Zpub)]
    public void Address_Invalid_IsRefused(string text) => Assert.Null(AddressText.Read(text));

    [Fact]
    public void List_AnyKinds_NamesTheInvalidLine()
    {
        var hash = Hash256.Of("x"u8);
        string[] lines = ["# a wallet", "", $" {hash} ", hash.ToString(), "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", Zpub];
        Assert.Equal(2 + (2 * 3), WalletText.FromLines(lines, 3).Scripts.Count);
        var wrong = Assert.Throws<WalletException>(() => WalletText.FromLines([.. lines, "canary-secret"], 3));
        Assert.Contains("line 7", wrong.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("canary", wrong.Message, StringComparison.Ordinal);
        Assert.Throws<WalletException>(() => WalletText.FromLines(["# nothing"], 3));
        Assert.Null(WalletText.FromWord(Zpub[..^1] + "t", 1));
        Assert.Null(WalletText.FromWord("", 1));
    }

    [Theory]
    [InlineData(Zpub)]
    [InlineData("bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x")]
    [InlineData("3P14159f73E4gFr7JterCCQh9QjiTjiZrG")]
    [InlineData("edc1f604b83c92be3910ff860a4bf06ff53c6b72fbb1882a05d8c3303a8d6ef7")]
    public void Value_ValidInAFile_IsValidOnTheCommandLine(string word)
    {
        Assert.Null(WalletText.ProblemOf(word));
        var (read, lines) = (WalletText.Read(word, 2), WalletText.FromLines([word], 2));
        Assert.Equal(lines.Scripts, read.Scripts);
        Assert.Equal(lines.Networks, read.Networks);
        Assert.Equal(lines.Known, read.Known);
        Assert.Equal(read.Networks == AddressNetworks.Any ? 0 : read.Scripts.Count, read.Known.Count);
        Assert.All(read.Known, each => Assert.Equal(Hash256.Of(each.Value), each.Key));
    }

    [Theory]
    [InlineData(Xpub, ProblemKind.OtherKeyKind)]
    [InlineData(Tpub, ProblemKind.OtherKeyKind)]
    [InlineData("Zpub6rFR7y4Q2", ProblemKind.OtherKeyKind)]
    [InlineData("Ltub2Ssr", ProblemKind.OtherKeyKind)]
    [InlineData("p2sh:" + Xpub, ProblemKind.OtherKeyKind)]
    [InlineData("p2wpkh:" + Xpub + "1", ProblemKind.Mistyped)]
    [InlineData(Xpub + "1", ProblemKind.Mistyped)]
    [InlineData(Ypub + "1", ProblemKind.Mistyped)]
    [InlineData(Tpub + "1", ProblemKind.Mistyped)]
    [InlineData(Upub + "1", ProblemKind.Mistyped)]
    [InlineData(Vpub + "1", ProblemKind.Mistyped)]
    [InlineData("wpkh([d34db33f/84h/0h/0h]" + Xpub + "/0/*)#abcdefgh", ProblemKind.Mistyped)]
    [InlineData("wpkh([d34db33f/84h/0h/0h]" + Xpub + "/0h/*)", ProblemKind.OutputDescriptor)]
    [InlineData("wpkh(" + Xpub + "/0/*h)", ProblemKind.OutputDescriptor)]
    [InlineData("addr(1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa)", ProblemKind.OutputDescriptor)]
    [InlineData("combo(" + Xpub + "/0/*)", ProblemKind.OutputDescriptor)]
    [InlineData("zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1A", ProblemKind.Mistyped)]
    [InlineData("bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyx", ProblemKind.Mistyped)]
    [InlineData("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", ProblemKind.Mistyped)]
    [InlineData("0014751e76e8199196d454941c45d1b3a323f1433bd6", ProblemKind.InvalidValue)]
    [InlineData("/none", ProblemKind.InvalidValue)]
    public void Word_WithoutAScript_NamesItsKind(string text, ProblemKind kind)
    {
        Assert.Equal(kind, WalletText.ProblemOf(text)!.Kind);
        var line = Assert.Throws<WalletException>(() => WalletText.FromLines(["", text], 1)).Problem;
        Assert.Equal(kind, line.Kind);
        Assert.StartsWith("line 2 ", line.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("wpkh([d34db33f/84h/0h/0h]" + Xpub + "/0h/*)", "hardened", "private key")]
    [InlineData("wpkh(" + Xpub + "/<0;1>/*')", "hardened", "private key")]
    [InlineData("wpkh(" + Xpub + "/0/0/0/*/0)", "expected", "/<0;1>/*")]
    [InlineData("addr(1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa)", "address without addr()")]
    [InlineData("raw(0014751e76e8199196d454941c45d1b3a323f1433bd6)", "script hash")]
    [InlineData("combo(" + Xpub + "/0/*)", "a descriptor for each kind")]
    [InlineData("p2sh:" + Xpub, "p2pkh", "p2wpkh-p2sh", "p2wpkh", "p2tr")]
    public void Word_NotAccepted_AdvisesAnAlternative(string text, params string[] names) =>
        Prose.AssertNames(WalletText.ProblemOf(text)!.Text, names);

    [Fact]
    public void File_NamedLikeAPrivateKey_IsAFile()
    {
        using var folder = new TemporaryFolder();
        Assert.Null(WalletText.ProblemOf(folder.Write("tprv.txt", Zpub)));
        Assert.False(WalletText.IsPrivate("tprv.txt"));
    }

    [Theory]
    [InlineData(Zprv)]
    [InlineData("p2sh:xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6")]
    [InlineData("xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6")]
    [InlineData("wpkh(xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6/0/*)")]
    [InlineData("wpkh([d34db33f/84h]KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn)")]
    [InlineData("KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn")]
    [InlineData("p2wpkh:xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6")]
    [InlineData("abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about")]
    public void PrivateKey_AsAWord_IsRefusedAndNotShown(string key)
    {
        var problem = WalletText.ProblemOf(key)!;
        Assert.Equal(ProblemKind.PrivateKeyShown, problem.Kind);
        Assert.DoesNotContain(key[..8], problem.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", AddressNetworks.Bitcoin)]
    [InlineData("bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x", AddressNetworks.BitcoinRegtest)]
    [InlineData("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", AddressNetworks.Bitcoin)]
    [InlineData("3P14159f73E4gFr7JterCCQh9QjiTjiZrG", AddressNetworks.Main)]
    [InlineData("mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", AddressNetworks.Test)]
    [InlineData(Zpub, AddressNetworks.Main)]
    [InlineData("edc1f604b83c92be3910ff860a4bf06ff53c6b72fbb1882a05d8c3303a8d6ef7", AddressNetworks.Any)]
    public void Word_Networks_AreThePossibleOnes(string word, AddressNetworks networks)
    {
        var wallet = WalletText.FromWord(word, 1)!;
        Assert.Equal(networks, wallet.Networks);
        Assert.All(ChainNetwork.All, each => Assert.Equal(
            networks.HasFlag(each.Addresses) ? null : ProblemKind.OtherNetwork, RefusalOf(wallet, each)));
    }

    [Fact]
    public void File_OfTwoNetworks_IsRefusedWithTheLine()
    {
        string[] lines = ["bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x"];
        var problem = Assert.Throws<WalletException>(() => WalletText.FromLines(lines, 1)).Problem;
        Assert.Equal(ProblemKind.OtherNetwork, problem.Kind);
        Assert.StartsWith("line 2 ", problem.Text, StringComparison.Ordinal);
    }

    private static ProblemKind? RefusalOf(WalletScripts wallet, ChainNetwork network)
    {
        try
        {
            wallet.EnsureOf(network);
            return null;
        }
        catch (WalletException refused)
        {
            return refused.Problem.Kind;
        }
    }
}
