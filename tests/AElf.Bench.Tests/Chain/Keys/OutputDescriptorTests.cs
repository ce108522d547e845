using AElf.Bench.Electrum.Chain.Keys;

namespace AElf.Bench.Tests.Chain.Keys;

/// <summary>The test vectors of BIP32, BIP380 to BIP386 and BIP389.</summary>
public sealed class OutputDescriptorTests
{
    private const string Account =
        "xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9Lgpe"
        + "yGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH";

    private const string Root =
        "xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUa"
        + "pSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB";

    private const string Private =
        "xprvA1RpRA33e1JQ7ifknakTFpgNXPmW2YvmhqLQYMmrj4xJXXWYpDPS"
        + "3xz7iAxn8L39njGVyuoseXzU6rcxFLJ8HFsTjSyQbLYnMpCqE2VbFWc";

    private const string Master =
        "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPP"
        + "qjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi";

    private const string Key = "03a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd";

    [Theory]
    [InlineData("wpkh(" + Key + ")", "00149a1c78a507689f6f54b847ad1cef1e614ee23f1e")]
    [InlineData("pkh([deadbeef/1/2'/3/4']" + Key + ")", "76a9149a1c78a507689f6f54b847ad1cef1e614ee23f1e88ac")]
    [InlineData("pkh([deadbeef/1/2h/3/4h]" + Key + ")", "76a9149a1c78a507689f6f54b847ad1cef1e614ee23f1e88ac")]
    [InlineData("sh(pkh(" + Key + "))", "a9141a31ad23bf49c247dd531a623c2ef57da3c400c587")]
    [InlineData(
        "wsh(pkh(" + Key + "))", "0020338e023079b91c58571b20e602d7805fb808c22473cbc391a41b1bd3a192e75b")]
    [InlineData("sh(wsh(pkh(" + Key + ")))", "a914b61b92e2ca21bac1e72a3ab859a742982bea960a87")]
    [InlineData(
        "tr(a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd)",
        "512077aab6e066f8a7419c5ab714c12c67d25007ed55a43cadcacb4d7a970a093f11")]
    [InlineData(
        "wpkh([ffffffff/13']" + Account + "/1/2/*)",
        "0014326b2249e3a25d5dc60935f044ee835d090ba859",
        "0014af0bd98abc2f2cae66e36896a39ffe2d32984fb7",
        "00141fa798efd1cbf95cebf912c031b8a4a6e9fb9f27")]
    [InlineData(
        "tr(" + Private + "/0/*,pk(" + Private + "/1/*))",
        "512078bc707124daa551b65af74de2ec128b7525e10f374dc67b64e00ce0ab8b3e12",
        "512001f0a02a17808c20134b78faab80ef93ffba82261ccef0a2314f5d62b6438f11",
        "512021024954fcec88237a9386fce80ef2ced5f1e91b422b26c59ccfc174c8d1ad25")]
    [InlineData(
        "sh(multi(2,[00000000/111'/222]" + Private + ",xprv9uPDJpEQgRQfDcW7BkF7eTya6RPxXeJCqCJGHuCJ4GiRVLzkTXBAJMu2qa"
            + "MWPrS7AANYqdq6vcBcBUdJCVVFceUvJFjaPdGZ2y9WACViL4L/0))",
        "a91445a9a622a8b0a1269944be477640eedc447bbd8487")]
    [InlineData(
        "pkh(xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYs"
            + "CzC2U/2147483647'/0)",
        "76a914ebdc90806a9c4356c1c88e42216611e1cb4c1c1788ac")]
    public void Scripts_TestVector_EqualIt(string descriptor, params string[] scripts) =>
        Assert.Equal(scripts, ScriptsOf(descriptor, 3));

    [Fact]
    public void Path_OfBip32_LeadsToItsKey() => Assert.Equal(
        ScriptsOf(
            "wpkh(xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW"
                + "6cFJodrTHy)",
            1),
        ScriptsOf($"wpkh({Master}/0h/1/2'/2/1000000000)", 1));

