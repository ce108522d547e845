using System.Text;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>Writes a report so that a reader finds the old file or the whole new one, even after a crash.</summary>
internal static class ReportFile
{
    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);

    public static void Replace(string path, string text)
    {
        var target = Path.GetFullPath(path);
        var folder = Path.GetDirectoryName(target) ?? throw new IOException($"'{path}' is a folder; a report needs a file name.");
        Directory.CreateDirectory(folder);

        // In the same folder: a rename is atomic inside one file system only.
        var temporary = Path.Combine(folder, $".{Path.GetFileName(target)}.{Path.GetRandomFileName()}");
        try
        {
            WriteThrough(temporary, text);
            File.Move(temporary, target, overwrite: true);
        }
        finally
        {
            File.Delete(temporary);
        }
    }

    private static void WriteThrough(string path, string text)
    {
        using var file = new FileStream(path, FileMode.CreateNew, FileAccess.Write);
        file.Write(Utf8.GetBytes(text));
        file.Flush(flushToDisk: true);
    }
}
