using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Configuration.Completion;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Scenarios;

namespace AElf.Benchmark.Verbs;

/// <summary>What a first word of a call makes the program do.</summary>
public abstract class Verb
{
    /// <summary>Does it.</summary>
    /// <param name="words">What followed the word.</param>
    /// <returns>The exit code.</returns>
    public abstract Task<int> RunAsync(string[] words);

    /// <summary>What a shell completes behind the word.</summary>
    /// <param name="path">The words up to it, each with a space before.</param>
    public abstract IEnumerable<CompletedCommand> Complete(string path);
}

/// <summary>A verb where it is registered: what a list says of it, and what makes it when it is called.</summary>
/// <param name="Name">The word.</param>
/// <param name="Arguments">What follows it, for the help.</param>
/// <param name="Purpose">What it is for, for the help.</param>
/// <param name="Create">Makes it, for what the program measures.</param>
public sealed record VerbEntry(string Name, string Arguments, string Purpose, Func<IWorkloadType, Verb> Create)
{
    /// <summary>The word it had before, which is still understood; null when it has always had its name.</summary>
    public string? Alias { get; init; }

    /// <summary>Whether lists of verbs name it.</summary>
    public bool IsListed { get; init; } = true;

    /// <summary>Whether a word stands for it.</summary>
    public bool Is(string word) =>
        word.Equals(Name, StringComparison.Ordinal) || word.Equals(Alias, StringComparison.Ordinal);
}

/// <summary>A verb that reads its words, and does what they ask for when nothing is wrong with them.</summary>
internal abstract class Verb<TRequest> : Verb
    where TRequest : class
{
    /// <summary>What it takes and says of itself.</summary>
    public abstract ProgramDescription Program { get; }

    /// <summary>What is wrong with the words, or only to be told.</summary>
    public List<ValidationError> Problems { get; } = [];

    /// <summary>Programs whose options it takes too, for the runs it makes.</summary>
    protected virtual IReadOnlyList<ProgramDescription> OfRuns => [];

    /// <summary>What was not done when something is wrong; null for what every program says.</summary>
    protected virtual string? Refusal => null;

    /// <summary>Reads the words; null when something is wrong, which is then among the problems.</summary>
    public abstract TRequest? Read(IReadOnlyList<string> words);

    /// <inheritdoc/>
    public sealed override IEnumerable<CompletedCommand> Complete(string path) => [new(path, Program, OfRuns)];

    /// <summary>Does it. A file that is of no use ends it with one line on standard error.</summary>
    public sealed override async Task<int> RunAsync(string[] words)
    {
        try
        {
            return (int)(ProgramCommandLine.Text(Program, words)?.Print(Console.Out, Console.Error)
                ?? await ReadAndRunAsync(words));
        }
        catch (FormatException exception)
        {
            return (int)Fail(ExitCode.Usage, exception.Message);
        }
        catch (Exception exception) when (
            exception is IOException or UnauthorizedAccessException or ScenarioException)
        {
            return (int)Fail(ExitCode.Environment, exception.Message);
        }
    }

    /// <summary>Does what was asked for.</summary>
    protected abstract Task<ExitCode> RunAsync(TRequest request);

    /// <summary>Says why it ends.</summary>
    protected static ExitCode Fail(ExitCode code, string problem)
    {
        Console.Error.WriteLine($"error: {problem}");
        return code;
    }

    private async Task<ExitCode> ReadAndRunAsync(string[] words)
    {
        if (Read(words) is not { } request)
        {
            return new ParseOutcome.Rejected(Problems) { Refusal = Refusal }.Print(Console.Out, Console.Error)!.Value;
        }

        Problems.ForEach(problem => Console.Error.WriteLine($"warning: {problem}"));
        return await RunAsync(request);
    }
}
