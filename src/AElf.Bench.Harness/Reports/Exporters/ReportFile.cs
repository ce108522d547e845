using System.Text;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>Writes report files and creates their folders.</summary>
public static class ReportFile
{
    /// <exception cref="IOException">The file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">Writing the file is forbidden.</exception>
    public static void Replace(string path, string text)
    {
        var target = Path.GetFullPath(path);
        var folder = Path.GetDirectoryName(target)
            ?? throw new IOException($"'{path}' is a folder; a report needs a file name.");
        Directory.CreateDirectory(folder);
        WholeFile.Replace(target, file => file.Write(Encoding.UTF8.GetBytes(text)));
    }
}
