namespace AElf.Bench.Core.Actors;

/// <summary>
/// Lets many threads read, or one thread change. Readers on different processors write to different cache lines: a lock
/// with one count of readers costs each of them the way of a line from one processor to the other. Readers that wait
/// go before the next change. Neither may be entered again by a thread that is in it.
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

    /// <summary>Reads until the result is disposed of, by any thread.</summary>
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

    /// <summary>Changes until the result is disposed of.</summary>
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

        // A reader that has not seen the change has raised its count before: both sides write before they read.
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

    // The first and the last lines of the array lie beside other objects.
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

    /// <summary>A read under way.</summary>
    public readonly ref struct Reading
    {
        private readonly ref int count;

        internal Reading(ref int count) => this.count = ref count;

        public void Dispose() => Interlocked.Decrement(ref count);
    }

    /// <summary>A change under way.</summary>
    public readonly ref struct Changing
    {
        private readonly ReadersGate gate;

        internal Changing(ReadersGate gate) => this.gate = gate;

        public void Dispose() => gate.EndChange();
    }
}
