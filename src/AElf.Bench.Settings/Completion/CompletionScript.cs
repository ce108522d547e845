namespace AElf.Bench.Settings.Completion;

/// <summary>
/// The completion scripts of shells. Each calls <c>completion words</c> of the program, which prints the kind of path
/// in the first line, then one word per line with a tab before its purpose.
/// </summary>
public static class CompletionScript
{
    private const string Bash = """
        # Completes PROGRAM in bash: source <(PROGRAM completion bash)
        FUNCTION() {
            local kind='' found=() IFS=$'\n'
            { read -r kind; mapfile -t found; } < <(
                PROGRAM completion words "${COMP_WORDS[@]:1:COMP_CWORD - 1}" 2> /dev/null)
            [[ -z $kind ]] || compopt -o filenames 2> /dev/null
            COMPREPLY=($(compgen ${kind:+-A$kind} -W "${found[*]%%$'\t'*}" -- "${COMP_WORDS[COMP_CWORD]}"))
        }
        complete -F FUNCTION PROGRAM
        """;

    private const string Zsh = """
        #compdef PROGRAM
        # Completes PROGRAM in zsh: PROGRAM completion zsh > a folder of $fpath/_PROGRAM
        FUNCTION() {
            local -a found verbs options
            found=("${(@f)$(PROGRAM completion words "${(@)words[2,CURRENT - 1]}" 2> /dev/null)}")
            local kind=${found[1]}
            found=("${(@)${(@)${(@)found[2,-1]}//:/\\:}/$'\t'/:}")
            verbs=("${(@)found:#-*}") options=("${(@M)found:#-*}")
            _describe command verbs
            _describe -o option options
            case $kind in
                (file) _files ;;
                (directory) _files -/ ;;
            esac
        }
        if [[ $funcstack[1] == _PROGRAM ]]; then
            FUNCTION "$@"
        else
            compdef FUNCTION PROGRAM
        fi
        """;

    private const string Fish = """
        # Completes PROGRAM in fish: PROGRAM completion fish > ~/.config/fish/completions/PROGRAM.fish
        function FUNCTION
            set -l found (PROGRAM completion words (commandline -opc)[2..-1] 2> /dev/null)
            switch "$found[1]"
                case file
                    __fish_complete_path (commandline -ct)
                case directory
                    __fish_complete_directories (commandline -ct)
            end
            printf '%s\n' $found[2..-1]
        end
        complete -c PROGRAM -f -a '(FUNCTION)'
        """;

    public static IReadOnlyList<string> Shells { get; } = ["bash", "zsh", "fish"];

    /// <summary>The script; null for an unknown shell.</summary>
    public static string? Write(string shell, string program) => shell switch
    {
        "bash" => Bash,
        "zsh" => Zsh,
        "fish" => Fish,
        _ => null,
    } is { } script
        ? script.ReplaceLineEndings("\n").Replace("PROGRAM", program, StringComparison.Ordinal)
            .Replace("FUNCTION", $"_{program.Replace('-', '_')}", StringComparison.Ordinal)
        : null;
}
