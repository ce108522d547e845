using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency;

/// <summary>The faults a round has met, equal ones counted together.</summary>
internal sealed class FaultNotes
{
    private readonly Dictionary<(string Kind, string What), (TimeSpan First, int Count)> faults = [];

    /// <summary>The faults, in the order they were first met.</summary>
    public IReadOnlyList<Fault> All =>
        [.. faults
            .Select(fault => new Fault(fault.Value.First, fault.Key.Kind, fault.Key.What, fault.Value.Count))
            .OrderBy(fault => fault.At)];

    /// <summary>Notes a fault; an equal one is counted up.</summary>
    /// <param name="at">Since the round's window opened.</param>
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
    /// The fault behind a failed attempt, without the unit, so that a thousand units with one fault are one line; null
    /// for a lost connection, which is reported by its actor.
    /// </summary>
    public static (string Kind, string What)? Of(AttemptFailure lost) => lost switch
    {
        { Fatal: true } => ("lost", lost.Problem.ToString()),
        { Item: not null } => ("refused", $"step {lost.Step}: {lost.Reason}"),
        _ => null,
    };
}
