using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>Opens the pumps of transfers over a store, which ends with it.</summary>
/// <param name="store">Holds the accounts.</param>
/// <param name="mode">How first attempts put reads and writes to the store.</param>
/// <param name="clock">Times the transfers.</param>
public sealed class TransferPumps(IAccountStore store, TransferMode mode, TimeProvider clock) : IPumpFactory
{
    /// <summary>What a worker's pumps are told of a run: one byte, the mode.</summary>
    public static byte[] Encode(TransferMode mode) => [(byte)mode];

    /// <summary>The mode in what <see cref="Encode"/> wrote.</summary>
    /// <exception cref="FormatException">The bytes are no mode.</exception>
    public static TransferMode ModeOf(ReadOnlySpan<byte> settings) =>
        settings is [var mode] && Enum.IsDefined((TransferMode)mode)
            ? (TransferMode)mode
            : throw new FormatException($"the settings of transfers are {settings.Length} bytes that name no mode");

    /// <inheritdoc/>
    public IPump Open(int lanes, IAttemptListener listener, LatencyHistogram latency) =>
        new TransferPump(lanes, store, mode, listener, latency, clock);

    /// <inheritdoc/>
    public void Dispose() => store.Dispose();
}
