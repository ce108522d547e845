using System.Text;

namespace AElf.Bench.Settings.Completion;

/// <summary>Writes the script by which fish completes a program.</summary>
internal static class FishCompletion
{
    public static string Write(string program, IReadOnlyList<CompletedCommand> commands)
    {
        var function = $"_{CompletionScript.FunctionOf(program)}_at";
        var text = new StringBuilder($$"""
            # Completes {{program}} in fish: {{program}} completion fish > ~/.config/fish/completions/{{program}}.fish
            function {{function}}
                set -l at ''
                for word in (commandline -opc)[2..-1]
                    switch "$at $word"
                        case {{string.Join(' ', CompletionScript.PathsBelow(commands).Select(Quote))}}
                            set at "$at $word"
                        case '*'
                            break
                    end
                end
                contains -- "$at" $argv
            end
            complete -c {{program}} -f

            """);
        foreach (var command in commands)
        {
            var verbs = command.Verbs.Concat(command.Names.Select(name => new CompletedWord(name, "")));
            foreach (var (word, purpose) in verbs)
            {
                text.Append($"{Begin([command.Path])} -a {word}{Description(purpose)}\n");
            }

            text.Append(command.TakesFile ? $"{Begin([command.Path])} -F\n" : "");
        }

        foreach (var option in OptionsOf(commands).GroupBy(each => (each.Words, each.Value, each.Purpose)))
        {
            var (words, value, purpose) = option.Key;
            text.Append($"{Begin(option.Select(each => each.Path))}{words}{value}{Description(purpose)}\n");
        }

        return text.ToString().ReplaceLineEndings("\n");

        string Begin(IEnumerable<string> paths) =>
            $"complete -c {program} -n {Quote($"{function} {string.Join(' ', paths.Select(path => $"\"{path}\""))}")}";
    }

    private static IEnumerable<(string Path, string Words, string Value, string Purpose)> OptionsOf(
        IEnumerable<CompletedCommand> commands) =>
        from command in commands
        let arguments = command.Arguments.ToDictionary(
            each => each.Option, each => each.Argument, StringComparer.Ordinal)
        from option in command.Options
        let value = arguments.TryGetValue(option.Word, out var argument) ? ValueOf(argument) : ""
        select (command.Path, NameOf(option.Word), value, option.Purpose);

    private static string NameOf(string option) => option.StartsWith("--", StringComparison.Ordinal)
        ? $" -l {option[2..]}"
        : $" -s {option[1..]}";

    private static string ValueOf(CompletedArgument argument) => argument.Kind switch
    {
        CompletedValue.File => " -r -F",
        CompletedValue.Folder => " -x -a '(__fish_complete_directories)'",
        CompletedValue.Words => $" -x -a {Quote(argument.Words)}",
        _ => " -x",
    };

    private static string Description(string purpose) => purpose.Length == 0 ? "" : $" -d {Quote(purpose)}";

    // Inside single quotes fish knows two escapes.
    private static string Quote(string text) =>
        $"'{text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "\\'", StringComparison.Ordinal)}'";
}
