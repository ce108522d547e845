using System.Diagnostics.Tracing;

namespace AElf.Bench.Harness.Runs;

/// <summary>Events that say to whoever records this process where its measured rounds begin and end.</summary>
[EventSource(Name = SourceName)]
public sealed class RoundEvents : EventSource
{
    /// <summary>The name to listen for.</summary>
    public const string SourceName = "AElf-Bench";

    /// <summary>The number of the event that begins a round.</summary>
    public const int Begun = 1;

    /// <summary>The number of the event that ends one.</summary>
    public const int Ended = 2;

    private RoundEvents()
    {
    }

    internal static RoundEvents Log { get; } = new();

    /// <summary>A measured round begins.</summary>
    /// <param name="round">Which, from 1.</param>
    [Event(Begun)]
    public void Begin(int round) => WriteEvent(Begun, round);

    /// <summary>A measured round has ended.</summary>
    /// <param name="round">Which, from 1.</param>
    [Event(Ended)]
    public void End(int round) => WriteEvent(Ended, round);
}
