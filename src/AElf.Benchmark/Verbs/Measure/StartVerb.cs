using AElf.Bench.Core.Options;
using AElf.Bench.Settings.Completion;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>
/// The internal verb <c>start</c>: a call of several process starts makes each later one with it. It writes its reports
/// to a file and prints nothing.
/// </summary>
/// <param name="run">Makes the call that its words name, as a later start.</param>
internal sealed class StartVerb(Func<string[], LaterStart, Task<int>> run) : Verb
{
    public const string Word = "start";

    public override IEnumerable<CompletedCommand> Complete(string path) => [];

    public override async Task<int> RunAsync(string[] words)
    {
        if (words is [var file, .. var call, var json, var report]
            && json.Equals(CommonSettings.JsonOutput.Option, StringComparison.Ordinal) && File.Exists(file))
        {
            return await run(call, LaterStart.Read(file) with { Report = report });
        }

        await Console.Error.WriteLineAsync("error: start: a run with --starts calls this itself: expected --starts N");
        return (int)ExitCode.Usage;
    }
}
