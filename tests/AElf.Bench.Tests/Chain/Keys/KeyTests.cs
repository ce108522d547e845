using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Keys;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Chain.Keys;

public sealed class KeyTests
{
    // The seed of BIP84's mnemonic "abandon … about" (BIP39, no passphrase).
    private const string Bip84Seed =
        "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1"
        + "9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4";

    [Theory]
    [InlineData(
        false, 0, "0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c",
        "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")]
    [InlineData(
        false, 1, "03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77",
        "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g")]
    [InlineData(
        true, 0, "03025324888e429ab8e3dbaf1f7802648b9cd01e9b418485c5fa4c1b9b5700e1a6",
        "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el")]
    public void Account_Bip84Seed_HasItsAddresses(bool isChange, uint index, string key, string text)
    {
        var account = new Bip84Account(Convert.FromHexString(Bip84Seed), NBitcoin.Network.Main);
        var address = account.AddressAt(isChange, index);
        Assert.Equal((key, text), (Convert.ToHexStringLower(address.PublicKey), address.Text));
        Assert.Equal(ScriptKind.WitnessPublicKeyHash, OutputScript.KindOf(address.Script));
    }

    [Fact]
    public void Account_Bip84Seed_HasItsKeys()
    {
        var account = new Bip84Account(Convert.FromHexString(Bip84Seed), NBitcoin.Network.Main);
        Assert.Equal(
            "zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpN"
            + "gYSJA9iefm1yYNZKEm7z6qUWCroSQnE",
            account.PrivateText);
        Assert.Equal(
            "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868"
            + "RvUUkgDKf31mGDtKsAYz2oz2AGutZYs",
            account.PublicText);
    }
}
