namespace AElf.Bench.Core.Options;

/// <summary>A problem in the input, with advice.</summary>
/// <param name="Critical">True: prevents the start. False: a warning, printed and reported.</param>
/// <param name="What">Where it was given: an option, an environment variable, or <c>file:line: key</c>.</param>
/// <param name="Problem">The problem, safe to print.</param>
public sealed record ValidationError(bool Critical, string What, string Problem, string Advice)
{
    /// <summary>Shell commands that follow the advice, to paste before repeating the command; null for none.</summary>
    public string? Recipe { get; init; }

    public ProblemKind Kind { get; init; }

    /// <summary>The setting that it concerns; null without one, or if only a text names it.</summary>
    public Setting? Setting { get; init; }

    /// <summary>A problem of a setting, named by its option.</summary>
    public static ValidationError Of(Problem problem, bool critical = true) =>
        new(critical, problem.Setting?.Option ?? problem.Setting?.Name ?? "", problem.Text, "")
        {
            Kind = problem.Kind,
            Setting = problem.Setting,
        };

    /// <summary>A problem that stops the run.</summary>
    public static ValidationError Error(string what, string problem, string advice) => new(true, what, problem, advice);

    /// <summary>A problem that does not stop the run.</summary>
    public static ValidationError Warning(string what, string problem, string advice) =>
        new(false, what, problem, advice);

    /// <summary>A value that is not accepted.</summary>
    /// <param name="shown">The value, safe to print.</param>
    /// <param name="expected">The accepted values, as a noun.</param>
    public static ValidationError Invalid(string what, string shown, string expected) =>
        Error(what, $"{shown} is not valid", $"expected {expected}");

    /// <summary>Why a path is not a file to read, for a message; null for a file.</summary>
    public static string? NoFile(string? path) => path switch
    {
        _ when File.Exists(path) => null,
        null => "file missing",
        _ => $"{Quoted.Text(path)} {(Directory.Exists(path) ? "is a folder" : "does not exist")}",
    };

    /// <summary>The whole message in one line, without its kind.</summary>
    public override string ToString() => Advice.Length == 0 ? $"{What}: {Problem}" : $"{What}: {Problem}; {Advice}";
}

/// <summary>Ends the reading of a file, with a message for the user. The readers of files catch it.</summary>
public sealed class ConfigurationFormatException(ValidationError problem) : Exception(problem.ToString())
{
    public ConfigurationFormatException(string what, string problem, string advice)
        : this(ValidationError.Error(what, problem, advice))
    {
    }

    public ValidationError Problem { get; } = problem;
}
