using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Keys;

namespace AElf.Bench.Tests.Chain.Keys;

public sealed class KeyTests
{
    private const uint PublicVersion = 0x0488b21e;
    private const uint PrivateVersion = 0x0488ade4;

    // The seed of BIP84's mnemonic "abandon … about" (BIP39, no passphrase).
    private const string Bip84Seed =
        "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1"
        + "9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4";

    // Test vectors 1 and 2 of BIP32, and the first of vector 3, whose key begins with a zero.
    [Theory]
    [InlineData(
        "000102030405060708090a0b0c0d0e0f",
        "0H/1/2H/2/1000000000",
        "xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro"
        + "49S8yGasTvXEYBVPamhGW6cFJodrTHy",
        "xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FHa8kmHScGpWmj4WggLyQjgPi"
        + "e1rFSruoUihUZREPSL39UNdE3BBDu76")]
    [InlineData(
        "000102030405060708090a0b0c0d0e0f",
        "",
        "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8Y"
        + "tGqsefD265TMg7usUDFdp6W1EGMcet8",
        "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF"
        + "5kejMRNNU3TGtRBeJgk33yuGBxrMPHi")]
    [InlineData(
        "fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a2"
        + "9f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542",
        "0/2147483647H/1/2147483646H/2",
        "xpub6FnCn6nSzZAw5Tw7cgR9bi15UV96gLZhjDstkXXxvCLsUXBGXPdSnLFbdpq8p9HmGsApME5hQTZ3"
        + "emM2rnY5agb9rXpVGyy3bdW6EEgAtqt",
        "xprvA2nrNbFZABcdryreWet9Ea4LvTJcGsqrMzxHx98MMrotbir7yrKCEXw7nadnHM8Dq38EGfSh6dqA"
        + "9QWTyefMLEcBYJUuekgW4BYPJcr9E7j")]
    [InlineData(
        "4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4ac"
        + "ba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be",
        "0H",
        "xpub68NZiKmJWnxxS6aaHmn81bvJeTESw724CRDs6HbuccFQN9Ku14VQrADWgqbhhTHBaohPX4CjNLf9"
        + "fq9MYo6oDaPPLPxSb7gwQN3ih19Zm4Y",
        "xprv9uPDJpEQgRQfDcW7BkF7eTya6RPxXeJCqCJGHuCJ4GiRVLzkTXBAJMu2qaMWPrS7AANYqdq6vcBc"
        + "BUdJCVVFceUvJFjaPdGZ2y9WACViL4L")]
    public void A_path_gives_the_keys_of_BIP32(string seed, string path, string publicText, string privateText)
    {
        var key = ExtendedPrivateKey.FromSeed(Convert.FromHexString(seed));
        foreach (var step in path.Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            var hardened = step.EndsWith('H') ? ExtendedPrivateKey.Hardened : 0;
            key = key.Derive(uint.Parse(step.TrimEnd('H'), null) + hardened);
        }

        Assert.Equal(privateText, key.ToText(PrivateVersion));
        Assert.Equal(publicText, key.Public.ToText(PublicVersion));
    }

    [Fact]
    public void A_public_key_derives_what_its_private_key_does()
    {
        var parent = ExtendedPrivateKey.FromSeed(Convert.FromHexString(Bip84Seed));
        for (var number = 0u; number < 20; number++)
        {
            Assert.Equal(
                parent.Derive(number).Public.ToText(PublicVersion), parent.Public.Derive(number).ToText(PublicVersion));
        }

        Assert.Throws<ArgumentException>(() => parent.Public.Derive(ExtendedPrivateKey.Hardened));
    }

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
    public void An_account_has_the_addresses_of_BIP84(bool isChange, uint index, string key, string text)
    {
        var address = new Bip84Account(Convert.FromHexString(Bip84Seed), Bip84Network.Main).AddressAt(isChange, index);
        Assert.Equal((key, text), (Convert.ToHexStringLower(address.PublicKey), address.Text));
        Assert.Equal(ScriptKind.WitnessPublicKeyHash, OutputScript.KindOf(address.Script));
    }

    [Fact]
    public void An_account_has_the_keys_of_BIP84()
    {
        var account = new Bip84Account(Convert.FromHexString(Bip84Seed), Bip84Network.Main);
        Assert.Equal(
            "zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpN"
            + "gYSJA9iefm1yYNZKEm7z6qUWCroSQnE",
            account.PrivateText);
        Assert.Equal(
            "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868"
            + "RvUUkgDKf31mGDtKsAYz2oz2AGutZYs",
            account.PublicText);
    }

    // Of BIP173 and BIP350.
    [Theory]
    [InlineData("bc", 0, "751e76e8199196d454941c45d1b3a323f1433bd6", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")]
    [InlineData(
        "tb", 0, "1863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262",
        "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7")]
    [InlineData(
        "bc", 1, "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0")]
    [InlineData("bc", 16, "751e", "bc1sw50qgdz25j")]
    public void An_address_is_written_as_BIP173_and_BIP350_say(
        string network, int version, string program, string text) =>
        Assert.Equal(text, Bech32.Encode(network, version, Convert.FromHexString(program)));
}
