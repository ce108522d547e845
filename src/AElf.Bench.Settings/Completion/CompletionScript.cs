namespace AElf.Bench.Settings.Completion;

/// <summary>Writes the scripts by which shells complete a program, from what its commands take.</summary>
public static class CompletionScript
{
    private static readonly Dictionary<string, Func<string, IReadOnlyList<CompletedCommand>, string>> Writers =
        new(StringComparer.Ordinal)
        {
            ["bash"] = BashCompletion.Write,
            ["zsh"] = ZshCompletion.Write,
            ["fish"] = FishCompletion.Write,
        };

    public static IReadOnlyList<string> Shells => [.. Writers.Keys];

    /// <summary>The script; null for an unknown shell.</summary>
    public static string? Write(string shell, string program, IReadOnlyList<CompletedCommand> commands) =>
        Writers.TryGetValue(shell, out var writer) ? writer(program, commands) : null;

    internal static string FunctionOf(string program) => $"_{program.Replace('-', '_')}";

    /// <summary>A text in single quotes.</summary>
    internal static string Quote(string text) => $"'{text.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    /// <summary>The paths below the program itself.</summary>
    internal static IEnumerable<string> PathsBelow(IEnumerable<CompletedCommand> commands) =>
        commands.Select(command => command.Path).Where(path => path.Length > 0);

    /// <summary>
    /// Patterns of a shell's <c>case</c> over path and option, by what follows them. An option that is the same
    /// everywhere is one pattern; else each path has its own, which comes first.
    /// </summary>
    internal static IEnumerable<(CompletedArgument Argument, IReadOnlyList<string> Patterns)> Arguments(
        IEnumerable<CompletedCommand> commands)
    {
        var all = commands.SelectMany(command => command.Arguments.Select(
            each => (command.Path, each.Option, each.Argument)));
        return all.GroupBy(each => each.Option, StringComparer.Ordinal)
            .SelectMany(option => option.Select(each => each.Argument).Distinct().Count() == 1
                ? [(option.First().Argument, Pattern: "*" + Quote($" {option.Key}"))]
                : option.Select(each => (each.Argument, Pattern: Quote($"{each.Path} {each.Option}"))))
            .GroupBy(each => each.Argument, each => each.Pattern)
            .Select(group => (group.Key, (IReadOnlyList<string>)[.. group.Distinct(StringComparer.Ordinal)]));
    }
}
