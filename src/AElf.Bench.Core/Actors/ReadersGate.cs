namespace AElf.Bench.Core.Actors;

/// <summary>
/// A readers-writer lock: many threads read, or one thread changes. Readers on different processors write to different
/// cache lines; a single count would move its cache line between processors at each read. Waiting readers go before the
/// next change. Not reentrant.
/// </summary>
public sealed class ReadersGate
{
    // Processors fetch cache lines in pairs.
    private const int Stride = 2 * CacheLine.Bytes / sizeof(int);

    private readonly int[] readers = new int[(Environment.ProcessorCount + 2) * Stride];
    private readonly object turn = new();
    private volatile bool isChanging;
    private volatile int waitingReaders;

    /// <summary>Readers that wait for the end of a change.</summary>
    public int WaitingReaders => waitingReaders;

    /// <summary>Begins a read, which ends when the result is disposed of.</summary>
    public Reading Read()
    {
        ref var count = ref CountOf(Thread.GetCurrentProcessorId());
        Interlocked.Increment(ref count);
        if (isChanging)
        {
            Interlocked.Decrement(ref count);
            WaitToRead(ref count);
        }

        return new Reading(ref count);
    }

    /// <summary>Begins a change, which ends when the result is disposed of.</summary>
    public Changing Change()
    {
        lock (turn)
        {
            while (isChanging || waitingReaders > 0)
            {
                Monitor.Wait(turn);
            }

            isChanging = true;
        }

        // A reader that did not see isChanging has raised its count already: both sides write before they read.
        Interlocked.MemoryBarrier();
        var spinner = default(SpinWait);
        for (var slot = 0; slot < Environment.ProcessorCount; slot++)
        {
            while (Volatile.Read(ref CountOf(slot)) != 0)
            {
                spinner.SpinOnce();
            }
        }

        return new Changing(this);
    }

    // The first and the last cache lines of the array are unused: other objects may share them.
    private ref int CountOf(int processor) =>
        ref readers[(((uint)processor % (uint)Environment.ProcessorCount) + 1) * Stride];

    private void WaitToRead(ref int count)
    {
        lock (turn)
        {
            waitingReaders++;
            while (isChanging)
            {
                Monitor.Wait(turn);
            }

            Interlocked.Increment(ref count);
            waitingReaders--;
            Monitor.PulseAll(turn);
        }
    }

    private void EndChange()
    {
        lock (turn)
        {
            isChanging = false;
            Monitor.PulseAll(turn);
        }
    }

    public readonly ref struct Reading
    {
        private readonly ref int count;

        internal Reading(ref int count) => this.count = ref count;

        public void Dispose() => Interlocked.Decrement(ref count);
    }

    public readonly ref struct Changing
    {
        private readonly ReadersGate gate;

        internal Changing(ReadersGate gate) => this.gate = gate;

        public void Dispose() => gate.EndChange();
    }
}
