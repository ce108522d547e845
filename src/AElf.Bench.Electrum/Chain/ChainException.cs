namespace AElf.Bench.Electrum.Chain;

/// <summary>
/// Bytes are not a valid part of a chain. The message has the position, the found and the expected value.
/// </summary>
public sealed class ChainException : Exception
{
    /// <summary>A fault at a byte of a block or transaction.</summary>
    public ChainException(int offset, string message)
        : base($"byte {offset}: {message}") => Offset = offset;

    /// <summary>A fault of the whole block or transaction, such as a wrong root.</summary>
    public ChainException(string message, Exception? inner = null)
        : base(message, inner) => Offset = -1;

    private ChainException(int height, Hash256 hash, Exception reason)
        : base($"block {height}, {hash}, cannot be read: {reason.Message}", reason) =>
        (Offset, IsOfBlock) = (-1, true);

    /// <summary>
    /// Whether the fault is an unreadable block; the message has its height, its hash and the reason.
    /// </summary>
    public bool IsOfBlock { get; }

    /// <summary>Bytes before the fault, from the beginning of the parsed bytes; −1 for a fault of the whole.</summary>
    public int Offset { get; }

    /// <summary>The exception for an unreadable block.</summary>
    public static ChainException OfBlock(int height, Hash256 hash, ChainException reason) => new(height, hash, reason);
}
