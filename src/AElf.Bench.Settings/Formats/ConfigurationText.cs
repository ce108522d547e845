using System.Text;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.Formats;

/// <summary>Reads the text of a configuration file. An exception has the reason in one sentence.</summary>
public static class ConfigurationText
{
    /// <summary>Maximum bytes of a configuration file.</summary>
    public const int MaxBytes = 1 << 20;

    private static readonly UTF8Encoding StrictUtf8 = new(
        encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>The text of the file at <paramref name="path"/>.</summary>
    /// <exception cref="ConfigurationFormatException">
    /// The file is missing, unreadable, too large, empty or not UTF-8.
    /// </exception>
    public static string Read(string path)
    {
        try
        {
            using var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            var buffer = new byte[MaxBytes + 1];
            return Decode(path, buffer.AsSpan(0, stream.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false)));
        }
        catch (Exception exception) when (exception is UnauthorizedAccessException or IOException)
        {
            var problem = exception switch
            {
                _ when Directory.Exists(path) => "a folder",
                FileNotFoundException or DirectoryNotFoundException => "file does not exist",
                _ => "file cannot be opened",
            };
            throw new ConfigurationFormatException(path, problem, "expected a readable file");
        }
    }

    /// <summary>The text in <paramref name="bytes"/>; a UTF-8 byte order mark is accepted and dropped.</summary>
    /// <exception cref="ConfigurationFormatException">The text is too large, empty or not UTF-8.</exception>
    public static string Decode(string file, ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length > MaxBytes)
        {
            throw new ConfigurationFormatException(file, "file is too large", $"expected at most {MaxBytes} bytes");
        }

        if (IsUtf16(bytes))
        {
            throw new ConfigurationFormatException($"{file}:1", "UTF-16 text", "expected UTF-8");
        }

        var text = DecodeUtf8(file, bytes.StartsWith(Encoding.UTF8.Preamble) ? bytes[3..] : bytes);
        return text.Length > 0
            ? text
            : throw new ConfigurationFormatException($"{file}:1", "file is empty", "add settings, or remove the file");
    }

    private static bool IsUtf16(ReadOnlySpan<byte> bytes) =>
        bytes.Length >= 2 && (bytes is [0xFF, 0xFE, ..] or [0xFE, 0xFF, ..] || (bytes[0] == 0) != (bytes[1] == 0));

    private static string DecodeUtf8(string file, ReadOnlySpan<byte> bytes)
    {
        try
        {
            return StrictUtf8.GetString(bytes);
        }
        catch (DecoderFallbackException exception)
        {
            var line = 1 + bytes[..Math.Clamp(exception.Index, 0, bytes.Length)].Count((byte)'\n');
            throw new ConfigurationFormatException($"{file}:{line}", "invalid UTF-8", "expected UTF-8 text");
        }
    }
}
