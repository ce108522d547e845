namespace AElf.Bench.Electrum.Chain;

/// <summary>
/// Bytes are not a valid part of a chain; the message says where, what was found and what would be right.
/// </summary>
public sealed class ChainException : Exception
{
    /// <summary>A fault at a byte of a block or transaction.</summary>
    public ChainException(int offset, string message)
        : base($"byte {offset}: {message}") => Offset = offset;

    /// <summary>A fault of the whole, such as a root that differs.</summary>
    public ChainException(string message, Exception? inner = null)
        : base(message, inner) => Offset = -1;

    private ChainException(int height, Hash256 hash, Exception reason)
        : base($"block {height}, {hash}, cannot be read: {reason.Message}", reason) =>
        (Offset, IsOfBlock) = (-1, true);

    /// <summary>
    /// Whether it is of a block that cannot be read; the message has its height, its hash and the reason.
    /// </summary>
    public bool IsOfBlock { get; }

    /// <summary>Bytes before the fault, from the beginning of what was parsed; −1 for a fault of the whole.</summary>
    public int Offset { get; }

    /// <summary>A block that cannot be read.</summary>
    public static ChainException OfBlock(int height, Hash256 hash, ChainException reason) => new(height, hash, reason);
}
