using System.Diagnostics;
using AElf.Bench.Core.Workloads;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.Transfers;
using AElf.Benchmark;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>
/// A call of a program inside the process of the tests. Tests of signals, kills, the environment, standard input or
/// children that run the same program need a <see cref="ProductProcess"/>.
/// </summary>
internal sealed class ProductCall : IProductRun
{
    private readonly TemporaryFolder home = new();
    private readonly Stopwatch clock = Stopwatch.StartNew();
    private readonly string commandLine;
    private readonly ProgramCall call;
    private readonly CancellationTokenSource ending = new();

    private ProductCall(IWorkloadType workload, Func<string, IReadOnlyList<string>> argumentsAt)
    {
        var arguments = argumentsAt(Home);
        commandLine = string.Join(' ', arguments);
        string[] words = [.. arguments, .. ProductProcess.ShortRun(arguments)];
        call = new ProgramCall(() => new BenchmarkProgram(workload, BenchmarkProgram.Electrum).RunAsync(words));
    }

    private ProductCall(ProgramMain main, string[] words)
    {
        commandLine = string.Join(' ', words);
        call = new ProgramCall(() => Task.FromResult(main(words, ending.Token)));
    }

    public bool HasExited => call.Ended.IsCompleted;

    public string Home => home.Path;

    public string Output => call.Output;

    public string Error => call.Error;

    /// <summary>Calls the benchmark over transfers and waits for its end.</summary>
    public static Task<ProductResult> RunAsync(params IReadOnlyList<string> arguments) =>
        RunAsync(new TransferWorkloadType(), arguments);

    /// <summary>Makes a call that a program has printed for a shell.</summary>
    public static Task<ProductResult> PasteAsync(string printed)
    {
        string[] words = printed.Split(' ');
        Assert.Equal(["dotnet", "AElf.Benchmark.dll"], words[..2]);
        return RunAsync(words[2..]);
    }

    /// <summary>Calls the benchmark over another workload and waits for its end.</summary>
    public static async Task<ProductResult> RunAsync(IWorkloadType workload, params IReadOnlyList<string> arguments)
    {
        using var call = Start(workload, _ => arguments);
        return await call.WaitForExitAsync();
    }

    /// <summary>Calls the benchmark and returns at once.</summary>
    /// <param name="workload">The workload.</param>
    /// <param name="argumentsAt">Returns the arguments for a home folder.</param>
    public static ProductCall Start(IWorkloadType workload, Func<string, IReadOnlyList<string>> argumentsAt) =>
        new(workload, argumentsAt);

    /// <summary>Calls a manager or a worker and returns at once.</summary>
    public static ProductCall Start(ProgramMain main, params string[] words) => new(main, words);

    /// <summary>Asks a manager or a worker to end, as SIGTERM does.</summary>
    public void Terminate() => ending.Cancel();

    public async Task<ProductResult> WaitForExitAsync()
    {
        try
        {
            var code = await call.Ended.WaitAsync(Wait.Deadline);
            return new ProductResult(code, Output, Error, clock.Elapsed);
        }
        catch (TimeoutException) when (!HasExited)
        {
            throw new TimeoutException(
                $"the call with {commandLine} did not end in {Wait.Deadline.TotalSeconds:0.#} s. It "
                    + $"wrote:\n{Output}{Error}");
        }
    }

    public void Dispose()
    {
        home.Dispose();
        ending.Dispose();
    }
}
