namespace AElf.Bench.Core.Stores;

/// <summary>
/// Store operations as one side counted them, client or server. Keys are counted apart from commands, since one MGET
/// reads many keys.
/// </summary>
/// <param name="Get">GET commands.</param>
/// <param name="Set">SET commands.</param>
/// <param name="MultiGet">MGET commands.</param>
/// <param name="MultiSet">MSET commands.</param>
/// <param name="KeysRead">Keys read by GET and MGET.</param>
/// <param name="KeysWritten">Keys written by SET and MSET.</param>
public readonly record struct OperationCounts(
    long Get, long Set, long MultiGet, long MultiSet, long KeysRead, long KeysWritten)
{
    /// <summary>EXEC commands: the SETs between MULTI and EXEC are counted as SETs.</summary>
    public long Exec { get; init; }

    /// <summary>EVALSHA commands: the GETs and SETs inside a script are counted as GETs and SETs.</summary>
    public long EvalSha { get; init; }

    public long Commands => Get + Set + MultiGet + MultiSet + Exec + EvalSha;

    /// <summary>The counts of a number of GET commands.</summary>
    public static OperationCounts Gets(long count) => new(count, 0, 0, 0, count, 0);

    /// <summary>The counts of a number of SET commands.</summary>
    public static OperationCounts Sets(long count) => new(0, count, 0, 0, 0, count);

    public static OperationCounts operator +(OperationCounts left, OperationCounts right) => Sum(left, 1, right);

    public static OperationCounts operator -(OperationCounts left, OperationCounts right) => Sum(left, -1, right);

    private static OperationCounts Sum(in OperationCounts left, long sign, in OperationCounts right) => new(
        left.Get + (sign * right.Get),
        left.Set + (sign * right.Set),
        left.MultiGet + (sign * right.MultiGet),
        left.MultiSet + (sign * right.MultiSet),
        left.KeysRead + (sign * right.KeysRead),
        left.KeysWritten + (sign * right.KeysWritten))
    {
        Exec = left.Exec + (sign * right.Exec),
        EvalSha = left.EvalSha + (sign * right.EvalSha),
    };
}
