using System.Reflection;
using System.Reflection.Emit;
using AElf.Bench.Core.Options;
using CommandLine;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>The result of reading a command line.</summary>
/// <param name="Settings">The settings and the problems.</param>
/// <param name="Name">The name, a word without an option, for a verb that accepts one; null if absent.</param>
public sealed record CommandLineReading(SettingLayer Settings, string? Name);

/// <summary>
/// Assigns the words of a command line to options; CommandLineParser splits the accepted words once. Refuses unknown,
/// repeated and misplaced words, each with advice; never shows the value of a secret. Next: <see cref="SettingLayer"/>,
/// <see cref="ResolvedSettings"/>.
/// </summary>
public sealed class CommandLineReader
{
    // Options of redis-cli and similar clients, with advice.
    private static readonly Dictionary<string, string> OfOtherClients = new(StringComparer.Ordinal)
    {
        ["-h"] = "name the host of the store with --dbhost HOST; --help shows the options",
        ["-a"] = "name a file with the password with --password-file FILE",
        ["--pass"] = "name a file with the password with --password-file FILE",
        ["-u"] = "name the store with --database redis://HOST:PORT",
        ["-s"] = "name the store with --database unix:/PATH",
    };

    private readonly ProgramDescription program;
    private readonly IReadOnlyList<string> known;
    private readonly SettingLayer layer = new(SettingSource.CommandLine);
    private readonly Dictionary<Setting, List<string>> given = [];
    private readonly Dictionary<Setting, string> typed = [];
    private readonly List<string> loose = [];
    private readonly List<ValidationError> refused = [];

    private CommandLineReader(ProgramDescription program)
    {
        this.program = program;
        known = program.Known;
    }

    /// <summary>Reads the arguments. The layer has their problems.</summary>
    public static CommandLineReading Read(ProgramDescription program, IReadOnlyList<string> args) =>
        new CommandLineReader(program).Read(args);

    private CommandLineReading Read(IReadOnlyList<string> args)
    {
        var words = WithoutSecrets(args);
        words.FindAll(IsLoneDash).ForEach(word => layer.Add(NotAnOption(word)));
        Sort(words.FindAll(word => !IsLoneDash(word)));
        refused.ForEach(layer.Add);
        var values = given.Count > 0 ? Parse() : [];
        foreach (var setting in program.Settings.Where(values.ContainsKey))
        {
            Take(setting, values[setting]);
        }

        var name = program.TakesName ? loose.FirstOrDefault() : null;
        foreach (var word in loose.Skip(name is null ? 0 : 1))
        {
            layer.Add(NotAnOption(word));
        }

        return new CommandLineReading(layer, name);
    }

    private static bool IsLoneDash(string word) => word is "-" or "--";

    // Secrets in the arguments must not reach any message: remove them first.
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

    private void Sort(List<string> words)
    {
        for (var at = 0; at < words.Count; at++)
        {
            var word = words[at];
            if (!LooksLikeOption(word))
            {
                loose.Add(word);
            }
            else if (word is ['-', '-', .. var empty, '='])
            {
                refused.Add(ValidationError.Error(
                    Quoted.Text($"--{empty}")[1..^1], "empty value", $"expected {RightFor($"--{empty}")}"));
            }
            else
            {
                var following = words.Skip(at + 1).TakeWhile(next => !LooksLikeOption(next));
                at += SortOption(word, [.. following]);
            }
        }
    }

    /// <summary>Assigns an option; returns how many of the following words are its values.</summary>
    private int SortOption(string word, string[] following)
    {
        var name = word is ['-', '-', ..] ? word.Split('=')[0] : word[..2];
        if (SettingOf(name) is not { } setting)
        {
            refused.Add(Unknown(name));
            return following.Length;
        }

        var isAlone = word.Length == name.Length;
        var taken = setting.ValueCount switch
        {
            0 => 0,
            1 => isAlone ? Math.Min(1, following.Length) : 0,
            _ => following.Length,
        };
        if (setting.ValueCount == 0 && !isAlone)
        {
            loose.Add(word[(name.Length + 1)..]);
        }

        if (setting.ValueCount > 0 && isAlone && taken == 0)
        {
            layer.Reject(setting, ValidationError.Error(name, "value missing", $"expected {RightFor(name)}"));
        }
        else if (given.TryGetValue(setting, out var before))
        {
            if (setting.IsRepeatable)
            {
                before[^1] += $", {(isAlone ? following[0] : word[(name.Length + 1)..])}";
            }
            else
            {
                refused.Add(ValidationError.Error(name, "given more than once", "give it once"));
            }
        }
        else
        {
            typed[setting] = name;
            given[setting] = [setting.ValueCount == 0 ? name : WithoutEquals(word), .. following.Take(taken)];
        }

        return taken;
    }

    // The parser treats the = after a one-letter option as part of the value.
    private static string WithoutEquals(string word) =>
        word is ['-', not '-', '=', _, ..] ? word.Remove(2, 1) : word;

