using System.Buffers;
using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;
using AElf.Bench.Core.Generation;
using Microsoft.Win32.SafeHandles;

namespace AElf.Bench.TestKit.Network;

/// <summary>What a <see cref="TunRelay"/> does to packets. Shares are from 0 to 1.</summary>
/// <param name="Delay">Added one way, in each direction.</param>
/// <param name="Jitter">Drawn evenly from zero to this for each packet and added to the delay: packets overtake each
/// other.</param>
/// <param name="Seed">The seed of everything drawn.</param>
public sealed record TunRelayOptions(TimeSpan Delay, TimeSpan Jitter = default, ulong Seed = 1)
{
    /// <summary>Share of packets that never arrive.</summary>
    public double Loss { get; init; }

    /// <summary>Share of packets that arrive twice.</summary>
    public double Duplication { get; init; }

    /// <summary>Share of packets that leave at once and overtake those before them.</summary>
    public double Reordering { get; init; }
}

/// <summary>What happened to packets since the start, both directions.</summary>
/// <param name="Packets">Packets read.</param>
/// <param name="Lost">Packets that never arrived, those of a cut included.</param>
/// <param name="Duplicated">Packets that arrived twice.</param>
/// <param name="Reordered">Packets sent ahead.</param>
public sealed record TunRelaySnapshot(long Packets, long Lost, long Duplicated, long Reordered);

/// <summary>
/// A bad wire between two namespaces: a TUN device in each, and a thread that carries IP packets from one to the other.
/// </summary>
public sealed class TunRelay : IDisposable
{
    private const string DeviceFile = "/dev/net/tun";
    private const string Device = "tun0";
    private const int NameLength = 16;
    private const int RequestLength = 40;
    private const short PlainPackets = 0x1001;
    private const int MaxPacketBytes = 65_536;

    // How long a wait lasts when nothing is due: then the thread looks whether it is to end.
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

    /// <summary>Why there are no TUN devices here; null when there are.</summary>
    public static string? Unavailable =>
        NetworkNamespace.Unavailable ?? (File.Exists(DeviceFile) ? null : $"{DeviceFile} is not there");

    /// <summary>The address of the first namespace on this wire.</summary>
    public static string FirstAddress => "10.91.0.1";

    /// <summary>The address of the second namespace on this wire.</summary>
    public static string SecondAddress => "10.91.0.2";

    /// <summary>Lays the wire between two namespaces; each can have one.</summary>
    /// <exception cref="InvalidOperationException">The machine does not let us.</exception>
    public static TunRelay Start(NetworkNamespace first, NetworkNamespace second, TunRelayOptions options)
    {
        SafeFileHandle[] ends = [first.Inside(OpenDevice), second.Inside(OpenDevice)];
        SetUp(first, FirstAddress, SecondAddress);
        SetUp(second, SecondAddress, FirstAddress);
        var relay = new TunRelay(ends, options);
        relay.thread.Start();
        return relay;
    }

    /// <summary>What happened so far.</summary>
    public TunRelaySnapshot Snapshot() =>
        new(
            Interlocked.Read(ref packets),
            Interlocked.Read(ref lost),
            Interlocked.Read(ref duplicated),
            Interlocked.Read(ref reordered));

    /// <summary>Loses every packet from now on.</summary>
    public void Cut() => isCut = true;

    /// <summary>Ends <see cref="Cut"/>.</summary>
    public void Heal() => isCut = false;

    /// <summary>Ends the thread; the devices vanish with their last user.</summary>
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

            // A full device loses the packet, as a full switch does.
            _ = SystemCalls.Write(devices[packet.To], ref packet.Bytes[0], (nuint)packet.Length);
            ArrayPool<byte>.Shared.Return(packet.Bytes);
        }
    }

    private bool Happens(double share) => Draw() < share;

    private double Draw() => (random.NextBits() >> 11) * (1.0 / (1UL << 53));
}
