namespace AElf.Bench.Electrum.Chain;

/// <summary>
/// Bytes are not a valid part of a chain. The message has the position, the found and the expected value.
/// </summary>
public sealed class ChainException : Exception
{
    /// <summary>A fault at a byte of a block or transaction.</summary>
    /// <param name="offset">Bytes before the fault, from the beginning of the parsed bytes.</param>
    public ChainException(int offset, string message)
        : base($"byte {offset}: {message}")
    {
    }

    /// <summary>A fault of the whole block or transaction, such as a wrong root.</summary>
    public ChainException(string message, Exception? inner = null)
        : base(message, inner)
    {
    }

    /// <summary>An unreadable block.</summary>
    public ChainException(int height, Hash256 hash, ChainException reason)
        : base($"block {height}, {hash}, cannot be read: {reason.Message}", reason) => IsOfBlock = true;

    /// <summary>
    /// Whether the fault is an unreadable block; the message has its height, its hash and the reason.
    /// </summary>
    public bool IsOfBlock { get; }
}
