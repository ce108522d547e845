using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.Runs;

/// <summary>Makes the runs of a verb that makes many: each runs the program again, as a process of its own.</summary>
internal sealed class RunProcess : IDisposable
{
    private const string Reports = "reports";

    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(30);

    private readonly string folder;
    private readonly string? word;
    private readonly Termination interruption;

    /// <summary>Creates the folder, and ends the run under way at the first Ctrl-C from now on.</summary>
    /// <param name="folder">Folder of the reports.</param>
    /// <param name="word">First word of a call, which names the workload; null without one.</param>
    /// <exception cref="IOException">The folder cannot be created.</exception>
    public RunProcess(string folder, string? word)
    {
        (this.folder, this.word) = (folder, word);
        Directory.CreateDirectory(Path.Combine(folder, Reports));
        interruption = new Termination(
            "interrupted: the run under way is being ended; once more ends the program without waiting");
    }

    public bool IsInterrupted => interruption.IsRequested;

    /// <summary>Makes one run; faults are printed on standard error.</summary>
    /// <param name="program">File of the program, as in <see cref="OwnProgram.File"/>.</param>
    /// <param name="words">Arguments of the program.</param>
    /// <param name="label">What the run is of, for messages.</param>
    /// <param name="number">Number of the run, from 1.</param>
    /// <exception cref="FormatException">The report cannot be read.</exception>
    public async Task<RunProcessResult> RunAsync(
        string program, IReadOnlyList<string> words, string label, int number)
    {
        var report = Path.Combine(Reports, string.Create(CultureInfo.InvariantCulture, $"{number:0000}.json"));
        var output = Path.Combine(folder, "last-run.txt");
        File.Delete(output);
        File.Delete(Path.Combine(folder, report));
        var since = TimeProvider.System.GetTimestamp();
        var (host, first) = AElfPrograms.HostOf(program);
        using var process = OwnedProcess.Start(new ProcessStart(
            host,
            [
                .. first, .. word is null ? Array.Empty<string>() : [word], .. words,
                CommonSettings.JsonOutput.Option!, Path.Combine(folder, report),
            ])
        { OutputFile = output });
        try
        {
            await process.WaitForExitAsync(interruption.Token);
        }
        catch (OperationCanceledException)
        {
            // The run may just have ended: without a line in the journal it has no report.
            await process.EndAsync(Grace);
            File.Delete(Path.Combine(folder, report));
            return new RunProcessResult(ExitCode.DegradedOrFailed, null, 0, report);
        }

        var code = (ExitCode)process.ExitCode;
        if (!File.Exists(Path.Combine(folder, report)))
        {
            Console.Error.WriteLine(
                $"error: a run of {label} ended with exit code {(int)code} and without a report. It said:");
            Console.Error.WriteLine(process.Output.TrimEnd());
            return new RunProcessResult(code is ExitCode.Usage ? code : ExitCode.Environment, null, 0, report);
        }

        var run = ReportReader.Read(await File.ReadAllBytesAsync(Path.Combine(folder, report)));
        if (code is ExitCode.AuditFailed)
        {
            Console.Error.WriteLine($"error: the audit of a run of {label} failed: {string.Join("; ", run.Reasons)}");
        }

        return new RunProcessResult(code, run, TimeProvider.System.GetElapsedTime(since).TotalSeconds, report);
    }

    public void Dispose() => interruption.Dispose();
}

/// <summary>How a run's process ended.</summary>
/// <param name="Code">Its exit code.</param>
/// <param name="Report">The report; null when none was written or the run was interrupted.</param>
/// <param name="Seconds">Duration of the process, its start and end included.</param>
/// <param name="File">File of the report, within the folder.</param>
internal sealed record RunProcessResult(ExitCode Code, RunReport? Report, double Seconds, string File)
{
    /// <summary>Whether more runs make sense: a disturbance of one may be over in the next.</summary>
    public bool AllowsMore => Code is ExitCode.Ok or ExitCode.DegradedOrFailed or ExitCode.Disturbed;
}
