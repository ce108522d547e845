using AElf.Bench.Core.Options;
using CommandLine;

namespace AElf.Bench.Configuration.CommandLine;

/// <summary>What the command line gave.</summary>
/// <param name="Settings">The settings, and everything that was wrong.</param>
/// <param name="Name">The word that belongs to no option, of a verb that takes one; null when there was none.</param>
public sealed record CommandLineReading(SettingLayer Settings, string? Name);

/// <summary>Turns one program's arguments into a layer of settings.</summary>
public sealed class CommandLineReader
{
    private readonly ProgramDescription program;
    private readonly IReadOnlyList<string> known;
    private readonly SettingLayer layer = new(SettingSource.CommandLine);
    private string? name;

    private CommandLineReader(ProgramDescription program)
    {
        this.program = program;
        known = program.Known;
    }

    /// <summary>Reads the arguments; whatever is wrong with them is in the layer.</summary>
    public static CommandLineReading Read(ProgramDescription program, IReadOnlyList<string> args) =>
        new CommandLineReader(program).Read(args);

    private CommandLineReading Read(IReadOnlyList<string> args)
    {
        var left = Joined(WithoutMissingValues(WithoutLoneDashes(WithoutSecrets(args))));

        // The parser gives no values beside errors: what it refused is taken out, so that the rest is judged in the
        // same go.
        for (var before = int.MaxValue; left.Count < before;)
        {
            before = left.Count;
            using var parser = NewParser();
            parser.ParseArguments(program.Arguments.Create, left)
                .WithParsed(Take)
                .WithNotParsed(errors => left = Refuse([.. errors], left));
        }

        return new CommandLineReading(layer, name);
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
            layer.Add(NotAnOption(word));
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
                var setting = SettingOf(args[i])!;
                layer.Reject(setting, MissingValue(setting.Option!));
            }
            else
            {
                kept.Add(args[i]);
            }
        }

        return kept;
    }

    // The parser takes an option of one value once.
    private List<string> Joined(List<string> args)
    {
        var kept = args;
        foreach (var option in program.Settings.Where(setting => setting.IsRepeatable).Select(each => each.Option!))
        {
            var (others, values) = (new List<string>(), new List<string>());
            for (var i = 0; i < kept.Count; i++)
            {
                if (kept[i].Equals(option, StringComparison.Ordinal))
                {
                    values.Add(kept[++i]);
                }
                else if (kept[i].StartsWith($"{option}=", StringComparison.Ordinal))
                {
                    values.Add(kept[i][(option.Length + 1)..]);
                }
                else
                {
                    others.Add(kept[i]);
                }
            }

            kept = values.Count == 0 ? others : [.. others, $"{option}={string.Join(", ", values)}"];
        }

        return kept;
    }

    private static bool IsLoneDash(string word) => word is "-" or "--";

    // What others could see in the process list must not reach any message: it leaves before anything else looks at the
    // arguments.
    private List<string> WithoutSecrets(IReadOnlyList<string> args)
    {
        var kept = new List<string>();
        for (var i = 0; i < args.Count; i++)
        {
            var secret = program.Table.FirstOrDefault(
                setting => setting.SecretFile is not null
                    && args[i].Split('=')[0].Equals($"--{setting.Key}", StringComparison.OrdinalIgnoreCase));
            if (secret is null)
            {
                kept.Add(args[i]);
                continue;
            }

            i += args[i].Contains('=', StringComparison.Ordinal) ? 0 : 1;
            var noun = secret.Key.ToLowerInvariant();
            layer.Add(ValidationError.Error(
                $"--{noun}",
                $"other users can see a {noun} on the command line",
                $"use {secret.SecretFile!.Option} FILE or the environment variable {secret.EnvironmentName}"));
        }

        return kept;
    }

    private void Take(ParsedArguments arguments)
    {
        foreach (var (setting, values) in program.Arguments.Given(arguments))
        {
            Take(setting, values);
        }

        string[] words = [.. arguments.Words];
        name = program.TakesName ? words.FirstOrDefault() : null;
        foreach (var word in words.Skip(name is null ? 0 : 1))
        {
            layer.Add(NotAnOption(word));
        }
    }

    private void Take(Setting setting, string[] values)
    {
        var option = setting.Option!;
        var isOther = setting.Implies?.Value is { } stands && values is [var value]
            && value.Equals(stands, StringComparison.OrdinalIgnoreCase);
        if (setting.Implies is { } implied && (isOther || implied.Value is null))
        {
            layer.Set(implied.Flag, option, true);
        }

        if (values.Length != setting.ValueCount)
        {
            var shown =
                $"{Quoted.Text(string.Join(' ', values))} ({values.Length} value{(values.Length == 1 ? "" : "s")})";
            layer.Reject(setting, ValidationError.Invalid(option, shown, RightFor(option)));
        }
        else if (!isOther)
        {
            layer.Add(setting, option, values is [] ? "true" : string.Join(' ', values), setting.OptionExpects);
        }
    }

    private ValidationError NotAnOption(string word)
    {
        var verbs = program.Verbs.Select(verb => verb.Name).ToArray();
        var meant = NearestName.Find(word, [.. known, .. program.BareValues.Keys, .. verbs]);
        var advice = meant is null ? $"expected an option with its value, such as {program.ExampleOption}"
            : verbs.Contains(meant, StringComparer.Ordinal) ? $"did you mean {meant}, as the first word?"
            : program.BareValues.TryGetValue(meant, out var option) ? $"did you mean {option} {meant}?"
            : $"did you mean {meant}?";
        return ValidationError.Error(Quoted.Text(word), "not an option", advice);
    }

    private List<string> Refuse(IReadOnlyList<Error> errors, List<string> args)
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

    private ValidationError Problem(Error error) => error switch
    {
        UnknownOptionError unknown => Unknown(unknown.Token),
        RepeatedOptionError repeated => ValidationError.Error(
            Typed(repeated.NameInfo), "given more than once", "give it once"),
        MissingValueOptionError missing => MissingValue(Typed(missing.NameInfo)),
        NamedError named => ValidationError.Error(Typed(named.NameInfo), "takes no value", "use the option alone"),
        TokenError { Token: ['-', '-', .. var name, '='] } => ValidationError.Error(
            Quoted.Text($"--{name}")[1..^1], "empty value", $"expected {RightFor($"--{name}")}"),
        TokenError token => ValidationError.Error(
            Quoted.Text(token.Token), "not understood", "expected an option with its value"),
        _ => ValidationError.Error("command line", "not understood", "--help lists the options"),
    };

    private static string[] Names(NameInfo name) => [name.ShortName, name.LongName];

    private static List<string> Without(List<string> args, string name, bool keepFirst) =>
        Without(args, [name], keepFirst);

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
        var given = token.Split('=')[0].TrimStart('-');
        var typed = given.Length == 1 ? $"-{given}" : $"--{given}";
        var isOfOthers = program.Table.Any(setting => setting.OptionNames.Contains(typed, StringComparer.Ordinal));
        return isOfOthers
            ? ValidationError.Error(typed, $"not an option of {program.Name}", "--help lists the options")
            : ValidationError.Error(
                Quoted.Text(typed)[1..^1],
                "unknown option",
                NearestName.Suggest(given, known, "--help lists the options"));
    }

    private ValidationError MissingValue(string option) =>
        ValidationError.Error(option, "value missing", $"expected {RightFor(option)}");

    private static string Typed(NameInfo name) =>
        name.ShortName.Length > 0 ? $"-{name.ShortName}" : $"--{name.LongName}";

    private string RightFor(string option) =>
        SettingOf(option) is { } setting ? setting.OptionExpects ?? setting.Rule.Expected : "a value";

    private Setting? SettingOf(string option) =>
        program.Settings.FirstOrDefault(setting => setting.OptionNames.Contains(option, StringComparer.Ordinal));
}
