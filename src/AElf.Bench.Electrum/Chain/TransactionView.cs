using System.Buffers.Binary;

namespace AElf.Bench.Electrum.Chain;

/// <summary>
/// A view of a transaction in its block: legacy, with witnesses (BIP144), or a HogEx (Litecoin, LIP-2). It copies
/// nothing. Reading checks all parts, so iterating over them cannot fail.
/// </summary>
public readonly ref struct TransactionView
{
    private const int VersionSize = 4;
    private const int MarkerAndFlagSize = 2;
    private const int LockTimeSize = 4;

    // The flag that follows 00 in place of the number of inputs.
    private const byte WitnessFlag = 1;
    private const byte HogExFlag = 8;

    // An outpoint, an empty script, a sequence; an amount and an empty script.
    private const int MinInputSize = 41;
    private const int MinOutputSize = 9;

    private readonly int firstOutput;
    private readonly int endOfBody;

    private TransactionView(
        ReadOnlySpan<byte> bytes, int start, int inputCount, int outputCount, int outputsStart, int bodyEnd)
    {
        Bytes = bytes;
        Start = start;
        (InputCount, OutputCount) = (inputCount, outputCount);
        (firstOutput, endOfBody) = (outputsStart, bodyEnd);
    }

    /// <summary>Minimum bytes of a transaction.</summary>
    public static int MinSize => VersionSize + 1 + MinInputSize + 1 + MinOutputSize + LockTimeSize;

    /// <summary>The transaction in wire format.</summary>
    public ReadOnlySpan<byte> Bytes { get; }

    /// <summary>Bytes before it in its block.</summary>
    public int Start { get; }

    /// <summary>Number of inputs, at least 1.</summary>
    public int InputCount { get; }

    /// <summary>Number of outputs, at least 1.</summary>
    public int OutputCount { get; }

    /// <summary>Whether it has the format with witnesses (BIP144).</summary>
    public bool HasWitness => HasMarker && Bytes[VersionSize + 1] == WitnessFlag;

    /// <summary>
    /// Whether it links Litecoin's extension block (MWEB) to the chain: it is the last transaction of a block with an
    /// extension block.
    /// </summary>
    public bool JoinsExtension => HasMarker && Bytes[VersionSize + 1] == HogExFlag;

    public int Version => BinaryPrimitives.ReadInt32LittleEndian(Bytes);

    /// <summary>The height or time before which it is not valid.</summary>
    public uint LockTime => BinaryPrimitives.ReadUInt32LittleEndian(Bytes[^LockTimeSize..]);

    /// <summary>Bytes without marker, flag and witnesses (BIP141: "base size").</summary>
    public int BaseSize => VersionSize + Body.Length + LockTimeSize;

    /// <summary>
    /// Three times the bytes without witnesses, plus all bytes (BIP141); marker and flag of a HogEx do not count.
    /// </summary>
    public int Weight => (3 * BaseSize) + (JoinsExtension ? BaseSize : Bytes.Length);

    /// <summary>A quarter of the weight, rounded up: the basis of fees (BIP141).</summary>
    public int VirtualSize => (Weight + 3) / 4;

    /// <summary>Whether it creates coins: its only input spends no output.</summary>
    public bool IsCoinbase => InputCount == 1 && FirstInput.IsCoinbase;

    public PartEnumerator<InputView> Inputs => new(Bytes[(BodyStart + VarIntSize(InputCount))..], InputCount);
    public PartEnumerator<OutputView> Outputs => new(Bytes[firstOutput..], OutputCount);

    /// <summary>The witness of each input, in the inputs' order; empty for a legacy transaction.</summary>
    public PartEnumerator<WitnessView> Witnesses => new(Bytes[endOfBody..], HasWitness ? InputCount : 0);

    private bool HasMarker => Bytes[VersionSize] == 0;

    private int BodyStart => HasMarker ? VersionSize + MarkerAndFlagSize : VersionSize;

    // Counts, inputs and outputs: these bytes are equal with and without witnesses.
    private ReadOnlySpan<byte> Body => Bytes[BodyStart..endOfBody];

    private InputView FirstInput
    {
        get
        {
            var inputs = Inputs;
            inputs.MoveNext();
            return inputs.Current;
        }
    }

    /// <summary>Reads the bytes of exactly one transaction.</summary>
    /// <exception cref="ChainException">They contain something else.</exception>
    public static TransactionView Read(ReadOnlySpan<byte> bytes)
    {
        var reader = new WireReader(bytes);
        var transaction = Read(ref reader);
        reader.EnsureEnd("the transaction");
        return transaction;
    }

    /// <summary>Reads the next transaction.</summary>
    /// <exception cref="ChainException">The next bytes are not a transaction.</exception>
    public static TransactionView Read(scoped ref WireReader reader)
    {
        var start = reader.Position;
        reader.ReadBytes(VersionSize, "the version of a transaction");
        var flag = ReadFlag(ref reader);
        var inputCount = ReadParts<InputView>(ref reader, MinInputSize, "inputs", "the number of inputs");
        var outputsStart = reader.Position - start;
        var outputCount = ReadParts<OutputView>(ref reader, MinOutputSize, "outputs", "the number of outputs");
        var bodyEnd = reader.Position - start;
        if (flag == WitnessFlag)
        {
            ReadWitnesses(ref reader, inputCount);
        }
        else if (flag == HogExFlag)
        {
            ReadNoExtension(ref reader);
        }

        reader.ReadBytes(LockTimeSize, "the lock time of a transaction");
        return new TransactionView(
            reader.Since(start), start, inputCount, outputCount, outputsStart + VarIntSize(outputCount), bodyEnd);
    }

    /// <summary>Finds an output by its index.</summary>
    /// <returns>Whether the transaction has it.</returns>
    public bool TryFind(uint index, out OutputView output)
    {
        output = default;
        foreach (var each in Outputs)
        {
            if (each.Index == index)
            {
                output = each;
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether an input spends this output.</summary>
    public bool Spends(Hash256 id, uint index)
    {
        foreach (var input in Inputs)
        {
            if (input.PreviousId == id && input.PreviousIndex == index)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>The double SHA-256 without witnesses, which inputs refer to (BIP141: "txid").</summary>
    public Hash256 Id()
    {
        if (!HasMarker)
        {
            return Hash256.OfTwice(Bytes);
        }

        const int Small = 1024;
        if (BaseSize > Small)
        {
            return Sha256.OfTwice(Bytes[..VersionSize], Body, Bytes[^LockTimeSize..]);
        }

        Span<byte> stripped = stackalloc byte[Small];
        Bytes[..VersionSize].CopyTo(stripped);
        Body.CopyTo(stripped[VersionSize..]);
        Bytes[^LockTimeSize..].CopyTo(stripped[(VersionSize + Body.Length)..]);
        return Hash256.OfTwice(stripped[..BaseSize]);
    }

    /// <summary>The double SHA-256 of all bytes (BIP141: "wtxid"); for a HogEx, its id.</summary>
    public Hash256 WitnessId() => JoinsExtension ? Id() : Hash256.OfTwice(Bytes);

    // The flag follows a 00 in place of the number of inputs (BIP144). Returns 0 without a flag.
    private static byte ReadFlag(scoped ref WireReader reader)
    {
        if (reader.Peek("the number of inputs") != 0)
        {
            return 0;
        }

        var start = reader.Position;
        var flag = reader.ReadBytes(MarkerAndFlagSize, "marker and flag")[1];
        return flag is WitnessFlag or HogExFlag
            ? flag
            : throw new ChainException(
                start,
                $"a transaction without inputs, or with the flag {flag:x2}; expected {WitnessFlag:x2} for witnesses, "
                    + $"or {HogExFlag:x2} for a HogEx");
    }

    // Transactions of an extension block have the same flag, but their end cannot be found here.
    private static void ReadNoExtension(scoped ref WireReader reader)
    {
        var start = reader.Position;
        if (reader.ReadByte("the part of an extension block") != 0)
        {
            throw new ChainException(
                start, "a transaction with a part of an extension block (MWEB); expected 00 for a HogEx");
        }
    }

    private static int ReadParts<TPart>(scoped ref WireReader reader, int minSize, string noun, string number)
        where TPart : ITransactionPart<TPart>, allows ref struct
    {
        var start = reader.Position;
        var count = reader.ReadCount(minSize, number);
        if (count == 0)
        {
            throw new ChainException(start, $"a transaction without {noun}; expected 1 or more");
        }

        for (var part = 0; part < count; part++)
        {
            TPart.Read(ref reader, part);
        }

        return count;
    }

    private static void ReadWitnesses(scoped ref WireReader reader, int inputs)
    {
        var start = reader.Position;
        var items = 0L;
        for (var input = 0; input < inputs; input++)
        {
            items += WitnessView.Read(ref reader, input).Count;
        }

        if (items == 0)
        {
            throw new ChainException(start, "all witnesses are empty; expected the format without witnesses");
        }
    }

    private static int VarIntSize(int value) => value switch
    {
        < 0xfd => 1,
        <= ushort.MaxValue => 3,
        _ => 5,
    };
}
