using System.Security.Cryptography;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>The result of parsing a command line.</summary>
public abstract record ParseOutcome
{
    /// <summary>The output files that the command line names.</summary>
    public OutputFiles Outputs { get; init; } = OutputFiles.None;

    /// <summary>The program starts with these options.</summary>
    public sealed record Run(ProgramOptions Options) : ParseOutcome;

    /// <summary>The text of <c>--help</c> or <c>--version</c> is the whole output.</summary>
    public sealed record Printed(string Text) : ParseOutcome;

    /// <summary>The command line is refused.</summary>
    /// <param name="Program">The program, or its verb.</param>
    /// <param name="Problems">The errors and the warnings.</param>
    public sealed record Rejected(ProgramDescription Program, IReadOnlyList<ValidationError> Problems) : ParseOutcome
    {
        /// <summary>The problems without the warnings, one line each.</summary>
        public IReadOnlyList<string> Errors =>
        [
            .. Problems.Where(problem => problem.Critical).Select(problem => problem.ToString())
                .Distinct(StringComparer.Ordinal),
        ];

        /// <summary>The last line: names the help if an option is wrong, and no error names the help.</summary>
        public string Ending =>
            Problems.Any(problem => problem is { Critical: true, Setting.Option: not null })
                && !Errors.Any(error => error.Contains("--help", StringComparison.Ordinal))
                ? $"{Program.Refusal} {Program.HelpOfOptions}."
                : Program.Refusal;
    }

    /// <summary>The errors of a rejected command line; otherwise empty.</summary>
    public IReadOnlyList<string> Failures => this is Rejected rejected ? rejected.Errors : [];

    /// <summary>
    /// Prints texts to <paramref name="output"/>, problems and warnings to <paramref name="error"/>. Returns the exit
    /// code; null if the program is to start.
    /// </summary>
    public ExitCode? Print(TextWriter output, TextWriter error)
    {
        switch (this)
        {
            case Printed printed:
                return ConsoleText.Print(output, error, printed.Text);
            case Rejected rejected:
                WriteProblems(error, rejected.Problems);
                error.WriteLine(rejected.Ending);
                return ExitCode.Usage;
            default:
                WriteProblems(error, ((Run)this).Options.Warnings);
                return null;
        }
    }

    /// <summary>
    /// Prints help, version, problems and warnings to the console. Returns the options to start with; null if the
    /// process is to end with <paramref name="code"/>.
    /// </summary>
    /// <param name="ownsConsole">Whether no other program uses this console; only then it may become a log.</param>
    public TOptions? Start<TOptions>(out ExitCode code, bool ownsConsole = true)
        where TOptions : ProgramOptions
    {
        if (ownsConsole && this is Run { Options: var options }
            && (options.IsService || options.LogFormat != LogFormat.Text))
        {
            ConsoleLog.TakeConsole(options.LogFormat, options.Quiet && options.IsService, options.IsService);
        }

        code = Print(Console.Out, Console.Error) ?? ExitCode.Ok;
        return (this as Run)?.Options as TOptions;
    }

    /// <summary>Runs the program to its end, or prints help, version or problems.</summary>
    /// <param name="ending">
    /// Asks the program to end, as SIGTERM does, if it shares its process and console with other programs.
    /// </param>
    public ExitCode Execute<TOptions>(
        Func<TOptions, CancellationToken, Task<ExitCode>> run, CancellationToken ending)
        where TOptions : ProgramOptions
    {
        var options = Start<TOptions>(out var ended, ownsConsole: !ending.CanBeCanceled);
        try
        {
            return options is null ? ended : run(options, ending).GetAwaiter().GetResult();
        }
        catch (Exception exception) when (
            exception is IOException or UnauthorizedAccessException or CryptographicException)
        {
            Console.Error.WriteLine($"error: {exception.Message}");
            return ExitCode.Environment;
        }
    }

    private static void WriteProblems(TextWriter error, IReadOnlyList<ValidationError> problems)
    {
        foreach (var problem in problems.DistinctBy(problem => problem.ToString(), StringComparer.Ordinal))
        {
            error.WriteLine(problem.Critical ? $"error: {problem}" : $"warning: {problem}");
            foreach (var line in problem.Recipe?.Split('\n') ?? [])
            {
                error.WriteLine($"  {line}");
            }
        }

        // With a further error the command would fail again, and it might contain a secret.
        if (problems.Count(problem => problem.Critical) == 1 && problems.Any(problem => problem.Recipe is not null))
        {
            error.WriteLine($"  {OwnProgram.CommandAgain}");
        }
    }
}

/// <summary>Prints the text that is the whole output of a call.</summary>
public static class ConsoleText
{
    /// <summary>Prints a text and a newline; reports an error if the output cannot be written.</summary>
    public static ExitCode Print(TextWriter output, TextWriter error, string text)
    {
        using var named = new StandardOutput(output) { NewLine = output.NewLine };
        try
        {
            named.WriteLine(text.TrimEnd('\n'));
            named.Flush();
            return ExitCode.Ok;
        }
        catch (IOException exception)
        {
            error.WriteLine($"error: {exception.Message}");
            return ExitCode.Environment;
        }
    }
}
