using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace AElf.Bench.Core.Files;

/// <summary>Kind, mode and owner of a path, with links followed.</summary>
/// <param name="IsRegular">Whether it is a regular file: not a pipe, a device or a folder.</param>
public readonly partial record struct FileNode(bool IsRegular, UnixFileMode Mode, uint User, uint Group)
{
    // statx(2): the basic fields of a path, relative to the current folder. The result has one layout on all
    // processors.
    private const int CurrentFolder = -100;
    private const uint BasicFields = 0x7ff;
    private const int AnswerLength = 256;
    private const int UserAt = 20;
    private const int GroupAt = 24;
    private const int ModeAt = 28;
    private const int KindBits = 0xf000;
    private const int Regular = 0x8000;
    private const int ModeBits = 0xfff;
    private const int ForWriting = 2;

    /// <summary>Reads a path; null if it does not exist or is not accessible.</summary>
    public static FileNode? At(string path)
    {
        var answer = new byte[AnswerLength];
        if (StatX(CurrentFolder, path, flags: 0, BasicFields, answer) != 0)
        {
            return null;
        }

        var mode = BinaryPrimitives.ReadUInt16LittleEndian(answer.AsSpan(ModeAt));
        return new FileNode(
            (mode & KindBits) == Regular,
            (UnixFileMode)(mode & ModeBits),
            BinaryPrimitives.ReadUInt32LittleEndian(answer.AsSpan(UserAt)),
            BinaryPrimitives.ReadUInt32LittleEndian(answer.AsSpan(GroupAt)));
    }

    /// <summary>Whether this process may write to a path; does not open it.</summary>
    public static bool IsWritable(string path) => Access(path, ForWriting) == 0;

    /// <summary>Gives a file this owner and mode.</summary>
    /// <returns>False if access is denied.</returns>
    public bool TryGiveTo(SafeFileHandle file)
    {
        if (ChangeOwner(file, User, Group) != 0)
        {
            return false;
        }

        File.SetUnixFileMode(file, Mode);
        return true;
    }

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int StatX(int folder, string path, int flags, uint fields, [Out] byte[] answer);

    [LibraryImport("libc", EntryPoint = "access", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Access(string path, int mode);

    [LibraryImport("libc", EntryPoint = "fchown")]
    private static partial int ChangeOwner(SafeFileHandle file, uint user, uint group);
}
