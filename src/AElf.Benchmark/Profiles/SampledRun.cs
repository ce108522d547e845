using System.Text.Json;
using AElf.Bench.Harness.Reports;

namespace AElf.Benchmark.Profiles;

/// <summary>The samples of a run's measured rounds, except of threads that waited for another thread.</summary>
internal sealed class SampledRun
{
    // The second is the thread of .NET that waits for all sockets. Other threads read the sockets.
    private static readonly string[] Waits = ["System.Threading.", "System.Net.Sockets.SocketAsyncEngine.EventLoop"];

    private readonly IReadOnlyList<RecordedProcess> processes;
    private readonly List<SampledThread> threads = [];

    private SampledRun(IReadOnlyList<RecordedProcess> processes, IReadOnlyList<(DateTime From, DateTime To)> rounds)
    {
        this.processes = processes;
        foreach (var process in processes)
        {
            // Omit threads that wait for another thread, and the recording itself: they do not show where the time
            // goes.
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
        var frames = new List<string>();
        var numbers = new Dictionary<string, int>(StringComparer.Ordinal);
        var profiles = threads.ConvertAll(thread => new
        {
            type = "sampled",
            name = FormattableString.Invariant($"{thread.Process.Name}, thread {thread.Id}"),
            unit = "none",
            startValue = 0,
            endValue = thread.Samples.Count,
            samples = thread.Samples.Select(sample => Sampled(thread.Process, sample)).ToList(),
            weights = Enumerable.Repeat(1, thread.Samples.Count),
        });
        using var stream = File.Create(file);
        JsonSerializer.Serialize(stream, new OrderedDictionary<string, object>(StringComparer.Ordinal)
        {
            ["$schema"] = "https://www.speedscope.app/file-format-schema.json",
            ["exporter"] = "AElf.Bench",
            ["profiles"] = profiles,
            ["shared"] = new { frames = frames.Select(name => new { name }) },
        });
        return tree.Report([.. processes.Select(process => process.Name)]);

        List<int> Sampled(RecordedProcess process, StackSample sample)
        {
            var stack = process.Stacks[sample.Stack];
            tree.Add(process.Name, stack, sample.IsOutside);
            return [.. stack.Select(NumberOf), .. sample.IsOutside ? [NumberOf(ProfileTree.Outside)] : (int[])[]];
        }

        int NumberOf(string frame)
        {
            if (numbers.TryAdd(frame, frames.Count))
            {
                frames.Add(frame);
            }

            return numbers[frame];
        }
    }

    private static bool IsWait(IReadOnlyList<string> stack) =>
        stack.Count == 0 || Waits.Any(wait => stack[^1].StartsWith(wait, StringComparison.Ordinal));

    private static bool IsOfRecorder(IReadOnlyList<string> stack) =>
        stack.Any(method => method.Contains(nameof(ProfileRecorder), StringComparison.Ordinal)
            || method.StartsWith("Microsoft.Diagnostics.", StringComparison.Ordinal));

    private sealed record SampledThread(RecordedProcess Process, int Id, IReadOnlyList<StackSample> Samples);
}
