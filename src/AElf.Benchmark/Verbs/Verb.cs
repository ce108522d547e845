using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Settings.Completion;

namespace AElf.Benchmark.Verbs;

/// <summary>An action of the program, selected by the first word of a call.</summary>
public abstract class Verb
{
    /// <param name="words">The words behind the verb.</param>
    /// <returns>The exit code.</returns>
    public abstract Task<int> RunAsync(string[] words);

    /// <summary>Commands that a shell completes behind the verb.</summary>
    /// <param name="path">The words up to the verb, each with a space before.</param>
    public abstract IEnumerable<CompletedCommand> Complete(string path);
}

/// <summary>A registered verb: its entry in lists, and its factory.</summary>
/// <param name="Name">The verb's word.</param>
/// <param name="Arguments">Arguments in the help.</param>
/// <param name="Purpose">Purpose in the help.</param>
/// <param name="Create">Creates the verb for the program's workload.</param>
public sealed record VerbEntry(string Name, string Arguments, string Purpose, Func<IWorkloadType, Verb> Create)
    : HelpVerb(Name, Arguments, Purpose)
{
    /// <summary>A former name of the verb that is still accepted; null without one.</summary>
    public string? Alias { get; init; }

    public bool IsListed { get; init; } = true;

    public bool Is(string word) =>
        word.Equals(Name, StringComparison.Ordinal) || word.Equals(Alias, StringComparison.Ordinal);
}

/// <summary>A verb that parses its arguments into a request and executes it if there are no problems.</summary>
internal abstract class Verb<TRequest> : Verb
    where TRequest : class
{
    private CallFiles files = new(OutputFiles.None);

    public abstract ProgramDescription Program { get; }

    /// <summary>Environment variables of the call, and of the runs it makes.</summary>
    public IReadOnlyDictionary<string, string> Variables { get; init; } = EnvironmentSettings.OfProcess();

    /// <summary>Folder that has the shipped <c>config</c> folder.</summary>
    public string Home { get; init; } = AppContext.BaseDirectory;

    public List<ValidationError> Problems { get; } = [];

    /// <summary>The options of the call; the defaults before <c>Resolve</c>.</summary>
    public ResolvedSettings Settings { get; private set; } = new();

    /// <summary>Reads the words; null after an error, which is added to <see cref="Problems"/>.</summary>
    public abstract TRequest? Read(IReadOnlyList<string> words);

    public sealed override IEnumerable<CompletedCommand> Complete(string path) => [new(path, Program)];

    /// <summary>Reads and executes the words. An unusable file ends the verb with one line on standard error.</summary>
    public sealed override async Task<int> RunAsync(string[] words)
    {
        if (ProgramCommandLine.Text(Program, words)?.Print(Console.Out, Console.Error) is { } shown)
        {
            return (int)shown;
        }

        var code = await ReadAndRunAsync(words);
        return (int)files.End(code);
    }

    protected abstract Task<ExitCode> RunAsync(TRequest request);

    /// <summary>
    /// The exit code of a call that a signal ended before its first figure; null if that cannot happen.
    /// </summary>
    protected virtual ExitCode? Interrupted => null;

    /// <summary>Reads the options of the verb; notes their problems and the output files.</summary>
    protected ResolvedSettings Resolve(IReadOnlyList<string> words, params IEnumerable<string?> inputs) =>
        Resolve(CommandLineReader.Read(Program, words).Settings, inputs);

    /// <summary>Takes the parsed arguments; notes their problems and the output files.</summary>
    /// <param name="given">The options of the verb.</param>
    /// <param name="inputs">Files that the call reads, except those in its settings.</param>
    protected ResolvedSettings Resolve(SettingLayer given, params IEnumerable<string?> inputs)
    {
        Settings = new ResolvedSettings(Program.Program, given);
        var outputs = new OutputFiles(Program.Table, Settings, inputs);
        files = new CallFiles(outputs);
        Problems.AddRange([.. given.Problems, .. outputs.Problems]);
        return Settings;
    }

    /// <summary>Prints a problem, and adds it to the output files of the call.</summary>
    protected ExitCode Fail(ExitCode code, string problem) => files.Fail(code, problem);

    /// <summary>Prints a problem, and adds it to the output files of the call.</summary>
    protected void Fail(string problem) => files.Fail(problem);

    private async Task<ExitCode> ReadAndRunAsync(string[] words)
    {
        try
        {
            if (Read(words) is not { } request)
            {
                var rejected = new ParseOutcome.Rejected(Program, Problems);
                files.Note(rejected.Errors);
                return rejected.Print(Console.Out, Console.Error)!.Value;
            }

            Problems.ForEach(problem => Console.Error.WriteLine($"warning: {problem}"));
            return await RunAsync(request);
        }
        catch (Exception exception) when (exception is FormatException or ConfigurationFormatException)
        {
            return Fail(ExitCode.Usage, exception.Message);
        }
        catch (OperationCanceledException) when (Interrupted is { } code)
        {
            return code == ExitCode.Ok ? code : Fail(code, "interrupted: no figure");
        }
        catch (Exception exception) when (exception
            is IOException or UnauthorizedAccessException or ScenarioException or ChainException)
        {
            return Fail(ExitCode.Environment, exception.Message);
        }
    }
}
