using System.Globalization;
using System.Text;

namespace AElf.Bench.TestKit.Network;

/// <summary>A command on its way to a store.</summary>
/// <param name="Words">Its words, bytes as Latin-1.</param>
public sealed record RelayedCommand(IReadOnlyList<string> Words)
{
    /// <summary>The version a run in a cluster seeds first.</summary>
    public const int SeededVersion = 1;

    /// <summary>Its name in capital letters.</summary>
    public string Verb => Words[0].ToUpperInvariant();

    /// <summary>The version at the end of an account's key; −1 for any other key, or none.</summary>
    public int Version =>
        Words.Count > 1 && Words[1].Split('@') is [_, var version]
            ? int.Parse(version, NumberStyles.HexNumber, CultureInfo.InvariantCulture)
            : -1;

    /// <summary>Whether it is about an account as a run in a cluster seeds it when nothing goes wrong.</summary>
    public bool IsOfSeeded => Version == SeededVersion;

    /// <summary>Whether it is about an account under the epoch of a later attempt.</summary>
    public bool IsOfLaterAttempt => Version > SeededVersion;

    /// <summary>The bytes to send.</summary>
    internal byte[] Encode()
    {
        var text = new StringBuilder().Append(CultureInfo.InvariantCulture, $"*{Words.Count}\r\n");
        foreach (var word in Words)
        {
            text.Append(CultureInfo.InvariantCulture, $"${word.Length}\r\n").Append(word).Append("\r\n");
        }

        return Encoding.Latin1.GetBytes(text.ToString());
    }
}
