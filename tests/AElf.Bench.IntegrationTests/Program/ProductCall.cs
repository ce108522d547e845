using System.Diagnostics;
using System.Text;
using AElf.Bench.Core.Workloads;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.Transfers;
using AElf.Benchmark;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>
/// A call of AElf.Benchmark inside the process of the tests, for all that is not about a process: signals, kills, the
/// environment, standard input, children that are the program again. It saves the start of a runtime, which costs more
/// than most runs here.
/// </summary>
internal static class ProductCall
{
    private static readonly AsyncLocal<(TextWriter Output, TextWriter Error)?> Current = new();

    static ProductCall()
    {
        var (output, error) = (Console.Out, Console.Error);
        Console.SetOut(new CallWriter(() => Current.Value?.Output ?? output));
        Console.SetError(new CallWriter(() => Current.Value?.Error ?? error));
    }

    /// <summary>Calls it and waits for its end.</summary>
    public static Task<ProductResult> RunAsync(params IReadOnlyList<string> arguments) =>
        RunAsync(new TransferWorkloadType(), arguments);

    /// <summary>The same over another workload.</summary>
    public static async Task<ProductResult> RunAsync(IWorkloadType workload, params IReadOnlyList<string> arguments)
    {
        var (output, error) = (new StringWriter(), new StringWriter());
        var clock = Stopwatch.StartNew();
        var code = await Task.Factory.StartNew(
            () =>
            {
                Current.Value = (TextWriter.Synchronized(output), TextWriter.Synchronized(error));
                string[] words = [.. arguments, .. ProductProcess.BlocksOf(arguments)];
                return words is [ElectrumCommand.Word, .. var electrum]
                    ? ElectrumCommand.RunAsync(electrum)
                    : BenchmarkProgram.RunAsync(words, workload, ElectrumCommand.Help);
            },
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default).Unwrap();
        return new ProductResult(code, output.ToString(), error.ToString(), clock.Elapsed);
    }

    // What a call writes, on whichever of its threads, is the call's; what the test runner writes is the console's.
    private sealed class CallWriter(Func<TextWriter> target) : TextWriter
    {
        public override Encoding Encoding => Encoding.UTF8;

        public override void Write(char value) => target().Write(value);

        public override void Write(char[] buffer, int index, int count) => target().Write(buffer, index, count);

        public override void Write(string? value) => target().Write(value);

        public override void Flush() => target().Flush();
    }
}
