using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace AElf.Bench.TestKit.Network;

/// <summary>Linux system calls for namespaces and TUN devices.</summary>
internal static partial class SystemCalls
{
    public const int ReadWriteWithoutBlocking = 0x802;
    public const int ReadOnly = 0;
    public const int NetworkNamespaces = 0x40000000;
    public const nuint SetInterface = 0x400454CA;
    public const short Readable = 0x1;

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    public static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "setns", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    public static partial int EnterNamespace(SafeFileHandle descriptor, int kind);

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    public static partial int Control(SafeFileHandle descriptor, nuint request, ref byte argument);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    public static partial nint Read(SafeFileHandle descriptor, ref byte buffer, nuint length);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    public static partial nint Write(SafeFileHandle descriptor, ref byte buffer, nuint length);

    [LibraryImport("libc", EntryPoint = "ppoll", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    public static partial int Poll(ref PollEntry entries, nuint count, in PollTime longest, nint signals);

    [StructLayout(LayoutKind.Sequential)]
    public struct PollEntry(int descriptor, short wanted)
    {
        public readonly int Descriptor = descriptor;
        public readonly short Wanted = wanted;
        public short Found;
    }

    [StructLayout(LayoutKind.Sequential)]
    public readonly struct PollTime(TimeSpan time)
    {
        public readonly nint Seconds = (nint)time.TotalSeconds;
        public readonly nint Nanoseconds = (nint)(time.Ticks % TimeSpan.TicksPerSecond * 100);
    }
}
