using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>One turn of a dispatcher with its pump, without a thread and without waiting.</summary>
/// <param name="pump">The pump.</param>
/// <param name="onLost">Called when the connection is lost.</param>
internal sealed class PumpTurn(IPump pump, Action<StoreException>? onLost = null)
{
    /// <summary>Whether the connection is lost and not replaced yet. Then no lane may start.</summary>
    public bool IsAway { get; private set; }

    /// <summary>
    /// Exchanges with the store if an operation is in flight. A lost connection ends all attempts; the lanes continue
    /// when a new connection is open.
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
