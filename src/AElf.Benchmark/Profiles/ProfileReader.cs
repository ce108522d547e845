using System.Text;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Runs;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.EventPipe;

namespace AElf.Benchmark.Profiles;

/// <summary>Reads a profile of the .NET runtime.</summary>
internal static class ProfileReader
{
    /// <param name="process">Name of the recorded process.</param>
    /// <param name="file">The <c>.nettrace</c> file.</param>
    public static RecordedProcess Read(string process, string file)
    {
        using var folder = new TemporaryFolder();
        var index = folder.File("profile.etlx");
        TraceLog.CreateFromEventPipeDataFile(file, index, new TraceLogOptions { ContinueOnError = true });
        using var log = new TraceLog(index);
        return Read(process, log);
    }

    private static RecordedProcess Read(string process, TraceLog log)
    {
        var samples = new List<StackSample>();
        var stacks = new List<IReadOnlyList<string>>();
        var numbers = new Dictionary<CallStackIndex, int>();
        var rounds = new List<(DateTime From, DateTime To)>();
        using var source = log.Events.GetSource();
        var begun = DateTime.MinValue;
        source.Dynamic.All += each =>
        {
            if (each.ProviderName is RoundEvents.SourceName && (int)each.ID is RoundEvents.Begun)
            {
                begun = each.TimeStamp;
            }
            else if (each.ProviderName is RoundEvents.SourceName && (int)each.ID is RoundEvents.Ended)
            {
                rounds.Add((begun, each.TimeStamp));
            }
        };
        new SampleProfilerTraceEventParser(source).ThreadSample += sample =>
        {
            var stack = sample.CallStackIndex();
            if (stack is CallStackIndex.Invalid)
            {
                return;
            }

            if (!numbers.TryGetValue(stack, out var number))
            {
                numbers.Add(stack, number = stacks.Count);
                stacks.Add(MethodsOf(log.CallStacks[stack]));
            }

            samples.Add(new StackSample(
                sample.TimeStamp, sample.ThreadID, number, sample.Type is not ClrThreadSampleType.Managed));
        };
        source.Process();
        return new RecordedProcess(process, samples, stacks, rounds);
    }

    private static List<string> MethodsOf(TraceCallStack? stack)
    {
        var methods = new List<string>();
        for (; stack is not null; stack = stack.Caller)
        {
            // Drop the frame in which the runtime stopped the thread to take the sample.
            if (NameOf(stack.CodeAddress.FullMethodName) is { Length: > 0 } name
                && !name.Contains("PollGC", StringComparison.Ordinal))
            {
                methods.Add(name);
            }
        }

        methods.Reverse();
        return methods;
    }

    /// <summary>Type and name, without parameters and type arguments.</summary>
    internal static string NameOf(string method)
    {
        var name = new StringBuilder();
        var depth = 0;
        foreach (var letter in method.TakeWhile(letter => letter is not '('))
        {
            depth -= letter is ']' ? 1 : 0;
            if (depth == 0 && letter is not ('[' or ']'))
            {
                name.Append(letter);
            }

            depth += letter is '[' ? 1 : 0;
        }

        return name.ToString().Trim();
    }
}
