using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;
using Microsoft.Diagnostics.NETCore.Client;

namespace AElf.Benchmark.Profiles;

/// <summary>
/// Records the stacks of all threads of processes during a run, about every millisecond. It uses the EventPipe of .NET.
/// </summary>
internal sealed class ProfileRecorder : IDisposable
{
    private const int BufferMb = 256;

    // The runtime writes the names of all methods at the end. These keywords add the names of methods that were
    // unloaded before.
    private const long LoaderAndCompiler = 0x8 | 0x10;

    private static readonly EventPipeProvider[] Providers =
    [
        new("Microsoft-DotNETCore-SampleProfiler", System.Diagnostics.Tracing.EventLevel.Informational),
        new(
            "Microsoft-Windows-DotNETRuntime",
            System.Diagnostics.Tracing.EventLevel.Informational,
            LoaderAndCompiler),
        new(RoundEvents.SourceName, System.Diagnostics.Tracing.EventLevel.Informational),
    ];

    private readonly List<Recording> recordings = [];

    private ProfileRecorder(string file, IReadOnlyList<StartedProcess> processes)
    {
        File = file;
        try
        {
            foreach (var process in processes)
            {
                recordings.Add(new Recording(process, FileOf(process, processes.Count)));
            }
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public string File { get; }
    public IReadOnlyList<string> Files => [.. recordings.Select(recording => recording.File)];

    /// <param name="file">
    /// File for the stacks, in the form of speedscope.app; the runtime's files are written beside it.
    /// </param>
    /// <param name="processes">The processes to record.</param>
    /// <exception cref="RunStoppedException">A process cannot be recorded.</exception>
    /// <exception cref="IOException">A file cannot be written.</exception>
    public static ProfileRecorder Open(string file, IReadOnlyList<StartedProcess> processes) => new(file, processes);

    /// <summary>Ends recording, and writes and counts the stacks of the measured rounds.</summary>
    /// <returns>Null when no round was measured.</returns>
    public ProfileReport? Close()
    {
        // In parallel: each process first writes the names of its methods.
        Task.WaitAll([.. recordings.Select(recording => recording.EndAsync())]);
        var processes = recordings.ConvertAll(
            recording => ProfileReader.Read(recording.Process.Name, recording.File));
        return SampledRun.From(processes) is { } run ? run.WriteTo(File) : null;
    }

    public void Dispose() => recordings.ForEach(recording => recording.Dispose());

    private string FileOf(StartedProcess process, int processes)
    {
        var stem = Path.Combine(Path.GetDirectoryName(File) ?? "", Path.GetFileName(File).Split('.')[0]);
        return processes == 1 ? $"{stem}.nettrace" : $"{stem}.{process.Name}.nettrace";
    }

    private sealed class Recording : IDisposable
    {
        private readonly EventPipeSession session;
        private readonly FileStream written;
        private readonly Task copying;

        public Recording(StartedProcess process, string file)
        {
            (Process, File) = (process, file);
            written = new FileStream(file, FileMode.Create, FileAccess.Write);
            try
            {
                session = new DiagnosticsClient(process.Id)
                    .StartEventPipeSession(Providers, requestRundown: true, circularBufferMB: BufferMb);
            }
            catch (Exception exception)
                when (exception is DiagnosticsClientException or IOException or TimeoutException)
            {
                written.Dispose();
                System.IO.File.Delete(file);
                throw new RunStoppedException(
                    ExitCode.Environment,
                    $"{ExportSettings.ProfileOutput.Option}: {process.Name} (process {process.Id}) cannot be recorded: "
                        + $"{exception.Message.TrimEnd('.')}; use the same TMPDIR for all processes, and do not "
                        + "switch diagnostics off with DOTNET_EnableDiagnostics");
            }

            copying = session.EventStream.CopyToAsync(written);
        }

        public StartedProcess Process { get; }

        public string File { get; }

        public async Task EndAsync()
        {
            try
            {
                await session.StopAsync(CancellationToken.None);
                await copying;
            }
            catch (Exception exception) when (exception is DiagnosticsClientException or IOException)
            {
                // The process has ended. Its file lacks the names of methods that were compiled before.
            }

            await written.DisposeAsync();
        }

        public void Dispose()
        {
            session.Dispose();
            written.Dispose();
        }
    }
}

/// <summary>The recording of a process.</summary>
/// <param name="Name">Name of the process.</param>
/// <param name="Samples">Samples of its threads, in the order of time.</param>
/// <param name="Stacks">Stacks that the samples refer to by index: methods, the outermost first.</param>
/// <param name="Rounds">Start and end of the rounds that the process measured.</param>
internal sealed record RecordedProcess(
    string Name,
    IReadOnlyList<StackSample> Samples,
    IReadOnlyList<IReadOnlyList<string>> Stacks,
    IReadOnlyList<(DateTime From, DateTime To)> Rounds);

/// <summary>A sample of a thread.</summary>
/// <param name="At">Time of the sample.</param>
/// <param name="Thread">Id of the thread.</param>
/// <param name="Stack">Index of the stack.</param>
/// <param name="IsOutside">
/// Whether the thread was in native code: a system call, a wait, the compiler, the garbage collector.
/// </param>
internal readonly record struct StackSample(DateTime At, int Thread, int Stack, bool IsOutside);
