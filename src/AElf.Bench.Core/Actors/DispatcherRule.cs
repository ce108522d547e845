using AElf.Bench.Core.Options;

namespace AElf.Bench.Core.Actors;

/// <summary>How many dispatchers serve the actors of a process.</summary>
public static class DispatcherRule
{
    // Jobs for which one more dispatcher pays where all in flight share a round trip.
    private const int JobsPerDispatcher = 80;

    /// <summary>
    /// Dispatchers for a round: as many as the options ask for, else as many as pay; 1 to the number of actors.
    /// </summary>
    /// <param name="options">Says how many actors, lanes and dispatchers are asked for.</param>
    /// <param name="jobs">Jobs of the round; no more of them are in flight than there are lanes.</param>
    /// <param name="cost">The cost of an exchange.</param>
    /// <param name="cores">Cores of this machine.</param>
    public static int CountFor(ActorOptions options, int jobs, ExchangeCost cost, int cores)
    {
        var inFlight = (int)Math.Clamp(jobs, 1, options.Actors * (long)options.Lanes);
        var wanted = (options.Dispatchers, cost) switch
        {
            ( > 0 and var asked, _) => asked,
            (_, ExchangeCost.RoundTrip) => Math.Min(inFlight / JobsPerDispatcher, cores),
            (_, ExchangeCost.Processor) => Math.Min(inFlight, cores),
            _ => inFlight,
        };
        return Math.Clamp(wanted, 1, options.Actors);
    }

    /// <summary>
    /// Connections that a process needs at once: one per possible dispatcher, and one for use between rounds.
    /// </summary>
    public static int ConnectionsFor(ActorOptions options, ExchangeCost cost) =>
        1 + CountFor(options, int.MaxValue, cost, Environment.ProcessorCount);
}
