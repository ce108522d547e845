using AElf.Bench.Core.Options;
using CommandLine;

namespace AElf.Bench.Configuration.CommandLine;

/// <summary>What the command line gave.</summary>
/// <param name="Settings">The settings, and everything that was wrong.</param>
/// <param name="Folder">The configuration folder given; null when none was.</param>
public sealed record CommandLineReading(SettingLayer Settings, string? Folder);

/// <summary>Turns one program's arguments into a layer of settings.</summary>
public static class CommandLineReader
{
    /// <summary>Reads the arguments; whatever is wrong with them is in the layer.</summary>
    public static CommandLineReading Read<TArguments>(ProgramDescription program, IReadOnlyList<string> args)
        where TArguments : ProgramArguments
    {
        var reading = new ArgumentReading(program);
        return new CommandLineReading(reading.Layer, reading.Read<TArguments>(args));
    }
}

/// <summary>The reading of one command line.</summary>
internal sealed class ArgumentReading(ProgramDescription program)
{
    // What others could see in the process list, and where it belongs instead.
    private static readonly (string Option, string Given, string Right)[] Unsafe =
    [
        ("--password", "a password others can see in the process list", $"--password-file FILE or the environment's {Settings.PasswordVariable}"),
        ("--secret", "a secret others can see in the process list", $"--secret-file FILE or the environment's {Settings.SecretVariable}"),
    ];

    private readonly IReadOnlyList<string> known = program.Known;

    /// <summary>The settings, and everything that was wrong.</summary>
    public SettingLayer Layer { get; } = new(SettingSource.CommandLine);

    /// <summary>Fills <see cref="Layer"/>; the configuration folder given, or null.</summary>
    public string? Read<TArguments>(IReadOnlyList<string> args)
        where TArguments : ProgramArguments
    {
        var left = WithoutMissingValues(WithoutLoneDashes(WithoutSecrets(args)));
        var folder = default(string);

        // The parser gives no values beside errors: what it refused is taken out, so that the rest is judged in the same go.
        for (var before = int.MaxValue; left.Count < before;)
        {
            before = left.Count;
            using var parser = NewParser();
            parser.ParseArguments<TArguments>(left)
                .WithParsed(arguments => folder = Take(arguments))
                .WithNotParsed(errors => left = Refuse([.. errors], left));
        }

        return folder;
    }

    private static Parser NewParser() => new(settings =>
    {
        settings.HelpWriter = null;
        settings.AutoHelp = false;
        settings.AutoVersion = false;
        settings.CaseSensitive = true;
        settings.ParsingCulture = System.Globalization.CultureInfo.InvariantCulture;
    });

    private List<string> WithoutLoneDashes(List<string> args)
    {
        foreach (var word in args.Where(IsLoneDash))
        {
            Layer.Add(NotAnOption(word));
        }

        return args.FindAll(word => !IsLoneDash(word));
    }

    // The parser says nothing when the value of a text option is missing at the end.
    private List<string> WithoutMissingValues(List<string> args)
    {
        var kept = new List<string>();
        for (var i = 0; i < args.Count; i++)
        {
            var isValueNext = i + 1 < args.Count && !LooksLikeOption(args[i + 1]);
            if (known.Contains(args[i], StringComparer.Ordinal) && !program.IsSwitch(args[i]) && !isValueNext)
            {
                var typed = SettingOf(args[i])?.OptionNames[0] ?? args[i];
                Layer.Add(ValidationError.Error(typed, "no value", RightFor(typed)));
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
    private List<string> WithoutSecrets(IReadOnlyList<string> args)
    {
        var kept = new List<string>();
        for (var i = 0; i < args.Count; i++)
        {
            var refused = Array.Find(Unsafe, each => args[i].Split('=')[0].Equals(each.Option, StringComparison.OrdinalIgnoreCase));
            if (refused.Option is null)
            {
                kept.Add(args[i]);
                continue;
            }

            i += args[i].Contains('=', StringComparison.Ordinal) ? 0 : 1;
            Layer.Add(ValidationError.Error(refused.Option, refused.Given, refused.Right));
        }

        return kept;
    }

    private string? Take(ProgramArguments arguments)
    {
        arguments.AddTo(Layer);
        foreach (var word in arguments.Words)
        {
            Layer.Add(NotAnOption(word));
        }

        return TakeFolder(arguments.Folder);
    }

    private string? TakeFolder(string? folder)
    {
        if (folder is null || Directory.Exists(folder))
        {
            return folder;
        }

        Layer.Add(ValidationError.Error("--config", folder.Length == 0 ? "an empty value" : Quoted.Text(folder), "a folder that exists"));
        return null;
    }

    private ValidationError NotAnOption(string word)
    {
        var right = NearestName.Find(word, [.. known, .. program.BareValues.Keys, .. program.Verbs.Select(verb => verb.Name)])
            ?? $"an option with its value, such as {program.ExampleOption},";
        var isVerb = program.Verbs.Any(verb => verb.Name.Equals(right, StringComparison.Ordinal));
        return ValidationError.Error(
            Quoted.Text(word),
            "a word that belongs to no option",
            isVerb ? $"{right}, as the first word," : program.BareValues.TryGetValue(right, out var option) ? $"{option} {right}" : right);
    }

    private List<string> Refuse(IReadOnlyList<Error> errors, List<string> args)
    {
        var left = args;
        foreach (var error in errors)
        {
            Layer.Add(Problem(error));
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

    private ValidationError Problem(Error error) => error switch
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

    private ValidationError Unknown(string token)
    {
        var name = token.Split('=')[0].TrimStart('-');
        var typed = name.Length == 1 ? $"-{name}" : $"--{name}";
        return ValidationError.Error(Quoted.Text(typed)[1..^1], "an unknown option", NearestName.Find(name, known) ?? "one of the options --help lists");
    }

    private static string Typed(NameInfo name) => name.ShortName.Length > 0 ? $"-{name.ShortName}" : $"--{name.LongName}";

    private string RightFor(string option) =>
        option is "--config" ? "a folder that exists" : SettingOf(option) is { } setting ? setting.OptionRight ?? setting.Rule.Right : "a value";

    private Setting? SettingOf(string option) => program.Settings.FirstOrDefault(setting => setting.OptionNames.Contains(option, StringComparer.Ordinal));
}
