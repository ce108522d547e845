namespace AElf.Bench.Electrum.Chain;

/// <summary>
/// Builds transactions one after the other. A transaction has the format with witnesses (BIP144) if an input has a
/// witness item.
/// </summary>
public sealed class TransactionBuilder
{
    private readonly WireWriter inputs = new();
    private readonly WireWriter outputs = new();
    private readonly WireWriter witnesses = new();
    private readonly WireWriter items = new();
    private int itemCount;
    private bool hasWitness;

    public int Version { get; set; } = 2;

    /// <summary>The height or time before which it is not valid.</summary>
    public uint LockTime { get; set; }

    public int InputCount { get; private set; }
    public int OutputCount { get; private set; }

    /// <summary>
    /// Adds an input that spends an output, with the part of the unlocking data that is outside the witness.
    /// </summary>
    public void AddInput(
        Hash256 previousId, uint previousIndex, ReadOnlySpan<byte> script, uint sequence = uint.MaxValue)
    {
        EndWitness();
        InputCount++;
        inputs.WriteHash(previousId);
        inputs.WriteUInt32(previousIndex);
        inputs.WriteVarBytes(script);
        inputs.WriteUInt32(sequence);
    }

    /// <summary>Adds an item to the witness of the last input.</summary>
    public void AddWitnessItem(ReadOnlySpan<byte> item)
    {
        hasWitness = true;
        itemCount++;
        items.WriteVarBytes(item);
    }

    /// <summary>Adds an output of an amount in 10⁻⁸ coins.</summary>
    public void AddOutput(long value, ReadOnlySpan<byte> script)
    {
        OutputCount++;
        outputs.WriteUInt64((ulong)value);
        outputs.WriteVarBytes(script);
    }

    /// <summary>Writes the transaction, and begins the next one with the same version and lock time.</summary>
    public void MoveTo(WireWriter writer)
    {
        EndWitness();
        writer.WriteUInt32((uint)Version);
        if (hasWitness)
        {
            writer.WriteByte(0);
            writer.WriteByte(1);
        }

        writer.WriteVarInt((ulong)InputCount);
        writer.WriteBytes(inputs.Written);
        writer.WriteVarInt((ulong)OutputCount);
        writer.WriteBytes(outputs.Written);
        if (hasWitness)
        {
            writer.WriteBytes(witnesses.Written);
        }

        writer.WriteUInt32(LockTime);
        Clear();
    }

    // Completes the witness stack of the last input.
    private void EndWitness()
    {
        if (InputCount > 0)
        {
            witnesses.WriteVarInt((ulong)itemCount);
            witnesses.WriteBytes(items.Written);
        }

        itemCount = 0;
        items.Clear();
    }

    private void Clear()
    {
        (InputCount, OutputCount, hasWitness) = (0, 0, false);
        inputs.Clear();
        outputs.Clear();
        witnesses.Clear();
    }
}
