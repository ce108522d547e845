using System.Globalization;
using System.Text;

namespace AElf.Bench.TestKit.Network;

/// <summary>A command on its way to a store.</summary>
/// <param name="Words">Its words; bytes are decoded as Latin-1.</param>
public sealed record RelayedCommand(IReadOnlyList<string> Words)
{
    /// <summary>The version that a run in a cluster seeds first.</summary>
    public const int SeededVersion = 1;

    /// <summary>The number of versions of a run; a later run with the same id starts behind them.</summary>
    public const int VersionsOfRun = 0x1000;

    /// <summary>Its name in upper case.</summary>
    public string Verb => Words[0].ToUpperInvariant();

    /// <summary>
    /// The version at the end of an account's key, counted within its run: each run starts at a multiple of
    /// <see cref="VersionsOfRun"/>. −1 for any other key, or no key.
    /// </summary>
    public int Version =>
        Words.Count > 1 && Words[1].Split('@') is [_, var version]
            ? int.Parse(version, NumberStyles.HexNumber, CultureInfo.InvariantCulture) % VersionsOfRun
            : -1;

    /// <summary>Whether its key is the version of an account that a run in a cluster seeds first.</summary>
    public bool IsOfSeeded => Version == SeededVersion;

    /// <summary>Whether its key is the version of an account at the epoch of a later attempt.</summary>
    public bool IsOfLaterAttempt => Version > SeededVersion;

    /// <summary>Appends its bytes to a batch.</summary>
    internal void AddTo(MemoryStream batch)
    {
        Add(batch, string.Create(CultureInfo.InvariantCulture, $"*{Words.Count}\r\n"));
        foreach (var word in Words)
        {
            Add(batch, string.Create(CultureInfo.InvariantCulture, $"${word.Length}\r\n{word}\r\n"));
        }
    }

    private static void Add(MemoryStream batch, string text)
    {
        Span<byte> bytes = text.Length <= 256 ? stackalloc byte[text.Length] : new byte[text.Length];
        Encoding.Latin1.GetBytes(text, bytes);
        batch.Write(bytes);
    }
}
