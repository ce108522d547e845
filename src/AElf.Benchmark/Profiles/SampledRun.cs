using System.Text.Json;
using AElf.Bench.Harness.Reports;

namespace AElf.Benchmark.Profiles;

/// <summary>The samples of a run's measured rounds, except of threads that waited for another thread.</summary>
internal sealed class SampledRun
{
    // The second is the framework's thread that waits for all sockets, which others read when it tells them.
    private static readonly string[] Waits = ["System.Threading.", "System.Net.Sockets.SocketAsyncEngine.EventLoop"];

    private readonly IReadOnlyList<RecordedProcess> processes;
    private readonly List<SampledThread> threads = [];

    private SampledRun(IReadOnlyList<RecordedProcess> processes, IReadOnlyList<(DateTime From, DateTime To)> rounds)
    {
        this.processes = processes;
        foreach (var process in processes)
        {
            // Threads that wait for another thread have no part in where the time goes, nor has the recording itself.
            threads.AddRange(
                from sample in process.Samples
                where rounds.Any(round => sample.At >= round.From && sample.At <= round.To)
                let stack = process.Stacks[sample.Stack]
                where !IsOfRecorder(stack) && !(sample.IsOutside && IsWait(stack))
                group sample by sample.Thread into thread
                orderby thread.Key
                select new SampledThread(process, thread.Key, [.. thread]));
        }
    }

    /// <summary>The samples within the rounds of any of the processes; null without any.</summary>
    public static SampledRun? From(IReadOnlyList<RecordedProcess> processes)
    {
        var rounds = processes.SelectMany(process => process.Rounds).ToList();
        var run = new SampledRun(processes, rounds);
        return run.threads.Count == 0 ? null : run;
    }

    /// <summary>Writes the stacks over time, a profile for each thread, and counts them.</summary>
    /// <param name="file">File in the form of https://www.speedscope.app/file-format-schema.json.</param>
    public ProfileReport WriteTo(string file)
    {
        var tree = new ProfileTree();
        var frames = new Dictionary<string, int>(StringComparer.Ordinal);
        using var stream = File.Create(file);
        using var json = new Utf8JsonWriter(stream);
        json.WriteStartObject();
        json.WriteString("$schema", "https://www.speedscope.app/file-format-schema.json");
        json.WriteString("exporter", "AElf.Bench");
        json.WriteStartArray("profiles");
        foreach (var thread in threads)
        {
            foreach (var sample in thread.Samples)
            {
                tree.Add(thread.Process.Name, thread.Process.Stacks[sample.Stack], sample.IsOutside);
            }

            Write(json, thread, frames);
        }

        json.WriteEndArray();
        json.WriteStartObject("shared");
        json.WriteStartArray("frames");
        foreach (var name in frames.OrderBy(frame => frame.Value).Select(frame => frame.Key))
        {
            json.WriteStartObject();
            json.WriteString("name", name);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
        json.WriteEndObject();
        return tree.Report([.. processes.Select(process => process.Name)]);
    }

    private static bool IsWait(IReadOnlyList<string> stack) =>
        stack.Count == 0 || Waits.Any(wait => stack[^1].StartsWith(wait, StringComparison.Ordinal));

    private static bool IsOfRecorder(IReadOnlyList<string> stack) =>
        stack.Any(method => method.Contains(nameof(ProfileRecorder), StringComparison.Ordinal)
            || method.StartsWith("Microsoft.Diagnostics.", StringComparison.Ordinal));

    private static void Write(Utf8JsonWriter json, SampledThread thread, Dictionary<string, int> frames)
    {
        json.WriteStartObject();
        json.WriteString("type", "sampled");
        json.WriteString("name", FormattableString.Invariant($"{thread.Process.Name}, thread {thread.Id}"));
        json.WriteString("unit", "none");
        json.WriteNumber("startValue", 0);
        json.WriteNumber("endValue", thread.Samples.Count);
        json.WriteStartArray("samples");
        foreach (var sample in thread.Samples)
        {
            json.WriteStartArray();
            foreach (var method in thread.Process.Stacks[sample.Stack])
            {
                json.WriteNumberValue(NumberOf(method));
            }

            if (sample.IsOutside)
            {
                json.WriteNumberValue(NumberOf(ProfileTree.Outside));
            }

            json.WriteEndArray();
        }

        json.WriteEndArray();
        json.WriteStartArray("weights");
        foreach (var _ in thread.Samples)
        {
            json.WriteNumberValue(1);
        }

        json.WriteEndArray();
        json.WriteEndObject();

        int NumberOf(string frame)
        {
            if (!frames.TryGetValue(frame, out var number))
            {
                frames.Add(frame, number = frames.Count);
            }

            return number;
        }
    }

    private sealed record SampledThread(RecordedProcess Process, int Id, IReadOnlyList<StackSample> Samples);
}
