using System.Diagnostics;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Operations.Scenarios;

namespace AElf.Bench.TestKit.Processes;

/// <summary>Options of a started program.</summary>
public sealed record ProductProcessOptions
{
    /// <summary>Environment variables that override those of the test run; null removes a variable.</summary>
    public IReadOnlyDictionary<string, string?> Environment { get; init; } =
        new Dictionary<string, string?>(StringComparer.Ordinal);

    /// <summary>The working directory; null for the new home.</summary>
    public string? WorkingDirectory { get; init; }

    /// <summary>The time limit; only a program that hangs reaches it.</summary>
    public TimeSpan Deadline { get; init; } = Wait.Deadline;

    /// <summary>Words before the command, such as those that enter a namespace.</summary>
    public IReadOnlyList<string> Launcher { get; init; } = [];

    /// <summary>The program's file; null for AElf.Benchmark.dll beside the test assembly.</summary>
    public string? Program { get; init; }
}

/// <summary>The result of a program.</summary>
/// <param name="Output">Standard output.</param>
/// <param name="Error">Standard error.</param>
public sealed record ProductResult(int ExitCode, string Output, string Error, TimeSpan Elapsed)
{
    /// <summary>Both outputs, to search for texts that must not be printed.</summary>
    public string AllOutput => Output + Error;
}

/// <summary>AElf.Benchmark as a process, with an empty home and no input.</summary>
public sealed class ProductProcess : IProductRun
{
    /// <summary>
    /// The variable that makes the runtime compile methods with loops without optimisation first. Chains are made in
    /// loops, which run faster when they are optimised at once.
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

    public int ProcessId => process.Id;

    public bool HasExited => process.HasExited;

    public string Home => home.Path;

    public string Output => process.Output;

    public string Error => process.Error;

    /// <summary>Runs the program to its end.</summary>
    /// <exception cref="TimeoutException">It did not end in time and was killed; the message contains its
    /// output.</exception>
    public static Task<ProductResult> RunAsync(params string[] arguments) =>
        RunAsync(new ProductProcessOptions(), arguments);

    /// <summary>Runs the program to its end.</summary>
    /// <exception cref="TimeoutException">It did not end in time and was killed; the message contains its
    /// output.</exception>
    public static async Task<ProductResult> RunAsync(ProductProcessOptions options, params string[] arguments)
    {
        using var product = Start(options, arguments);
        return await product.WaitForExitAsync();
    }

    /// <summary>Starts the program and returns at once.</summary>
    /// <exception cref="FileNotFoundException">The program is not beside the test assembly.</exception>
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
        };
        return new ProductProcess(fresh, written, OwnedProcess.Start(start), options, string.Join(' ', arguments));
    }

    /// <summary>
    /// The options that make a run short, except those that a test sets. A round offers its block once, since tests
    /// count its transfers. Empty for other verbs.
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

    /// <summary>Kills the process and its children with SIGKILL and waits for their end.</summary>
    public void Kill() => process.Kill();

    /// <summary>Sends SIGKILL to the process alone and returns at once.</summary>
    public void KillAlone() => process.Signal(ProcessSignal.Kill);

    /// <summary>Sends SIGINT, like Ctrl+C.</summary>
    public void Interrupt() => process.Signal(ProcessSignal.Interrupt);

    /// <summary>Sends SIGTERM, like a supervisor.</summary>
    public void Terminate() => process.Signal(ProcessSignal.Terminate);

    /// <summary>Freezes the process with SIGSTOP.</summary>
    public void Pause() => process.Signal(ProcessSignal.Stop);

    /// <summary>Resumes the process after <see cref="Pause"/>.</summary>
    public void Resume() => process.Signal(ProcessSignal.Continue);

    public void Dispose()
    {
        process.Dispose();
        home.Dispose();
        outputs.Dispose();
    }
}
