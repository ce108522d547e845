using System.Globalization;
using System.Text;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Network;

/// <summary>
/// Removes a guard from outside: the store has only the first version of each account, whatever version a program
/// requests.
/// </summary>
internal static class OneVersion
{
    // The digits of a version that count within a run.
    private const string First = "001";
    private static readonly byte[] ValueHeader = "$32\r\n"u8.ToArray();

    /// <summary>The command that is sent to the store instead.</summary>
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

    /// <summary>The reply that the program receives instead.</summary>
    /// <param name="command">The program's command.</param>
    /// <param name="reply">The store's reply.</param>
    public static byte[] Answer(RelayedCommand command, byte[] reply) =>
        command.Words is ["GET", var word] && KeyOf(word) is { } key && reply.AsSpan().StartsWith(ValueHeader)
            ? [.. ValueHeader, .. Rewrite(reply[ValueHeader.Length..^2], FirstOf(key), key), .. "\r\n"u8]
            : reply;

    private static AccountKey FirstOf(AccountKey key) => key with
    {
        Version = key.Version - (key.Version % RelayedCommand.VersionsOfRun) + RelayedCommand.SeededVersion,
    };

    /// <summary>The account version in a key; null if the word is not such a key.</summary>
    private static AccountKey? KeyOf(string word) =>
        word.Length == AccountCodec.KeyLength && word.StartsWith("ab", StringComparison.Ordinal)
            && word.Split(':', '@') is [_, var account, var version]
            ? new AccountKey(Number(account), Number(version))
            : null;

    private static int Number(string digits) =>
        int.Parse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);

    /// <summary>
    /// The value with the other version's name; unchanged if it is not a value of the expected version.
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