    [Theory]
    [InlineData("pkh(*/<0;1;2>)", "pkh(*/0)", "pkh(*/1)", "pkh(*/2)")]
    [InlineData("wpkh(*/<1;3>/2/*)", "wpkh(*/1/2/*)", "wpkh(*/3/2/*)")]
    [InlineData("wsh(sortedmulti(2,*/<1;2>/*,*/<3;4>/0/*))",
        "wsh(sortedmulti(2,*/1/*,*/3/0/*))", "wsh(sortedmulti(2,*/2/*,*/4/0/*))")]
    public void Descriptor_SeveralPaths_IsSeveralDescriptors(string descriptor, params string[] each) =>
        Assert.Equal(
            each.SelectMany(one => ScriptsOf(WithKey(one), 2)), ScriptsOf(WithKey(descriptor), 2));

    [Theory]
    [InlineData("wpkh([a262308d/84h/0h/0h]xpub6DM7CYgaTMdMbhTcLTUWmNUE5WLXK5hx8ZMa4sRw8qYJPqtqKYiKnwsmT8A6AijDVAUZRivdB"
        + "nXdR8QE7Y9vVnqvzPL3fXCmu1WtCRLdAoz/0/*)#s5x06kda")]
    [InlineData("wpkh([a262308d/84h/0h/0h]xpub6DM7CYgaTMdMbhTcLTUWmNUE5WLXK5hx8ZMa4sRw8qYJPqtqKYiKnwsmT8A6AijDVAUZRivdB"
        + "nXdR8QE7Y9vVnqvzPL3fXCmu1WtCRLdAoz/1/*)#pqrw8ra9")]
    public void Checksum_OfAnotherDescriptor_IsRefused(string descriptor)
    {
        Assert.NotNull(OutputDescriptor.Parse(descriptor));
        string[] wrong =
        [
            descriptor[..^1], descriptor + "q", descriptor[..^8], descriptor.Replace("/84h/", "/49h/"),
            descriptor[..^1] + "q",
        ];
        Assert.All(wrong, each => Assert.Null(OutputDescriptor.Parse(each)));
        Assert.All(wrong, each => Assert.True(OutputDescriptor.IsMistyped(each), each));
    }

    [Theory]
    [InlineData("raw(deadbeef)#89f8spxm")]
    [InlineData("pkh([deadbeef/0h/0h/0h/*]" + Key + ")")]
    [InlineData("pkh([deadbeef/0h/0h/0h/]" + Key + ")")]
    [InlineData("pkh([deadbef/0h/0h/0h]" + Key + ")")]
    [InlineData("pkh([deadbeeef/0h/0h/0h]" + Key + ")")]
    [InlineData("pkh([deadbeef/0f/0f/0f]" + Key + ")")]
    [InlineData("pkh([deadbeef/-0/-0/-0]" + Key + ")")]
    [InlineData("pkh([aaaaaaaa][aaaaaaaa]" + Key + ")")]
    [InlineData("pkh(aaaaaaaa]" + Key + ")")]
    [InlineData("pkh([gaaaaaaa]" + Key + ")")]
    [InlineData("pkh([deadbeef])")]
    [InlineData("pkh(" + Root + "/2147483648)")]
    [InlineData("pkh(" + Root + "/1aa)")]
    [InlineData("pkh(" + Root + "/0h)")]
    [InlineData("pkh(" + Root + "/*h)")]
    [InlineData("pkh(" + Root + "/<0;1>/<2;3>)")]
    [InlineData("pkh([deadbeef/<0;1>]" + Root + "/0)")]
    [InlineData("wpkh(" + Root + "/<>/*)")]
    [InlineData("wpkh(" + Root + "/0>/*)")]
    [InlineData("wpkh(" + Root + "/<0/*)")]
    [InlineData("wpkh(" + Root + "/<0;>/*)")]
    [InlineData("sh(multi(2," + Root + "/<1;2;3>/0/*," + Account + "/0/0/<3;4>/*))")]
    [InlineData("wpkh(" + Root)]
    [InlineData("wpkh()")]
    [InlineData("wpkh(" + Root + "))")]
    [InlineData("wsh(multi(3," + Root + "," + Account + "))")]
    public void Descriptor_WithAnError_IsRefused(string descriptor) =>
        Assert.Null(OutputDescriptor.Parse(descriptor));

    private static string WithKey(string descriptor) => descriptor
        .Replace("(*/", $"({Root}/", StringComparison.Ordinal).Replace(",*/", $",{Root}/", StringComparison.Ordinal);

    private static IEnumerable<string> ScriptsOf(string descriptor, int count) =>
        OutputDescriptor.Parse(descriptor)!.Scripts(count).Select(Convert.ToHexStringLower);
}
