using System.Buffers;
using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;
using AElf.Bench.Core.Generation;
using Microsoft.Win32.SafeHandles;

namespace AElf.Bench.TestKit.Network;

/// <summary>The faults of a <see cref="TunRelay"/>. Shares are from 0 to 1.</summary>
/// <param name="Delay">Delay in each direction.</param>
/// <param name="Jitter">Random extra delay of each packet, uniform between 0 and this value; packets overtake each
/// other.</param>
/// <param name="Seed">The seed of all random choices.</param>
public sealed record TunRelayOptions(TimeSpan Delay, TimeSpan Jitter = default, ulong Seed = 1)
{
    /// <summary>Share of lost packets.</summary>
    public double Loss { get; init; }

    /// <summary>Share of duplicated packets.</summary>
    public double Duplication { get; init; }

    /// <summary>Share of packets that are sent without delay and overtake earlier ones.</summary>
    public double Reordering { get; init; }
}

/// <summary>Counts of packets since the start, in both directions.</summary>
/// <param name="Lost">Lost packets, including those lost by a cut.</param>
/// <param name="Reordered">Packets that were sent without delay.</param>
public sealed record TunRelaySnapshot(long Packets, long Lost, long Duplicated, long Reordered);

/// <summary>
/// A lossy link between two namespaces: each has a TUN device, and a thread carries IP packets from one to the other.
/// </summary>
public sealed class TunRelay : IDisposable
{
    private const string DeviceFile = "/dev/net/tun";
    private const string Device = "tun0";
    private const int NameLength = 16;
    private const int RequestLength = 40;
    private const short PlainPackets = 0x1001;
    private const int MaxPacketBytes = 65_536;

    // How long the thread waits when no packet is due, before it checks whether it must end.
    private static readonly TimeSpan MaxLength = TimeSpan.FromMilliseconds(20);

    private readonly TunRelayOptions options;
    private readonly SeededRandom random;
    private readonly SafeFileHandle[] devices;
    private readonly PriorityQueue<(byte[] Bytes, int Length, int To), (long Due, long Number)> queue = new();
    private readonly Thread thread;
    private readonly byte[] buffer = new byte[MaxPacketBytes];
    private volatile bool isCut;
    private volatile bool isClosed;
    private long packets;
    private long lost;
    private long duplicated;
    private long reordered;
    private long number;

    private TunRelay(SafeFileHandle[] devices, TunRelayOptions options)
    {
        this.devices = devices;
        this.options = options;
        random = new SeededRandom(options.Seed);
        thread = new Thread(Forward) { IsBackground = true, Name = "tun relay" };
    }

    /// <summary>Why TUN devices cannot be made here; null if they can.</summary>
    public static string? Unavailable =>
        NetworkNamespace.Unavailable ?? (File.Exists(DeviceFile) ? null : $"{DeviceFile} is not there");

    /// <summary>The address of the first namespace on this link.</summary>
    public static string FirstAddress => "10.91.0.1";

    /// <summary>The address of the second namespace on this link.</summary>
    public static string SecondAddress => "10.91.0.2";

    /// <summary>Connects two namespaces; a namespace can have one such link.</summary>
    /// <exception cref="InvalidOperationException">This machine does not allow it.</exception>
    public static TunRelay Start(NetworkNamespace first, NetworkNamespace second, TunRelayOptions options)
    {
        SafeFileHandle[] ends = [first.Inside(OpenDevice), second.Inside(OpenDevice)];
        SetUp(first, FirstAddress, SecondAddress);
        SetUp(second, SecondAddress, FirstAddress);
        var relay = new TunRelay(ends, options);
        relay.thread.Start();
        return relay;
    }

    public TunRelaySnapshot Snapshot() =>
        new(
            Interlocked.Read(ref packets),
            Interlocked.Read(ref lost),
            Interlocked.Read(ref duplicated),
            Interlocked.Read(ref reordered));

    /// <summary>Drops all packets from now on.</summary>
    public void Cut() => isCut = true;

    /// <summary>Ends <see cref="Cut"/>.</summary>
    public void Heal() => isCut = false;

