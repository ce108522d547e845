using AElf.Bench.Core.Stores;

namespace AElf.Bench.Harness.Reports;

/// <summary>Operation counts; keys are counted separately from commands.</summary>
/// <param name="Get">GET commands.</param>
/// <param name="Set">SET commands.</param>
/// <param name="MultiGet">MGET commands.</param>
/// <param name="MultiSet">MSET commands.</param>
/// <param name="KeysRead">Keys read by GET and MGET; null if the server does not count them.</param>
/// <param name="KeysWritten">Keys written by SET and MSET; null if the server does not count them.</param>
public sealed record OperationReport(
    long Get, long Set, long MultiGet, long MultiSet, long? KeysRead, long? KeysWritten)
{
    public static readonly OperationReport None = From(default);

    /// <summary>EXEC commands; null for none.</summary>
    public long? Exec { get; init; }

    /// <summary>EVALSHA commands; null for none.</summary>
    public long? EvalSha { get; init; }

    /// <summary>As counts, with −1 for unknown keys.</summary>
    public OperationCounts ToCounts() => new(Get, Set, MultiGet, MultiSet, KeysRead ?? -1, KeysWritten ?? -1)
    {
        Exec = Exec ?? 0,
        EvalSha = EvalSha ?? 0,
    };

    /// <summary>Sums up; if keys are unknown in one part, they are unknown in the sum.</summary>
    public static OperationReport Sum(IEnumerable<OperationReport> parts) => parts.Aggregate(None, (sum, part) => new(
        checked(sum.Get + part.Get),
        checked(sum.Set + part.Set),
        checked(sum.MultiGet + part.MultiGet),
        checked(sum.MultiSet + part.MultiSet),
        checked(sum.KeysRead + part.KeysRead),
        checked(sum.KeysWritten + part.KeysWritten))
    {
        Exec = SumOf(sum.Exec, part.Exec),
        EvalSha = SumOf(sum.EvalSha, part.EvalSha),
    });

    /// <summary>From counts, with negative values for unknown keys.</summary>
    public static OperationReport From(OperationCounts counts) => new(
        counts.Get,
        counts.Set,
        counts.MultiGet,
        counts.MultiSet,
        counts.KeysRead < 0 ? null : counts.KeysRead,
        counts.KeysWritten < 0 ? null : counts.KeysWritten)
    {
        Exec = SumOf(counts.Exec, null),
        EvalSha = SumOf(counts.EvalSha, null),
    };

    private static long? SumOf(long? left, long? right) =>
        checked((left ?? 0) + (right ?? 0)) is not 0 and var sum ? sum : null;
}
