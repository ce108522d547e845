namespace AElf.Bench.Electrum.Chain;

/// <summary>
/// Bytes that are no valid part of a chain; the message says where, what was found and what would be right.
/// </summary>
public sealed class ChainException : Exception
{
    /// <summary>A fault at a byte of a block or transaction.</summary>
    public ChainException(int offset, string message)
        : base($"byte {offset}: {message}") => Offset = offset;

    /// <summary>A fault of the whole, such as a root that differs.</summary>
    public ChainException(string message, Exception? inner = null)
        : base(message, inner) => Offset = -1;

    /// <summary>Bytes before the fault, from the beginning of what was parsed; −1 for a fault of the whole.</summary>
    public int Offset { get; }
}