    /// <summary>Ends the thread; the kernel then removes the devices.</summary>
    public void Dispose()
    {
        isClosed = true;
        thread.Join();
        Array.ForEach(devices, device => device.Dispose());
    }

    private static void SetUp(NetworkNamespace space, string address, string peer)
    {
        space.Ip("address", "add", address, "peer", peer, "dev", Device);
        space.Ip("link", "set", Device, "up");
    }

    private static SafeFileHandle OpenDevice()
    {
        var device = new SafeFileHandle(
            SystemCalls.Open(DeviceFile, SystemCalls.ReadWriteWithoutBlocking), ownsHandle: true);
        var request = new byte[RequestLength];
        Encoding.ASCII.GetBytes(Device, request);
        MemoryMarshal.Write(request.AsSpan(NameLength), PlainPackets);
        if (device.IsInvalid || SystemCalls.Control(device, SystemCalls.SetInterface, ref request[0]) != 0)
        {
            var why = new Win32Exception(Marshal.GetLastPInvokeError()).Message;
            device.Dispose();
            throw new InvalidOperationException($"no TUN device can be made: {why}");
        }

        return device;
    }

    private void Forward()
    {
        var entries = new SystemCalls.PollEntry[devices.Length];
        while (!isClosed)
        {
            for (var i = 0; i < devices.Length; i++)
            {
                entries[i] = new SystemCalls.PollEntry((int)devices[i].DangerousGetHandle(), SystemCalls.Readable);
            }

            if (SystemCalls.Poll(ref entries[0], (nuint)entries.Length, new SystemCalls.PollTime(UntilNext()), 0) > 0)
            {
                for (var i = 0; i < devices.Length; i++)
                {
                    if (entries[i].Found != 0)
                    {
                        TakeEntry(devices[i], devices.Length - 1 - i);
                    }
                }
            }

            Send();
        }
    }

    private TimeSpan UntilNext()
    {
        if (!queue.TryPeek(out _, out var next))
        {
            return MaxLength;
        }

        var left = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), next.Due);
        return left < TimeSpan.Zero ? TimeSpan.Zero : left < MaxLength ? left : MaxLength;
    }

    private void TakeEntry(SafeFileHandle device, int to)
    {
        for (nint length; (length = SystemCalls.Read(device, ref buffer[0], MaxPacketBytes)) > 0;)
        {
            Interlocked.Increment(ref packets);
            var isLost = Happens(options.Loss);
            var isDoubled = Happens(options.Duplication);
            var isAhead = Happens(options.Reordering);
            if (isLost || isCut)
            {
                Interlocked.Increment(ref lost);
                continue;
            }

            if (isAhead)
            {
                Interlocked.Increment(ref reordered);
            }

            Queue(buffer.AsSpan(0, (int)length), to, isAhead);
            if (isDoubled)
            {
                Interlocked.Increment(ref duplicated);
                Queue(buffer.AsSpan(0, (int)length), to, isAhead: false);
            }
        }
    }

    private void Queue(ReadOnlySpan<byte> packet, int to, bool isAhead)
    {
        var bytes = ArrayPool<byte>.Shared.Rent(packet.Length);
        packet.CopyTo(bytes);
        var delay = isAhead ? TimeSpan.Zero : options.Delay + (options.Jitter * Draw());
        queue.Enqueue(
            (bytes, packet.Length, to),
            (Stopwatch.GetTimestamp() + (long)(delay.TotalSeconds * Stopwatch.Frequency), number++));
    }

    private void Send()
    {
        while (queue.TryPeek(out var packet, out var place) && place.Due <= Stopwatch.GetTimestamp())
        {
            queue.Dequeue();

            // A full device drops the packet, like a full switch.
            _ = SystemCalls.Write(devices[packet.To], ref packet.Bytes[0], (nuint)packet.Length);
            ArrayPool<byte>.Shared.Return(packet.Bytes);
        }
    }

    private bool Happens(double share) => Draw() < share;

    private double Draw() => (random.NextBits() >> 11) * (1.0 / (1UL << 53));
}
