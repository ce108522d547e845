using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>What a dispatcher does with its pump in a turn, without its thread and without waiting.</summary>
/// <param name="pump">The pump.</param>
/// <param name="onLost">Told that the connection is lost.</param>
internal sealed class PumpTurn(IPump pump, Action<StoreException>? onLost = null)
{
    /// <summary>Whether the connection is lost and no other was made yet: nothing may be started.</summary>
    public bool IsAway { get; private set; }

    /// <summary>
    /// Exchanges with the store where something is in flight. A lost connection ends all attempts, and the lanes go on
    /// over a new one, as soon as there is one.
    /// </summary>
    public void Take()
    {
        try
        {
            if (!IsAway && pump.Active > 0)
            {
                pump.Exchange();
            }
        }
        catch (StoreException exception)
        {
            onLost?.Invoke(exception);
            pump.Abandon(exception.Message);
            IsAway = true;
        }

        if (IsAway)
        {
            Reconnect();
        }
    }

    private void Reconnect()
    {
        try
        {
            pump.Reconnect();
        }
        catch (StoreException)
        {
            // The next turn tries again.
            return;
        }

        IsAway = false;
        pump.Resume();
    }
}
