using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Verification;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Processes;

/// <summary>
/// Executes a run in a new process of a program and reads its report. A call without a report is a problem of the run.
/// Next: <see cref="OwnedProcess"/>.
/// </summary>
/// <param name="folder">Folder of the reports.</param>
/// <param name="word">First word of each call, the name of the workload; null without one.</param>
/// <param name="cancellation">Ends the current run.</param>
/// <param name="environment">Additional environment variables of the runs; null for none.</param>
internal sealed class RunProcess(
    string folder,
    string? word,
    CancellationToken cancellation,
    IReadOnlyDictionary<string, string?>? environment = null)
{
    /// <summary>Name of the folder of the reports, within the folder of the runs.</summary>
    public const string Reports = "reports";

    private const string InterruptionNotice = "interrupted: ending the active run; press again to end at once";
    private static readonly string Remains = "ended at once: the active run may leave keys in its store; "
        + $"'{OwnProgram.Call("cleanup", "HOST:PORT", "--older-than", "0s")}' lists them, and --remove removes them";

    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(30);
    private static readonly Dictionary<string, string?> NoVariables = [];

    // The calling process writes the annotations of a build server, from the reports of its runs.
    private readonly Dictionary<string, string?> variables = new(environment ?? NoVariables, StringComparer.Ordinal)
    {
        [GitHubAnnotations.Variable] = null,
    };

    /// <summary>Handles the signals of a verb whose runs are processes.</summary>
    /// <param name="leavesKeys">Whether a killed run may leave keys in a store that stays.</param>
    public static Termination OpenTermination(bool leavesKeys) => new(InterruptionNotice)
    {
        DescribeRemains = () => leavesKeys ? Remains : null,
    };

    /// <summary>Makes one run.</summary>
    /// <param name="program">File of the program, as in <c>OwnProgram.File</c>.</param>
    /// <param name="words">Arguments of the program.</param>
    /// <param name="label">The name of the run, for messages.</param>
    /// <param name="number">Number of the run, from 1.</param>
    /// <param name="longest">Time after which the run is interrupted; null for no limit.</param>
    /// <exception cref="FormatException">The report cannot be read.</exception>
    public async Task<RunProcessResult> RunAsync(
        string program, IReadOnlyList<string> words, string label, int number, TimeSpan? longest = null)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        ending.CancelAfter(longest ?? Timeout.InfiniteTimeSpan);
        Directory.CreateDirectory(Path.Combine(folder, Reports));
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
        { OutputFile = output, Environment = variables });
        try
        {
            await process.WaitForExitAsync(ending.Token);
        }
        catch (OperationCanceledException)
        {
            // The run may just have ended. It is not in the journal, so its report is removed.
            await process.EndAsync(Grace);
            File.Delete(Path.Combine(folder, report));
            return new RunProcessResult(ExitCode.DegradedOrFailed, [], 0, report)
            {
                IsCut = !cancellation.IsCancellationRequested,
            };
        }

        var code = (ExitCode)process.ExitCode;
        var written = File.Exists(Path.Combine(folder, report))
            ? await File.ReadAllBytesAsync(Path.Combine(folder, report))
            : [];
        if (written.Length == 0 || CallFailure.Read(written) is not null)
        {
            File.Delete(Path.Combine(folder, report));
            return new RunProcessResult(
                code is ExitCode.Usage ? code : ExitCode.Environment, [], 0, report)
            {
                Problem = $"{label} ended with exit code {(int)code} and without a report. Its output:\n"
                    + process.Output.TrimEnd(),
            };
        }

        RunReport[] runs = [.. ReportVerification.RunsOf(Path.Combine(folder, report)).Select(ReportReader.Read)];
        return new RunProcessResult(code, runs, TimeProvider.System.GetElapsedTime(since).TotalSeconds, report)
        {
            Problem = code is ExitCode.AuditFailed
                ? $"the audit of {label} failed: {string.Join("; ", runs.SelectMany(run => run.Reasons))}"
                : null,
        };
    }
}

/// <summary>The result of a run's process.</summary>
/// <param name="Code">Exit code of the process.</param>
/// <param name="Reports">The reports of its runs; empty when none was written or the run was interrupted.</param>
/// <param name="Seconds">Duration of the process, including its start and end.</param>
/// <param name="File">File of the reports, within the folder.</param>
internal sealed record RunProcessResult(
    ExitCode Code, IReadOnlyList<RunReport> Reports, double Seconds, string File)
{
    /// <summary>The report of a process that makes one run; null without a report.</summary>
    public RunReport? Report => Reports is [var one] ? one : null;

    /// <summary>A problem of the run that is not in its report; null for none.</summary>
    public string? Problem { get; init; }

    /// <summary>Whether the run was ended because it took too long.</summary>
    public bool IsCut { get; init; }

    /// <summary>Whether more runs make sense: a disturbance may be over in the next run.</summary>
    public bool AllowsMore => Code is ExitCode.Ok or ExitCode.DegradedOrFailed or ExitCode.Disturbed;
}
