using AElf.Bench.Core.Options;
using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AElf.Bench.Akka.Nodes;

/// <summary>The <c>.hocon</c> file of a process, as Akka reads it.</summary>
public static class NodeFile
{
    // Akka reads a file within milliseconds, or may never end.
    private static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(10);

    /// <summary>Why Akka refuses the file; empty if it accepts the file, or if the file is absent.</summary>
    /// <param name="known">
    /// Known problems. If there are any, Akka does not read the file: it could end the process.
    /// </param>
    public static IEnumerable<ValidationError> Check(string path, IEnumerable<ValidationError> known) =>
        known.Any(problem => problem.Critical) || Refusal(path, MaxTime) is not { } reason ? [] :
        [
            ValidationError.Error(
                path, $"Akka cannot read it: {reason}", "expected the HOCON that Akka.NET documents"),
        ];

    /// <summary>Why Akka cannot read the file; null if it can.</summary>
    internal static string? Refusal(string path, TimeSpan limit)
    {
        try
        {
            // If the parser does not end, its thread stays until the end of the program.
            Task.Run(() => Read(path)).WaitAsync(limit).GetAwaiter().GetResult();
            return null;
        }
        catch (TimeoutException)
        {
            return $"its parser did not end within {limit.TotalSeconds:0.#} s";
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // Its parser throws many kinds of exceptions.
            return exception.Message;
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
