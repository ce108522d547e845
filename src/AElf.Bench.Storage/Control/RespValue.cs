namespace AElf.Bench.Storage.Control;

/// <summary>The kinds of RESP2 reply.</summary>
internal enum RespKind
{
    /// <summary><c>+</c>: a status line.</summary>
    Status,

    /// <summary><c>-</c>: an error line.</summary>
    Error,

    /// <summary><c>:</c>: a number.</summary>
    Integer,

    /// <summary><c>$</c>: bytes.</summary>
    Bulk,

    /// <summary><c>$-1</c> or <c>*-1</c>: nothing.</summary>
    Nil,

    /// <summary><c>*</c>: replies.</summary>
    Array,
}

/// <summary>One complete reply.</summary>
/// <param name="Text">
/// The line of a status, an error or a number, or a bulk's bytes as UTF-8; empty for other kinds.
/// </param>
internal sealed record RespValue(RespKind Kind, string Text = "")
{
    /// <summary>A bulk's bytes; empty for other kinds.</summary>
    public byte[] Bytes { get; init; } = [];

    /// <summary>An array's replies; empty for other kinds.</summary>
    public IReadOnlyList<RespValue> Items { get; init; } = [];
}
