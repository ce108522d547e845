using AElf.Bench.Core.Actors;
using AElf.Bench.TestKit.Hosts;

namespace AElf.Bench.TestKit.Slowed;

/// <summary>A pump that allocates an object of 24 bytes at every Nth transfer of the mode <c>strict</c>.</summary>
internal sealed class AllocatingPump(IPump pump, int every) : ForwardedPump(pump)
{
    private const int OperationsOfTransfer = 4;

    private long made;
    private object? kept;

    /// <summary>The last allocated object. The compiler could remove an allocation without a reference.</summary>
    public object? Kept => kept;

    public override void Exchange()
    {
        base.Exchange();
        var due = (Operations.Get + Operations.Set) / (OperationsOfTransfer * every);
        for (; made < due; made++)
        {
            kept = new object();
        }
    }
}
