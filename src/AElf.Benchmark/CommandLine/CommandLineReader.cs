using AElf.Bench.Harness.Configuration;
using CommandLine;

namespace AElf.Benchmark.CommandLine;

/// <summary>What the command line gave.</summary>
/// <param name="Settings">The settings, and everything that was wrong.</param>
/// <param name="Folder">The configuration folder given; null when none was.</param>
internal sealed record CommandLineReading(SettingLayer Settings, string? Folder);

/// <summary>Turns arguments into a layer of settings.</summary>
internal static class CommandLineReader
{
    private const string PasswordOption = "--password";
    private const string KindOption = "--SupportedBenchmark";
    private static readonly string[] OtherOptions = ["-f", KindOption, "--config", "--help", "--version"];
    private static readonly string[] Switches = ["--tls", "--quiet", "--help", "--version"];
    private static readonly string[] Kinds = ["evenGroup", "genAccount"];

    /// <summary>Every option the program knows, as typed.</summary>
    public static IReadOnlyList<string> Known { get; } =
    [
        .. Settings.All.Select(setting => setting.Option).OfType<string>()
            .Where(option => !option.Contains(',', StringComparison.Ordinal))
            .Concat(OtherOptions)
            .Distinct(StringComparer.Ordinal),
    ];

    /// <summary>Reads the arguments; whatever is wrong with them is in the layer.</summary>
    public static CommandLineReading Read(IReadOnlyList<string> args)
    {
        var layer = new SettingLayer(SettingSource.CommandLine);
        var left = WithoutMissingValues(WithoutLoneDashes(WithoutPassword(args, layer), layer), layer);
        var folder = default(string);

        // The parser gives no values beside errors: what it refused is taken out, so that the rest is judged in the same go.
        for (var before = int.MaxValue; left.Count < before;)
        {
            before = left.Count;
            using var parser = NewParser();
            parser.ParseArguments<CommandLineArguments>(left)
                .WithParsed(arguments => folder = Take(arguments, layer))
                .WithNotParsed(errors => left = Refuse([.. errors], left, layer));
        }

        return new CommandLineReading(layer, folder);
    }

    private static Parser NewParser() => new(settings =>
    {
        settings.HelpWriter = null;
        settings.AutoHelp = false;
        settings.AutoVersion = false;
        settings.CaseSensitive = true;
        settings.ParsingCulture = System.Globalization.CultureInfo.InvariantCulture;
    });

    private static List<string> WithoutLoneDashes(List<string> args, SettingLayer layer)
    {
        foreach (var word in args.Where(IsLoneDash))
        {
            layer.Add(NotAnOption(word));
        }

        return args.FindAll(word => !IsLoneDash(word));
    }

    // The parser says nothing when the value of a text option is missing at the end.
    private static List<string> WithoutMissingValues(List<string> args, SettingLayer layer)
    {
        var kept = new List<string>();
        for (var i = 0; i < args.Count; i++)
        {
            if (Known.Contains(args[i], StringComparer.Ordinal)
                && !Switches.Contains(args[i], StringComparer.Ordinal)
                && (i + 1 == args.Count || LooksLikeOption(args[i + 1])))
            {
                var typed = args[i].Equals(KindOption, StringComparison.Ordinal) ? "-f" : args[i];
                layer.Add(ValidationError.Error(typed, "no value", RightFor(typed)));
            }
            else
            {
                kept.Add(args[i]);
            }
        }

        return kept;
    }

    private static bool IsLoneDash(string word) => word is "-" or "--";

    // The value must not reach any message, so it leaves before anything else looks at the arguments.
    private static List<string> WithoutPassword(IReadOnlyList<string> args, SettingLayer layer)
    {
        var kept = new List<string>();
        for (var i = 0; i < args.Count; i++)
        {
            var isAlone = args[i].Equals(PasswordOption, StringComparison.OrdinalIgnoreCase);
            if (!isAlone && !args[i].StartsWith(PasswordOption + "=", StringComparison.OrdinalIgnoreCase))
            {
                kept.Add(args[i]);
                continue;
            }

            i += isAlone ? 1 : 0;
            layer.Add(ValidationError.Error(
                PasswordOption,
                "a password others can see in the process list",
                $"--password-file FILE or the environment's {Settings.PasswordVariable}"));
        }

        return kept;
    }

    private static string? Take(CommandLineArguments arguments, SettingLayer layer)
    {
        foreach (var (setting, text) in arguments.Given().Where(given => given.Text is not null))
        {
            layer.Add(setting, TypedName(setting), text!);
        }

        TakeGroupRange([.. arguments.GroupRange], layer);
        foreach (var word in arguments.Words)
        {
            layer.Add(NotAnOption(word));
        }

        return TakeFolder(arguments.Folder, layer);
    }

    private static string TypedName(Setting setting) => setting == Settings.Kind ? "-f" : setting.Option!;

