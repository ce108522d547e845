using AElf.Bench.Core.Options;
using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AElf.Bench.Akka.Nodes;

/// <summary>The <c>.hocon</c> file of a process, as Akka reads it.</summary>
public static class NodeFile
{
    /// <summary>Why Akka refuses the file; empty if it accepts the file, or if the file is absent.</summary>
    /// <param name="known">
    /// Known problems. If there are any, Akka does not read the file: it could end the process.
    /// </param>
    public static IEnumerable<ValidationError> Check(string path, IEnumerable<ValidationError> known)
    {
        if (known.Any(problem => problem.Critical))
        {
            return [];
        }

        try
        {
            Read(path);
            return [];
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // Its parser throws whatever it meets.
            return
            [
                ValidationError.Error(
                    path, $"Akka cannot read it: {exception.Message}", "expected the HOCON that Akka.NET documents"),
            ];
        }
    }

    internal static Config Read(string? path)
    {
        return path is null || !File.Exists(path)
            ? ConfigurationFactory.Empty
            : ConfigurationFactory.ParseString(File.ReadAllText(path), Include);

        HoconRoot Include(string name) =>
            Parser.Parse(File.ReadAllText(Path.Combine(Path.GetDirectoryName(path)!, name)), Include);
    }
}
