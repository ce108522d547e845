using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Keys;

namespace AElf.Bench.Electrum.Wallets;

/// <summary>The problems of a given wallet, with the text of each kind.</summary>
public static class WalletProblems
{
    private static readonly (AddressNetworks Network, string Name)[] Names =
    [
        (AddressNetworks.Bitcoin, "Bitcoin"),
        (AddressNetworks.BitcoinTest, "Bitcoin's test networks"),
        (AddressNetworks.BitcoinRegtest, "Bitcoin regtest"),
        (AddressNetworks.Litecoin, "Litecoin"),
        (AddressNetworks.LitecoinTest, "Litecoin's test network"),
        (AddressNetworks.LitecoinRegtest, "Litecoin regtest"),
    ];

    private const string OrAddresses = "give its addresses, line by line in a file";

    /// <summary>No script of the wallet has a transaction in the chain.</summary>
    public static Problem Unused { get; } = new(
        ProblemKind.WalletUnused,
        "no script of the wallet has a transaction in the chain, so there is nothing to measure; give a wallet of this "
            + "chain");

    /// <summary>The wallet's addresses belong to another network than the chain.</summary>
    public static Problem OtherNetwork(AddressNetworks wallet, ChainNetwork chain) => new(
        ProblemKind.OtherNetwork,
        $"the wallet belongs to {NameOf(wallet)}, but the chain to {chain.Name}; give a wallet of that network, or "
            + "script hashes, which are equal on all networks");

    /// <summary>Two lines of a file belong to no common network.</summary>
    public static Problem MixedNetworks(string what, AddressNetworks its, AddressNetworks before) => new(
        ProblemKind.OtherNetwork,
        $"{what} belongs to {NameOf(its)}, but the lines before to {NameOf(before)}; give lines of one network");

    /// <summary>A private key is on the command line, where other users can see it.</summary>
    public static Problem Private(bool isRead) => new(
        ProblemKind.PrivateKeyShown,
        "other users can see a private key on the command line; "
            + (isRead ? "put it into a file" : $"give the wallet's public key, or {OrAddresses}"));

    /// <summary>An invalid word for a wallet.</summary>
    public static Problem UnknownWord(string word) => Known(word, Quoted.Text(word)) ?? new(
        ProblemKind.InvalidValue,
        $"{Quoted.Text(word)} is not valid; expected an existing file, or an account's key, an output "
            + "descriptor, an address or a script hash");

    /// <summary>An invalid line. The message omits the line, because it may be a secret.</summary>
    public static Problem UnknownLine(string line, string place) => Known(line, place) ?? new(
        ProblemKind.InvalidValue,
        $"{place} is not a script hash of 64 hexadecimal digits, an address, an account's key or an "
            + "output descriptor");

    // The likely kind of the text; null if unknown.
    private static Problem? Known(string text, string what)
    {
        var key = WalletText.KindOf(text).Key;
        return (key.Length > 4 ? key[..4] : "") switch
        {
            _ when OutputDescriptor.IsDescriptor(text) => OutputDescriptor.IsMistyped(text)
                ? Mistyped(what, "output descriptor")
                : new(
                    ProblemKind.OutputDescriptor,
                    $"{what} is an output descriptor that cannot be read; {AdviceFor(text)}"),
            _ when text.Split(':') is [_, var account] && ExtendedKey.Read(account) is not null => new(
                ProblemKind.OtherKeyKind,
                $"{what} begins with an unknown kind of addresses; expected {Kinds}"),
            "xpub" or "tpub" or "xprv" or "tprv" when ExtendedKey.Read(key) is not null => new(
                ProblemKind.OtherKeyKind,
                $"{what} does not define the kind of its addresses; write the kind and a colon before it: {Kinds}"),
            "xpub" or "ypub" or "zpub" or "tpub" or "upub" or "vpub"
                or "xprv" or "yprv" or "zprv" or "tprv" or "uprv" or "vprv" => Mistyped(what, "key of an account"),
            "Ypub" or "Upub" or "Zpub" or "Vpub" or "Yprv" or "Uprv" or "Zprv" or "Vprv" => new(
                ProblemKind.OtherKeyKind,
                $"{what} is a key of several signers; give the wallet's output descriptor, or {OrAddresses}"),
            "Ltub" or "Mtub" or "ttub" => new(
                ProblemKind.OtherKeyKind,
                $"{what} is a key of Litecoin, which is not supported; {OrAddresses}"),
            _ when AddressText.LooksWitness(text) || IsLikeAddress(text) => Mistyped(what, "address"),
            _ when text.Length >= 2 * AddressText.HashSize && text.All(char.IsAsciiHexDigit) => new(
                ProblemKind.InvalidValue,
                $"{what} has {text.Length} hexadecimal digits; expected a script hash, which has {2 * Hash256.Size}"),
            _ => null,
        };
    }

    private static string Kinds => string.Join(", ", ExtendedKeyForm.Scripts.Keys);

    private static string AdviceFor(string descriptor) => descriptor[..descriptor.IndexOf('(')] switch
    {
        "addr" => "give the address without addr()",
        "raw" => "give the script hash in place of raw()",
        "combo" => "combo() has several kinds of addresses: give a descriptor for each kind, line by line in a file",
        _ when OutputDescriptor.HasHardenedStep(descriptor) => "a hardened step (h or ') after a key needs the "
            + "private key: give the public key after that step, such as the account's",
        _ => "expected pkh(), wpkh(), sh(), wsh() or tr() around keys such as [d34db33f/84h/0h/0h]xpub…/<0;1>/*",
    };

    private static Problem Mistyped(string what, string kind) => new(
        ProblemKind.Mistyped, $"{what} is a mistyped {kind}: its checksum is wrong; copy it again");

    private static bool IsLikeAddress(string text) =>
        text.Length is >= 26 and <= 35 && "123mnLMQ".Contains(text[0], StringComparison.Ordinal)
            && text.All(char.IsAsciiLetterOrDigit);

    private static string NameOf(AddressNetworks networks) =>
        string.Join(" or ", Names.Where(each => networks.HasFlag(each.Network)).Select(each => each.Name));
}
