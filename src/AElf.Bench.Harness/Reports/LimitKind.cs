using System.Globalization;

namespace AElf.Bench.Harness.Reports;

/// <summary>A kind of bound that can limit a run: its share from which it is the limit, and its words.</summary>
/// <param name="Subject">The limit in a sentence; <c>{0}</c> is replaced by its name.</param>
/// <param name="Near">Share of the bound from which the kind is the limit.</param>
internal sealed record LimitKind(string Subject, double Near = LimitKind.Usual)
{
    /// <summary><see cref="Near"/> of most kinds.</summary>
    public const double Usual = 0.85;

    /// <summary>Name of the bound that comes from waiting for answers.</summary>
    public const string RoundTrip = "round trip";

    private static readonly LimitKind Other = new("the {0}");

    private static readonly Dictionary<string, LimitKind> ByName = new(StringComparer.Ordinal)
    {
        // A store that keeps up with a schedule could do more.
        ["schedule"] = new("the schedule of --rate", OpenLoopReport.MinShare)
        {
            Next = "a higher --rate; 'optimize' with --limit 'p99 < 5ms' finds the highest",
        },

        // The bound uses the shortest latency of all, which rarely occurs many times in a row.
        ["load"] = new("the longest chain of the load", Near: 0.7)
        {
            IsPart = true,
            Next = "a load with more or smaller groups has shorter chains",
        },
        ["depth"] = new("too few requests in flight"),
        ["shard …"] = new("the store ({0})") { IsPart = true },
        ["garbage collection"] = new("the .NET garbage collector", Near: 0.2) { IsPart = true },
        ["serialization"] = new("the manager, which encodes and decodes messages", double.PositiveInfinity)
        {
            IsPart = true,
        },
        ["manager"] = new("the manager's CPU") { IsPart = true },
        ["actors"] = new("the CPU of the actors, not the store") { IsOfActors = true, IsPart = true },
        ["worker …"] = new("the CPU of {0}, not the store") { IsOfActors = true, IsPart = true },
        ["processors"] = new("the CPU", Near: 0.95) { IsPart = true },
        ["mailboxes"] = new("assigning work inside this process"),
        ["manager and wire"] = new("assigning work from the manager over the network") { IsOfHarness = true },
        ["harness"] = new("the benchmark itself, not the store") { IsOfHarness = true },

        // Little's law: if each operation takes its minimum time, the operations in flight bound the rate.
        [RoundTrip] = new("waiting for the store and the network to answer", Near: 0.6)
        {
            Next = "a higher --lanes keeps more requests in flight",
        },
    };

    /// <summary>Advice if the kind is the limit; null without advice.</summary>
    public string? Next { get; private init; }

    /// <summary>Whether the share is a part of a whole, such as of a core, so that it is at most 1.</summary>
    public bool IsPart { get; private init; }

    /// <summary>Whether the limit is the actors' CPU.</summary>
    public bool IsOfActors { get; private init; }

    /// <summary>Whether the limit belongs to the benchmark itself.</summary>
    public bool IsOfHarness { get; private init; }

    /// <summary>Finds the kind by the name of a limit in a report, or by the first word of the name.</summary>
    public static LimitKind Of(string name) =>
        ByName.GetValueOrDefault(name) ?? ByName.GetValueOrDefault($"{name.Split(' ')[0]} …", Other);

    /// <param name="name">Name of the limit in a report.</param>
    public string SubjectOf(string name) => string.Format(CultureInfo.InvariantCulture, Subject, name);
}
