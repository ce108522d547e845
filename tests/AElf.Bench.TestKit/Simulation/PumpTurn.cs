using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>What the thread of an actor does with its pump in a turn, without the thread and without waiting.</summary>
internal static class PumpTurn
{
    /// <summary>
    /// Exchanges with the store where something is in flight. A lost connection ends all attempts, and the lanes go on
    /// over a new one.
    /// </summary>
    public static void Take(IPump pump)
    {
        if (pump.Active == 0)
        {
            return;
        }

        try
        {
            pump.Exchange();
        }
        catch (StoreException exception)
        {
            pump.Abandon(exception.Message);
            pump.Reconnect();
            pump.Resume();
        }
    }
}
