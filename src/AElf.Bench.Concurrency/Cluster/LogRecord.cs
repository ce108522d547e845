using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>A record that a manager writes before it acts on it.</summary>
public abstract record LogRecord
{
    private LogRecord()
    {
    }

    /// <summary>The first record: the run of the log.</summary>
    /// <param name="Version">The version of the records and their meaning.</param>
    /// <param name="Configuration">The configuration of the run as text; compared, never parsed.</param>
    public sealed record RunOpened(int Version, string Run, string Configuration) : LogRecord
    {
        /// <summary>
        /// Rises with each new type of record and each new field. A log of another version is not resumed, because
        /// unknown records would be missing.
        /// </summary>
        public const int CurrentVersion = 4;
    }

    /// <summary>Keys are about to be seeded. Rounds start from the last of these records.</summary>
    /// <param name="Version">The version of the keys, from the same rising numbers as epochs.</param>
    public sealed record SeedingBegun(int Version) : LogRecord;

    /// <summary>A round was begun.</summary>
    public sealed record RoundOpened(RoundManifest Manifest) : LogRecord;

    /// <summary>A grant that may be sent after this record is durable.</summary>
    /// <param name="Grant">The job or unit, and the epoch.</param>
    public sealed record Granted(long Round, Grant Grant, long Incarnation) : LogRecord;

    /// <summary>Attempts whose report of success counted.</summary>
    public sealed record Done(long Round, IReadOnlyList<Attempt> Attempts) : LogRecord
    {
        /// <summary>Equal when the attempts are equal one by one.</summary>
        public bool Equals(Done? other) =>
            other is not null && Round == other.Round && Attempts.SequenceEqual(other.Attempts);

        public override int GetHashCode() => HashCode.Combine(Round, Attempts.Count);
    }

    /// <summary>A fault of the run, for the report of a manager that resumes it.</summary>
    /// <param name="Kind">For example <c>worker</c>.</param>
    public sealed record FaultMet(string Kind, string What) : LogRecord;

    /// <summary>The run is over.</summary>
    /// <param name="Failure">Why it failed; null without a failure.</param>
    public sealed record RunClosed(Problem? Failure) : LogRecord;
}
