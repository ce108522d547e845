using System.Text;

namespace AElf.Bench.Settings.Completion;

/// <summary>Writes the script by which zsh completes a program.</summary>
internal static class ZshCompletion
{
    public static string Write(string program, IReadOnlyList<CompletedCommand> commands)
    {
        var function = CompletionScript.FunctionOf(program);
        var paths = string.Join('|', CompletionScript.PathsBelow(commands).Select(CompletionScript.Quote));
        var text = new StringBuilder($$"""
            #compdef {{program}}
            # Completes {{program}} in zsh: {{program}} completion zsh > a folder of $fpath/_{{program}}
            {{function}}() {
                local at='' option=${words[CURRENT - 1]} i
                local -a verbs options
                for ((i = 2; i < CURRENT; i++)); do
                    case "$at ${words[i]}" in
                        ({{paths}}) at+=" ${words[i]}" ;;
                        (*) break ;;
                    esac
                done
                case "$at $option" in

            """);
        foreach (var (argument, patterns) in CompletionScript.Arguments(commands))
        {
            var action = argument.Kind switch
            {
                CompletedValue.File => "_files",
                CompletedValue.Folder => "_files -/",
                CompletedValue.Words => $"compadd -- {argument.Words}",
                _ => "_message value",
            };
            text.Append($"        ({string.Join('|', patterns)}) {action} ;;\n");
        }

        text.Append("        (*)\n            case $at in\n");
        foreach (var command in commands)
        {
            text.Append($"                ({CompletionScript.Quote(command.Path)})\n");
            WriteArray(text, "verbs", command.Verbs);
            WriteArray(text, "options", command.Options);
            text.Append(command.Names.Count > 0
                    ? $"                    compadd -- {string.Join(' ', command.Names)}\n" : "")
                .Append(command.TakesFile ? "                    _files\n" : "")
                .Append("                    ;;\n");
        }

        return text.Append($$"""
                        esac
                        _describe command verbs
                        _describe -o option options
                        ;;
                esac
            }
            if [[ $funcstack[1] == _{{program}} ]]; then
                {{function}} "$@"
            else
                compdef {{function}} {{program}}
            fi

            """).ToString().ReplaceLineEndings("\n");
    }

    private static void WriteArray(StringBuilder text, string name, IEnumerable<CompletedWord> words)
    {
        text.Append($"                    {name}=(\n");
        foreach (var (word, purpose) in words)
        {
            var entry = $"{Escape(word)}:{Escape(purpose)}";
            text.Append($"                        {CompletionScript.Quote(entry)}\n");
        }

        text.Append("                    )\n");
    }

    private static string Escape(string text) => text.Replace(":", "\\:", StringComparison.Ordinal);
}
