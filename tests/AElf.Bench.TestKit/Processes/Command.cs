using System.Diagnostics;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.TestKit.Processes;

/// <summary>The result of a command.</summary>
/// <param name="Output">Standard output.</param>
/// <param name="Error">Standard error.</param>
public sealed record CommandResult(int ExitCode, string Output, string Error);

/// <summary>A program that is not part of the product, such as a shell; it runs to its end.</summary>
/// <param name="Program">Its path, or its name.</param>
public sealed record Command(string Program, params string[] Arguments)
{
    /// <summary>The working directory; null for that of the test run.</summary>
    public string? Folder { get; init; }

    /// <summary>Environment variables over those of the test run.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } =
        new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>The time limit of the command.</summary>
    public TimeSpan Deadline { get; init; } = Wait.Deadline;

    /// <summary>Runs the command and kills it at the deadline.</summary>
    /// <exception cref="OperationCanceledException">It did not end in time, or the run of tests was
    /// cancelled.</exception>
    public async Task<CommandResult> RunAsync()
    {
        var start = new ProcessStartInfo(Program, Arguments)
        {
            WorkingDirectory = Folder ?? "",
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var (name, value) in Environment)
        {
            start.Environment[name] = value;
        }

        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(ThisTest.Cancelled);
        deadline.CancelAfter(Deadline);
        using var process = Process.Start(start)!;
        try
        {
            var error = process.StandardError.ReadToEndAsync(deadline.Token);
            var output = await process.StandardOutput.ReadToEndAsync(deadline.Token);
            await process.WaitForExitAsync(deadline.Token);
            return new CommandResult(process.ExitCode, output, await error);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }
    }

    /// <summary>Writes an executable script and returns its path.</summary>
    public static string WriteScript(TemporaryFolder folder, string name, string text)
    {
        var path = folder.Write(name, text);
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        return path;
    }
}
