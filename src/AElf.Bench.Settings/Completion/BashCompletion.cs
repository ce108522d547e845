using System.Text;

namespace AElf.Bench.Settings.Completion;

/// <summary>Writes the script by which bash completes a program.</summary>
internal static class BashCompletion
{
    public static string Write(string program, IReadOnlyList<CompletedCommand> commands)
    {
        var function = CompletionScript.FunctionOf(program);
        var paths = string.Join(" | ", CompletionScript.PathsBelow(commands).Select(CompletionScript.Quote));
        var text = new StringBuilder($$"""
            # Completes {{program}} in bash: source <({{program}} completion bash)
            {{function}}() {
                local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} at='' found='' files='' i
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case "$at ${COMP_WORDS[i]}" in
                        {{paths}}) at+=" ${COMP_WORDS[i]}" ;;
                        *) break ;;
                    esac
                done
                case "$at $option" in

            """);
        foreach (var (argument, patterns) in CompletionScript.Arguments(commands))
        {
            var action = argument.Kind switch
            {
                CompletedValue.File => "files=-f",
                CompletedValue.Folder => "files=-d",
                CompletedValue.Words => $"found={CompletionScript.Quote(argument.Words)}",
                _ => "COMPREPLY=() && return",
            };
            text.Append($"        {string.Join(" | ", patterns)}) {action} ;;\n");
        }

        text.Append("        *)\n            case $at in\n");
        foreach (var command in commands)
        {
            var words = command.Verbs.Concat(command.Options).Select(each => each.Word).Concat(command.Names);
            text.Append($"                {CompletionScript.Quote(command.Path)})\n")
                .Append($"                    found={CompletionScript.Quote(string.Join(' ', words))}\n")
                .Append(command.TakesFile ? "                    files=-f\n" : "")
                .Append("                    ;;\n");
        }

        return text.Append($$"""
                        esac
                        ;;
                esac
                [[ -z $files ]] || compopt -o filenames 2> /dev/null
                local IFS=$'\n'
                COMPREPLY=($(IFS=' ' && compgen ${files:+$files} -W "$found" -- "$word"))
            }
            complete -F {{function}} {{program}}

            """).ToString().ReplaceLineEndings("\n");
    }
}
