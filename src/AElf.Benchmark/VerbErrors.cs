using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Scenarios;

namespace AElf.Benchmark;

/// <summary>How verbs that read and write files end when these fail them.</summary>
internal static class VerbErrors
{
    /// <summary>Does what a verb does; a file that is of no use ends it with one line on standard error.</summary>
    public static async Task<int> ReportAsync(Func<Task<int>> verb)
    {
        try
        {
            return await verb();
        }
        catch (FormatException exception)
        {
            return Report(exception, ExitCode.Usage);
        }
        catch (Exception exception) when (
            exception is IOException or UnauthorizedAccessException or ScenarioException)
        {
            return Report(exception, ExitCode.Environment);
        }
    }

    private static int Report(Exception exception, ExitCode code)
    {
        Console.Error.WriteLine($"error: {exception.Message}");
        return (int)code;
    }
}
