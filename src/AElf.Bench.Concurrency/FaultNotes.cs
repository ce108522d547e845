using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency;

/// <summary>The faults of a round; equal faults are counted together.</summary>
internal sealed class FaultNotes
{
    private readonly Dictionary<(string Kind, string What), (TimeSpan First, int Count)> faults = [];

    /// <summary>The faults in order of first occurrence.</summary>
    public IReadOnlyList<Fault> All =>
        [.. faults
            .Select(fault => new Fault(fault.Value.First, fault.Key.Kind, fault.Key.What, fault.Value.Count))
            .OrderBy(fault => fault.At)];

    /// <summary>Notes a fault; raises the count of an equal one.</summary>
    /// <param name="at">Time since the start of the round's window.</param>
    public void Add(TimeSpan at, string kind, string what, int count = 1)
    {
        var (first, before) = faults.GetValueOrDefault((kind, what), (at, 0));
        faults[(kind, what)] = (first, before + count);
    }

    public void Add(TimeSpan at, AttemptFailure lost)
    {
        if (Of(lost) is var (kind, what))
        {
            Add(at, kind, what);
        }
    }

    /// <summary>
    /// The fault of a failed attempt, without its unit: a thousand units with one fault give one line. Null for a lost
    /// connection, which its actor reports.
    /// </summary>
    public static (string Kind, string What)? Of(AttemptFailure lost) => lost switch
    {
        { Fatal: true } => ("lost", lost.Problem.ToString()),
        { Item: not null } => ("refused", $"step {lost.Step}: {lost.Reason}"),
        _ => null,
    };
}