    private static void TakeGroupRange(string[] texts, SettingLayer layer)
    {
        if (texts.Length == 0)
        {
            return;
        }

        if (texts.Length != 2)
        {
            var shown = Quoted.Text(string.Join(' ', texts));
            var given = $"{shown} ({texts.Length} value{(texts.Length == 1 ? "" : "s")})";
            layer.Reject(Settings.GroupsFrom, ValidationError.Error("--grouprange", given, "two whole numbers, from and to, such as 1 8,"));
            return;
        }

        layer.Add(Settings.GroupsFrom, "--grouprange", texts[0]);
        layer.Add(Settings.GroupsTo, "--grouprange", texts[1]);
    }

    private static string? TakeFolder(string? folder, SettingLayer layer)
    {
        if (folder is null || Directory.Exists(folder))
        {
            return folder;
        }

        layer.Add(ValidationError.Error("--config", folder.Length == 0 ? "an empty value" : Quoted.Text(folder), "a folder that exists"));
        return null;
    }

    private static ValidationError NotAnOption(string word)
    {
        var right = NearestName.Find(word, [.. Known, .. Kinds, ScenarioCommandLine.Verb]) ?? "an option with its value, such as -n 2400,";
        var typed = right is ScenarioCommandLine.Verb ? $"{right}, as the first word," : Kinds.Contains(right, StringComparer.Ordinal) ? $"-f {right}" : right;
        return ValidationError.Error(Quoted.Text(word), "a word that belongs to no option", typed);
    }

    private static List<string> Refuse(IReadOnlyList<Error> errors, List<string> args, SettingLayer layer)
    {
        var left = args;
        foreach (var error in errors)
        {
            layer.Add(Problem(error));
            left = error switch
            {
                UnknownOptionError unknown => Without(left, unknown.Token.Split('=')[0], keepFirst: false),
                RepeatedOptionError repeated => Without(left, Names(repeated.NameInfo), keepFirst: true),
                MissingValueOptionError missing => WithoutLast(left, Names(missing.NameInfo)),
                NamedError named => Without(left, Names(named.NameInfo), keepFirst: false),
                TokenError token => left.FindAll(word => !word.Equals(token.Token, StringComparison.Ordinal)),
                _ => left,
            };
        }

        return left;
    }

    private static ValidationError Problem(Error error) => error switch
    {
        UnknownOptionError unknown => Unknown(unknown.Token),
        RepeatedOptionError repeated => ValidationError.Error(Typed(repeated.NameInfo), "the option more than once", "the option once"),
        MissingValueOptionError missing => ValidationError.Error(Typed(missing.NameInfo), "no value", RightFor(Typed(missing.NameInfo))),
        NamedError named => ValidationError.Error(Typed(named.NameInfo), "a value", "the option alone, a switch without value,"),
        TokenError { Token: ['-', '-', .. var name, '='] } => ValidationError.Error(Quoted.Text($"--{name}")[1..^1], "an empty value", RightFor($"--{name}")),
        TokenError token => ValidationError.Error(Quoted.Text(token.Token), "a word the program cannot take", "an option with its value"),
        _ => ValidationError.Error("command line", "something the program cannot take", "what --help lists"),
    };

    private static string[] Names(NameInfo name) => [name.ShortName, name.LongName];

    private static List<string> Without(List<string> args, string name, bool keepFirst) => Without(args, [name], keepFirst);

    private static List<string> Without(List<string> args, string[] names, bool keepFirst)
    {
        var kept = new List<string>();
        var isDropping = false;
        foreach (var word in args)
        {
            if (Array.Exists(names, name => IsOption(word, name)))
            {
                isDropping = !keepFirst;
                keepFirst = false;
            }
            else
            {
                isDropping &= !LooksLikeOption(word);
            }

            if (!isDropping)
            {
                kept.Add(word);
            }
        }

        return kept;
    }

    private static List<string> WithoutLast(List<string> args, string[] names)
    {
        var last = args.FindLastIndex(word => Array.Exists(names, name => IsOption(word, name)));
        return [.. args.Where((_, index) => index != last)];
    }

    private static bool LooksLikeOption(string word) => word is ['-', not (>= '0' and <= '9'), ..];

    private static bool IsOption(string word, string name) => name.Length switch
    {
        0 => false,
        1 => word.StartsWith($"-{name}", StringComparison.Ordinal),
        _ => word.Split('=')[0].Equals($"--{name}", StringComparison.Ordinal),
    };

    private static ValidationError Unknown(string token)
    {
        var name = token.Split('=')[0].TrimStart('-');
        var typed = name.Length == 1 ? $"-{name}" : $"--{name}";
        return ValidationError.Error(Quoted.Text(typed)[1..^1], "an unknown option", NearestName.Find(name, Known) ?? "one of the options --help lists");
    }

    private static string Typed(NameInfo name) => name.ShortName.Length > 0 ? $"-{name.ShortName}" : $"--{name.LongName}";

    private static string RightFor(string option)
    {
        var setting = Settings.All.FirstOrDefault(setting => TypedNameOrNull(setting) is { } typed && typed.Equals(option, StringComparison.Ordinal));
        return option switch
        {
            "--config" => "a folder that exists",
            "--grouprange" => "two whole numbers, from and to, such as 1 8,",
            _ => setting?.Rule.Right ?? "a value",
        };
    }

    private static string? TypedNameOrNull(Setting setting) => setting.Option is null ? null : TypedName(setting);
}