    private Dictionary<Setting, string[]> Parse()
    {
        var type = ArgumentsClass.Of(typed);
        using var parser = new Parser(settings =>
        {
            settings.HelpWriter = null;
            settings.AutoHelp = false;
            settings.AutoVersion = false;
            settings.ParsingCulture = System.Globalization.CultureInfo.InvariantCulture;
        });
        return parser.ParseArguments(() => Activator.CreateInstance(type)!, given.Values.SelectMany(words => words))
            .MapResult(
                filled => given.Keys.ToDictionary(
                    setting => setting,
                    setting => type.GetField(setting.Name)!.GetValue(filled) switch
                    {
                        string value => (string[])[value],
                        IEnumerable<string> several => [.. several],
                        _ => [],
                    }),
                _ => throw new InvalidOperationException("the words of an option were sorted wrongly"));
    }

    private void Take(Setting setting, string[] values)
    {
        var option = typed[setting];
        var isImplied = setting.Implies?.Value is { } impliedText && values is [var value]
            && value.Equals(impliedText, StringComparison.OrdinalIgnoreCase);
        if (setting.Implies is { } implied && (isImplied || implied.Value is null))
        {
            layer.Set(implied.Flag, option, true);
        }

        if (values.Length > setting.ValueCount)
        {
            var shown = $"{Quoted.Text(string.Join(' ', values))} ({values.Length} values)";
            layer.Reject(setting, ValidationError.Invalid(option, shown, RightFor(option)));
        }
        else if (!isImplied)
        {
            layer.Add(setting, option, values is [] ? "true" : string.Join(' ', values), setting.OptionExpects);
        }
    }

    private ValidationError NotAnOption(string word)
    {
        var verbs = program.Verbs.Select(verb => verb.Name).ToArray();
        var meant = NearestName.Find(word, [.. known, .. program.BareValues.Keys, .. verbs]);
        return ValidationError.Error(Quoted.Text(word), "not an option", meant switch
        {
            null => $"expected an option with its value, such as {program.ExampleOption}",
            _ when verbs.Contains(meant, StringComparer.Ordinal) => $"did you mean {meant}, as the first word?",
            _ when program.BareValues.TryGetValue(meant, out var option) => $"did you mean {option} {meant}?",
            _ => $"did you mean {meant}?",
        });
    }

    private static bool LooksLikeOption(string word) => word is ['-', not (>= '0' and <= '9'), ..];

    private ValidationError Unknown(string name)
    {
        var isOfOthers = program.Table.Any(setting => setting.IsNamed(name));
        return isOfOthers
            ? ValidationError.Error(name, $"not an option of {program.Name}", "--help all lists the options")
            : ValidationError.Error(
                Quoted.Text(name)[1..^1],
                "unknown option",
                OfOtherClients.TryGetValue(name, out var meant)
                    && program.Settings.Any(setting => setting.Topic is Topic.Store)
                    ? meant
                    : NearestName.Suggest(name.TrimStart('-'), known, "--help all lists the options"));
    }

    private string RightFor(string option) =>
        SettingOf(option) is { } setting ? setting.OptionExpects ?? setting.Rule.Expected : "a value";

    private Setting? SettingOf(string option) =>
        program.Settings.FirstOrDefault(setting => setting.IsNamed(option));
}

/// <summary>
/// Makes the class that CommandLineParser fills, from the rows of the settings: a row alone declares an option.
/// </summary>
internal static class ArgumentsClass
{
    private const string Name = "Arguments";

    /// <summary>A class with a field for each setting. The parser sets the field through a property.</summary>
    /// <param name="options">The settings, each with its option as typed.</param>
    public static Type Of(IReadOnlyDictionary<Setting, string> options)
    {
        var assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName(Name), AssemblyBuilderAccess.Run);
        var type = assembly.DefineDynamicModule(Name).DefineType(Name, TypeAttributes.Public);
        foreach (var (setting, option) in options)
        {
            Define(type, setting, option);
        }

        return type.CreateType();
    }

    private static void Define(TypeBuilder type, Setting setting, string option)
    {
        var value = setting.ValueCount switch
        {
            0 => typeof(bool),
            1 => typeof(string),
            _ => typeof(IEnumerable<string>),
        };
        var setter = type.DefineMethod($"set_{setting.Name}", MethodAttributes.Public, null, [value]);
        var body = setter.GetILGenerator();
        body.Emit(OpCodes.Ldarg_0);
        body.Emit(OpCodes.Ldarg_1);
        body.Emit(OpCodes.Stfld, type.DefineField(setting.Name, value, FieldAttributes.Public));
        body.Emit(OpCodes.Ret);
        var property = type.DefineProperty(setting.Name, PropertyAttributes.None, value, null);
        property.SetSetMethod(setter);
        object name = option is ['-', not '-' and var letter] ? letter : option[2..];
        property.SetCustomAttribute(
            new CustomAttributeBuilder(typeof(OptionAttribute).GetConstructor([name.GetType()])!, [name]));
    }
}
