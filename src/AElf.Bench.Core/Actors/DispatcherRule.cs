using AElf.Bench.Core.Options;

namespace AElf.Bench.Core.Actors;

/// <summary>How many dispatchers serve the actors of a process.</summary>
public static class DispatcherRule
{
    // Jobs in flight per dispatcher, if all jobs in flight share a round trip.
    private const int JobsPerDispatcher = 80;

    /// <summary>
    /// The number of dispatchers for a round, from 1 to the number of actors: the number in the options, or chosen by
    /// cost if that is 0.
    /// </summary>
    /// <param name="options">The numbers of actors, lanes and dispatchers.</param>
    /// <param name="jobs">Jobs of the round. Each lane has at most one in flight.</param>
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
