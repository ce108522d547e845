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
        ["-a"] = "name a file with the password with --password-file FILE",
        ["--pass"] = "name a file with the password with --password-file FILE",
        ["-u"] = "name the store with --database redis://HOST:PORT",
        ["-s"] = "name the store with --database unix:/PATH",
    };

    private readonly ProgramDescription program;
    private readonly IReadOnlyList<string> known;
    private readonly SettingLayer layer = new(SettingSource.CommandLine);
    private readonly Dictionary<Setting, (string Name, string[] Words)> given = [];
    private readonly List<string> loose = [];

    private CommandLineReader(ProgramDescription program)
    {
        this.program = program;
        known = program.Known;
    }

    /// <summary>Reads the arguments. The layer has their problems.</summary>
    public static CommandLineReading Read(ProgramDescription program, IReadOnlyList<string> args) =>
        new CommandLineReader(program).Read(args);

    /// <summary>
    /// The words in parts: each option with the words up to the next option. Words before the first option are the
    /// first part.
    /// </summary>
    public static IReadOnlyList<string[]> Parts(IEnumerable<string> words)
    {
        var parts = new List<string[]>();
        foreach (var word in words)
        {
            if (parts.Count == 0 || IsOption(word))
            {
                parts.Add([word]);
            }
            else
            {
                parts[^1] = [.. parts[^1], word];
            }
        }

        return parts;
    }

    /// <summary>Whether a word is an option and not a value. A negative number is a value.</summary>
    public static bool IsOption(string word) => word is ['-', not (>= '0' and <= '9'), ..];

    private CommandLineReading Read(IReadOnlyList<string> args)
    {
        var words = WithoutSecrets(args);
        words.FindAll(IsLoneDash).ForEach(word => layer.Add(NotAnOption(word)));
        foreach (var part in Parts(words.Where(word => !IsLoneDash(word))))
        {
            loose.AddRange(IsOption(part[0]) ? part[1..].Skip(Sort(part[0], part[1..])) : part);
        }

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
            var name = args[i].Split('=')[0];
            var secret = program.Table.FirstOrDefault(
                setting => setting.SecretFile is not null && IsNearly(name, setting.Key));
            if (secret is null)
            {
                kept.Add(args[i]);
                continue;
            }

            i += args[i].Contains('=', StringComparison.Ordinal) ? 0 : 1;
            var noun = secret.Key.ToLowerInvariant();
            layer.Add(ValidationError.Error(
                Quoted.Text(name)[1..^1],
                $"other users can see a {noun} on the command line",
                $"use {secret.SecretFile!.Option} FILE or the environment variable {secret.EnvironmentName}"));
        }

        return kept;

        // Also --dbpassword, or a mistyped --pasword.
        bool IsNearly(string name, string key) =>
            name is ['-', '-', ..] && !program.Settings.Any(setting => setting.IsNamed(name))
                && (name.EndsWith(key, StringComparison.OrdinalIgnoreCase)
                    || NearestName.Find(name, [key]) is not null);
    }

    /// <summary>Assigns an option; returns how many of the following words are its values.</summary>
    private int Sort(string word, string[] following)
    {
        var name = word is ['-', '-', ..] ? word.Split('=')[0] : word[..2];
        if (program.Settings.FirstOrDefault(each => each.IsNamed(name)) is not { } setting)
        {
            layer.Add(Unknown(name));
            return following.Length;
        }

        string[] attached = word.Length > name.Length ? [word[name.Length..]] : [];
        attached = attached is [['=', .. var value]] ? [value] : attached;
        var taken = setting.ValueCount switch
        {
            0 => following is [var first, ..] && SettingRules.Flag.Parse(first) is not null ? 1 : 0,
            1 => Math.Min(1 - attached.Length, following.Length),
            _ => following.Length,
        };
        Assign(setting, name, attached, following[..taken]);
        return taken;
    }

    private void Assign(Setting setting, string name, string[] attached, string[] following)
    {
        string[] values = [.. attached, .. following];
        if (setting.ValueCount == 0 && values is [var value, ..])
        {
            Refuse($"takes no value, but {Quoted.Text(value)} was given", "write it alone, or leave it out");
        }
        else if (setting.ValueCount > 0 && values is [])
        {
            Refuse("value missing", $"expected {Expected(setting)}");
        }
        else if (!given.TryGetValue(setting, out var before))
        {
            given[setting] = (name, attached is [{ Length: > 0 } joined]
                ? [name is ['-', '-', ..] ? $"{name}={joined}" : name + joined, .. following]
                : [name, .. values]);
        }
        else if (setting.IsRepeatable)
        {
            before.Words[^1] += $", {values[0]}";
        }
        else
        {
            var also = before.Name.Equals(name, StringComparison.Ordinal) ? "" : $", also as {before.Name}";
            Refuse($"given more than once{also}", "give it once");
        }

        void Refuse(string problem, string advice) =>
            layer.Reject(setting, ValidationError.Error(name, problem, advice));
    }

    private static string Expected(Setting setting) => setting.OptionExpects ?? setting.Rule.Expected;

    private Dictionary<Setting, string[]> Parse()
    {
        var type = ArgumentsClass.Of(given.Select(each => (each.Key, each.Value.Name)));
        using var parser = new Parser(settings =>
        {
            settings.HelpWriter = null;
            settings.AutoHelp = false;
            settings.AutoVersion = false;
            settings.ParsingCulture = System.Globalization.CultureInfo.InvariantCulture;
        });
        return parser.ParseArguments(() => Activator.CreateInstance(type)!, given.Values.SelectMany(each => each.Words))
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
        var option = given[setting].Name;
        var isImplied = setting.Implies?.Value is { } impliedText && values is [var value]
            && value.Equals(impliedText, StringComparison.OrdinalIgnoreCase);
        if (setting.Implies is { } implied && (isImplied || implied.Value is null))
        {
            layer.Set(implied.Flag, option, true);
        }

        if (values.Length > setting.ValueCount)
        {
            var shown = $"{Quoted.Text(string.Join(' ', values))} ({values.Length} values)";
            layer.Reject(setting, ValidationError.Invalid(option, shown, Expected(setting)));
        }
        else if (!isImplied)
        {
            layer.Add(setting, option, values is [] ? "true" : string.Join(' ', values), setting.OptionExpects);
        }
    }

    private ValidationError NotAnOption(string word)
    {
        var verbs = program.Verbs.Select(verb => verb.Name).ToArray();
        var meant = NearestName.Find(word, [.. known, .. verbs]);
        return ValidationError.Error(Quoted.Text(word), "not an option", meant switch
        {
            _ when program.OptionOf(word) is { } option => $"did you mean {option}?",
            null when program.ExampleOption is null => "remove it",
            null => $"expected an option with its value, such as {program.ExampleOption}",
            _ when verbs.Contains(meant, StringComparer.Ordinal) => $"did you mean {meant}, as the first word?",
            _ => $"did you mean {meant}?",
        });
    }

    private ValidationError Unknown(string name)
    {
        var hasStore = program.Settings.Any(setting => setting.Topic is Topic.Store);
        var isOfOther = program.Table.Any(setting => setting.IsNamed(name));
        var problem = isOfOther ? "not an option here" : "unknown option";
        return ValidationError.Error(Quoted.Text(name)[1..^1], problem, name switch
        {
            _ when isOfOther => program.HelpOfOptions,
            "-h" => (hasStore ? "name the host of the store with --dbhost HOST; " : "")
                + $"{program.Call} --help shows the options",
            _ when hasStore && OfOtherClients.TryGetValue(name, out var meant) => meant,
            _ => NearestName.Suggest(name.TrimStart('-'), known, program.HelpOfOptions),
        });
    }
}

/// <summary>
/// Makes the class that CommandLineParser fills, from the rows of the settings: a row alone declares an option.
/// </summary>
internal static class ArgumentsClass
{
    private const string Name = "Arguments";

    /// <summary>A class with a field for each setting. The parser sets the field through a property.</summary>
    /// <param name="options">The settings, each with its option as typed.</param>
    public static Type Of(IEnumerable<(Setting Setting, string Option)> options)
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
