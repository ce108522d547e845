using System.Globalization;
using System.Text;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Network;

/// <summary>
/// Takes a guard away from outside: whatever version of an account a program asks for, the store has one only, the
/// first.
/// </summary>
internal static class OneVersion
{
    // Of a version, those that count within a run.
    private const string First = "001";
    private static readonly byte[] ValueHeader = "$32\r\n"u8.ToArray();

    /// <summary>What the store is asked instead.</summary>
    public static RelayedCommand Ask(RelayedCommand command)
    {
        var words = command.Words.Select(word => KeyOf(word) is null ? word : word[..^First.Length] + First).ToArray();
        if (words is ["SET", _, var value, ..] && KeyOf(command.Words[1]) is { } key)
        {
            words[2] = Encoding.Latin1.GetString(
                Rewrite(Encoding.Latin1.GetBytes(value), key, FirstOf(key)));
        }

        return new RelayedCommand(words);
    }

    /// <summary>What the program is answered instead.</summary>
    /// <param name="command">What it asked.</param>
    /// <param name="reply">What the store answered.</param>
    public static byte[] Answer(RelayedCommand command, byte[] reply) =>
        command.Words is ["GET", var word] && KeyOf(word) is { } key && reply.AsSpan().StartsWith(ValueHeader)
            ? [.. ValueHeader, .. Rewrite(reply[ValueHeader.Length..^2], FirstOf(key), key), .. "\r\n"u8]
            : reply;

    private static AccountKey FirstOf(AccountKey key) => key with
    {
        Version = key.Version - (key.Version % RelayedCommand.VersionsOfRun) + RelayedCommand.SeededVersion,
    };

    /// <summary>The account version whose key a word is; null when it is none.</summary>
    private static AccountKey? KeyOf(string word) =>
        word.Length == AccountCodec.KeyLength && word.StartsWith("ab", StringComparison.Ordinal)
            && word.Split(':', '@') is [_, var account, var version]
            ? new AccountKey(Number(account), Number(version))
            : null;

    private static int Number(string digits) =>
        int.Parse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);

    /// <summary>
    /// A value that names another version; what is no value of the one it should name stays as it is.
    /// </summary>
    private static byte[] Rewrite(byte[] value, AccountKey from, AccountKey to)
    {
        if (!AccountCodec.TryReadValue(value, out var found, out var state) || found != from)
        {
            return value;
        }

        var rewritten = new byte[AccountCodec.ValueLength];
        AccountCodec.WriteValue(rewritten, to, state);
        return rewritten;
    }
}
