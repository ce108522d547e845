using System.Buffers;
using System.Globalization;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Tests.Execution;

/// <summary>
/// A pump over an embedded store that a test moves step by step; its reports are kept as text. Grants come from the
/// process that made the round, or encoded, as from another process.
/// </summary>
internal abstract class HandMovedPump(int accounts, bool encoded, int more = 0) : JobOwner, IDisposable
{
    public abstract IPump Pump { get; }

    public LatencyHistogram Latency { get; } = new();

    public List<string> Reports { get; } = [];

    protected EmbeddedAccountStore Store { get; } = new(accounts, more);

    protected abstract IRound Current { get; }

    public abstract void Open(Offer offer);

    public void Start(Grant grant)
    {
        if (!encoded)
        {
            Pump.Start(this, grant, GrantWork.Of(Current));
            return;
        }

        var work = new ArrayBufferWriter<byte>();
        Current.Encode(grant, work);
        Pump.Start(this, grant, new GrantWork(Current.Number, Round: null, work.WrittenMemory));
    }

    public void Step() => Pump.Exchange();

    public void Finish()
    {
        while (Pump.Active > 0)
        {
            Step();
        }
    }

    /// <summary>Plays every job of a round and asserts that each group is done once, at epoch 0.</summary>
    public void PlayRound(Offer offer)
    {
        Reports.Clear();
        Open(offer);
        for (var job = 0; job < Current.Jobs.Count; job++)
        {
            while (Pump.Active == Pump.Lanes)
            {
                Step();
            }

            Start(Grant.Initial(job));
        }

        Finish();
        Assert.Equal(
            Enumerable.Range(0, Current.Jobs.UnitCount).Select(unit => $"done {unit}@0").Order(StringComparer.Ordinal),
            Reports.Order(StringComparer.Ordinal));
    }

    /// <summary>The accounts at a version, each as <c>sequence:balance</c>.</summary>
    public string StatesAt(int version)
    {
        using var reader = Store.Connect();
        return string.Join(' ', AccountReplies.Read(reader, Enumerable.Repeat(version, accounts).ToArray()).Select(
            reply => reply.Kind == ReplyKind.Value
                ? $"{reply.State.Sequence}:{reply.State.Balance}"
                : $"{reply.Kind}"));
    }

    /// <summary>Writes accounts 0, 1, 2 … at version 0, each as <c>sequence:balance</c>.</summary>
    public void Put(string states)
    {
        using var writer = Store.Connect();
        foreach (var (account, state) in states.Split(' ').Index())
        {
            long[] parts = [.. state.Split(':').Select(part => long.Parse(part, CultureInfo.InvariantCulture))];
            writer.Set(new AccountKey(account, 0), new AccountState(parts[0], parts[1]), tag: 0);
        }

        writer.Exchange();
    }

    public virtual void Dispose()
    {
        Pump.Dispose();
        Store.Dispose();
    }

    public override void Done(long round, Attempt attempt) => Reports.Add($"done {attempt.Unit}@{attempt.Epoch}");

    public override void Failed(long round, AttemptFailure failure) => Reports.Add(
        $"{(failure.Fatal ? "fatal" : "failed")} {failure.Unit}@{failure.Epoch} {failure.Item ?? "everything"} "
            + $"at {failure.Step}: {failure.Reason}");

    public override void Ended(long round, Grant grant)
    {
        // The test starts its jobs and does not need reports of free lanes.
    }
}
