using System.Diagnostics;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Operations.Scenarios;

namespace AElf.Bench.TestKit.Processes;

/// <summary>How the product is started.</summary>
public sealed record ProductProcessOptions
{
    /// <summary>Environment variables over those of the test run; null removes one.</summary>
    public IReadOnlyDictionary<string, string?> Environment { get; init; } =
        new Dictionary<string, string?>(StringComparer.Ordinal);

    /// <summary>The working directory; null takes the fresh home.</summary>
    public string? WorkingDirectory { get; init; }

    /// <summary>How long it may run: only what hangs takes as long.</summary>
    public TimeSpan Deadline { get; init; } = Wait.Deadline;

    /// <summary>Words before the command, such as those of a namespace; none when empty.</summary>
    public IReadOnlyList<string> Launcher { get; init; } = [];

    /// <summary>The program's file; null takes AElf.Benchmark.dll beside the test assembly.</summary>
    public string? Program { get; init; }
}

/// <summary>How the product ended.</summary>
/// <param name="ExitCode">Its exit code.</param>
/// <param name="Output">Its standard output.</param>
/// <param name="Error">Its standard error.</param>
/// <param name="Elapsed">How long it ran.</param>
public sealed record ProductResult(int ExitCode, string Output, string Error, TimeSpan Elapsed)
{
    /// <summary>Both outputs, for searching what must never be printed.</summary>
    public string AllOutput => Output + Error;
}

/// <summary>The built AElf.Benchmark as its own process, with an empty home and no input.</summary>
public sealed class ProductProcess : IProductRun
{
    /// <summary>
    /// The variable that says whether the runtime compiles loops quickly at first. Chains are made in loops, which are
    /// worth compiling well at once.
    /// </summary>
    public const string QuickLoops = "DOTNET_TC_QuickJitForLoops";

    private static readonly string[][] Short = [["--blocks", "1"], ["--warmup", "0"], ["--ceiling", "off"]];

    private readonly TemporaryFolder home;
    private readonly TemporaryFolder outputs;
    private readonly OwnedProcess process;
    private readonly Stopwatch clock = Stopwatch.StartNew();
    private readonly ProductProcessOptions options;
    private readonly string commandLine;

    private ProductProcess(
        TemporaryFolder home,
        TemporaryFolder outputs,
        OwnedProcess process,
        ProductProcessOptions options,
        string commandLine)
    {
        this.home = home;
        this.outputs = outputs;
        this.process = process;
        this.options = options;
        this.commandLine = commandLine;
    }

    /// <summary>Its process id.</summary>
    public int ProcessId => process.Id;

    public bool HasExited => process.HasExited;

    public string Home => home.Path;

    public string Output => process.Output;

    public string Error => process.Error;

    /// <summary>Runs it to its end.</summary>
    /// <exception cref="TimeoutException">It did not end within the deadline and was killed; the message holds its
    /// output.</exception>
    public static Task<ProductResult> RunAsync(params string[] arguments) =>
        RunAsync(new ProductProcessOptions(), arguments);

    /// <summary>Runs it to its end.</summary>
    /// <exception cref="TimeoutException">It did not end within the deadline and was killed; the message holds its
    /// output.</exception>
    public static async Task<ProductResult> RunAsync(ProductProcessOptions options, params string[] arguments)
    {
        using var product = Start(options, arguments);
        return await product.WaitForExitAsync();
    }

    /// <summary>Starts it and returns at once.</summary>
    /// <exception cref="FileNotFoundException">The product is not beside the test assembly.</exception>
    public static ProductProcess Start(ProductProcessOptions options, params string[] arguments)
    {
        var program = options.Program ?? Path.Combine(AppContext.BaseDirectory, "AElf.Benchmark.dll");
        if (!File.Exists(program))
        {
            throw new FileNotFoundException(
                $"{program} is not there: the test project must refer to the project AElf.Benchmark");
        }

        var fresh = new TemporaryFolder();
        var written = new TemporaryFolder();
        var variables = Environment.GetEnvironmentVariables().Keys.Cast<string>()
            .Where(name => name.StartsWith("XDG_", StringComparison.Ordinal))
            .ToDictionary(name => name, _ => (string?)null, StringComparer.Ordinal);
        variables["HOME"] = fresh.Path;
        if (arguments is ["electrum", ..])
        {
            variables[QuickLoops] = "0";
        }

        foreach (var (name, value) in options.Environment)
        {
            variables[name] = value;
        }

        string[] command =
        [
            .. options.Launcher, AElfPrograms.DotnetHost(), program, .. arguments, .. ShortRun(arguments),
        ];
        var start = new ProcessStart(command[0], command[1..])
        {
            OutputFile = written.File("output"),
            ErrorFile = written.File("error"),
            Environment = variables,
            WorkingDirectory = options.WorkingDirectory ?? fresh.Path,
            FolderToRemove = fresh.Path,
        };
        return new ProductProcess(fresh, written, OwnedProcess.Start(start), options, string.Join(' ', arguments));
    }

    /// <summary>
    /// The options that make a run short, without those that a test gives. A round offers its block once, since tests
    /// count what it commits. Other calls get none.
    /// </summary>
    public static IEnumerable<string> ShortRun(IReadOnlyList<string> arguments) =>
        arguments.Any(word => word is "-n" or "--counters" or "--repeattime")
            ? Short.Where(option => !arguments.Contains(option[0], StringComparer.Ordinal)).SelectMany(words => words)
            : [];

    public async Task<ProductResult> WaitForExitAsync()
    {
        var left = options.Deadline - clock.Elapsed;
        if (!await process.WaitForExitAsync(left > TimeSpan.Zero ? left : TimeSpan.Zero))
        {
            Kill();
            throw new TimeoutException(
                $"AElf.Benchmark {commandLine} did not end in {options.Deadline.TotalSeconds:0.#} s. It "
                    + $"wrote:\n{Output}{Error}");
        }

        return new ProductResult(process.ExitCode, Output, Error, clock.Elapsed);
    }

    /// <summary>Ends it, and what it started, with SIGKILL and waits for the end.</summary>
    public void Kill() => process.Kill();

    /// <summary>Ends it alone with SIGKILL, as somebody else's kill -9 does; returns at once.</summary>
    public void KillAlone() => process.Signal(ProcessSignal.Kill);

    /// <summary>Asks it to end with SIGINT, as Ctrl+C does.</summary>
    public void Interrupt() => process.Signal(ProcessSignal.Interrupt);

    /// <summary>Asks it to end with SIGTERM, as a supervisor does.</summary>
    public void Terminate() => process.Signal(ProcessSignal.Terminate);

    /// <summary>Freezes it with SIGSTOP.</summary>
    public void Pause() => process.Signal(ProcessSignal.Stop);

    /// <summary>Lets it go on after <see cref="Pause"/>.</summary>
    public void Resume() => process.Signal(ProcessSignal.Continue);

    public void Dispose()
    {
        process.Dispose();
        home.Dispose();
        outputs.Dispose();
    }
}
