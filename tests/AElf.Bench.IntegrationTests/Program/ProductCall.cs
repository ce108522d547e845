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
internal sealed class ProductCall : IProductRun
{
    private static readonly AsyncLocal<ProductCall?> Current = new();

    private readonly TemporaryFolder home = new();
    private readonly CallText output = new();
    private readonly CallText error = new();
    private readonly Stopwatch clock = Stopwatch.StartNew();
    private readonly string commandLine;
    private readonly Task<int> run;

    static ProductCall()
    {
        var (output, error) = (Console.Out, Console.Error);
        Console.SetOut(new CallWriter(() => Current.Value?.output ?? output));
        Console.SetError(new CallWriter(() => Current.Value?.error ?? error));
    }

    private ProductCall(IWorkloadType workload, Func<string, IReadOnlyList<string>> argumentsAt)
    {
        var arguments = argumentsAt(Home);
        commandLine = string.Join(' ', arguments);
        run = Task.Factory.StartNew(
            () =>
            {
                Current.Value = this;
                string[] words = [.. arguments, .. ProductProcess.BlocksOf(arguments)];
                return new BenchmarkProgram(workload, BenchmarkProgram.Electrum).RunAsync(words);
            },
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default).Unwrap();
    }

    /// <inheritdoc/>
    public bool HasExited => run.IsCompleted;

    /// <inheritdoc/>
    public string Home => home.Path;

    /// <inheritdoc/>
    public string Output => output.ToString();

    /// <inheritdoc/>
    public string Error => error.ToString();

    /// <summary>Calls it and waits for its end.</summary>
    public static Task<ProductResult> RunAsync(params IReadOnlyList<string> arguments) =>
        RunAsync(new TransferWorkloadType(), arguments);

    /// <summary>The same over another workload.</summary>
    public static async Task<ProductResult> RunAsync(IWorkloadType workload, params IReadOnlyList<string> arguments)
    {
        using var call = Start(workload, _ => arguments);
        return await call.WaitForExitAsync();
    }

    /// <summary>Calls it and returns at once.</summary>
    /// <param name="workload">What is measured.</param>
    /// <param name="argumentsAt">Its arguments, by where its home is.</param>
    public static ProductCall Start(IWorkloadType workload, Func<string, IReadOnlyList<string>> argumentsAt) =>
        new(workload, argumentsAt);

    /// <inheritdoc/>
    public async Task<ProductResult> WaitForExitAsync()
    {
        try
        {
            var code = await run.WaitAsync(Wait.Deadline);
            return new ProductResult(code, Output, Error, clock.Elapsed);
        }
        catch (TimeoutException) when (!run.IsCompleted)
        {
            throw new TimeoutException(
                $"AElf.Benchmark {commandLine} did not end in {Wait.Deadline.TotalSeconds:0.#} s. It "
                    + $"wrote:\n{Output}{Error}");
        }
    }

    /// <inheritdoc/>
    public void Dispose() => home.Dispose();

    // What a call writes, on whichever of its threads, is the call's; what the test runner writes is the console's.
    private sealed class CallWriter(Func<TextWriter> target) : TextWriter
    {
        public override Encoding Encoding => Encoding.UTF8;

        public override void Write(char value) => target().Write(value);

        public override void Write(char[] buffer, int index, int count) => target().Write(buffer, index, count);

        public override void Write(string? value) => target().Write(value);

        public override void Flush() => target().Flush();
    }

    // Read while it is written.
    private sealed class CallText : TextWriter
    {
        private readonly Lock gate = new();
        private readonly StringBuilder text = new();

        public override Encoding Encoding => Encoding.UTF8;

        public override void Write(char value)
        {
            lock (gate)
            {
                text.Append(value);
            }
        }

        public override void Write(char[] buffer, int index, int count)
        {
            lock (gate)
            {
                text.Append(buffer, index, count);
            }
        }

        public override void Write(string? value)
        {
            lock (gate)
            {
                text.Append(value);
            }
        }

        public override string ToString()
        {
            lock (gate)
            {
                return text.ToString();
            }
        }
    }
}
