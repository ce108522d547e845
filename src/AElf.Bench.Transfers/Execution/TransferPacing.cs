using System.Buffers.Binary;
using System.Text;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Transfers.Execution;

/// <summary>How pumps put transfers to the store.</summary>
/// <param name="Mode">How first attempts put reads and writes to it.</param>
/// <param name="Rate">How many are started per second; null in a closed loop, as many as can be.</param>
/// <param name="Seed">The seed of the schedule.</param>
public sealed record TransferPacing(TransferMode Mode, ArrivalRate? Rate = null, ulong Seed = 0)
{
    private const int SeedLength = sizeof(ulong);

    /// <summary>
    /// The settings for a worker's pumps: one byte for the mode and, in an open loop, the seed in eight bytes
    /// (little-endian) and the rate as text.
    /// </summary>
    public byte[] Encode()
    {
        if (Rate is null)
        {
            return [(byte)Mode];
        }

        Span<byte> seed = stackalloc byte[SeedLength];
        BinaryPrimitives.WriteUInt64LittleEndian(seed, Seed);
        return [(byte)Mode, .. seed, .. Encoding.ASCII.GetBytes(Rate.ToString())];
    }

    /// <summary>Reads what <see cref="Encode"/> wrote.</summary>
    /// <exception cref="FormatException">The bytes name no mode, or no rate behind it.</exception>
    public static TransferPacing Decode(ReadOnlySpan<byte> settings)
    {
        if (settings is [var mode, .. var rest] && Enum.IsDefined((TransferMode)mode))
        {
            if (rest.IsEmpty)
            {
                return new TransferPacing((TransferMode)mode);
            }

            if (rest.Length > SeedLength && ArrivalRate.Parse(Encoding.ASCII.GetString(rest[SeedLength..])) is { } rate)
            {
                return new TransferPacing((TransferMode)mode, rate, BinaryPrimitives.ReadUInt64LittleEndian(rest));
            }
        }

        throw new FormatException(
            $"the settings of transfers are {settings.Length} bytes that name no mode, or no rate behind it");
    }
}
