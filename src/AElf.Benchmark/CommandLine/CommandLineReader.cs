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
    private static readonly string[] OtherOptions = ["-f", "--SupportedBenchmark", "--config", "--help", "--version"];

    /// <summary>Every option the program knows, as typed.</summary>
    public static IReadOnlyList<string> Known { get; } =
        [.. Settings.All.Select(setting => setting.Option).OfType<string>().Where(option => !option.Contains(',', StringComparison.Ordinal)).Concat(OtherOptions).Distinct(StringComparer.Ordinal)];

    /// <summary>Reads the arguments; whatever is wrong with them is in the layer.</summary>
    public static CommandLineReading Read(IReadOnlyList<string> args)
    {
        var layer = new SettingLayer(SettingSource.CommandLine);
        using var parser = new Parser(settings =>
        {
            settings.HelpWriter = null;
            settings.AutoHelp = false;
            settings.AutoVersion = false;
            settings.CaseSensitive = true;
            settings.ParsingCulture = System.Globalization.CultureInfo.InvariantCulture;
        });

        var folder = default(string);
        parser.ParseArguments<CommandLineArguments>(WithoutPassword(args, layer))
            .WithParsed(arguments => folder = Take(arguments, layer))
            .WithNotParsed(errors => Refuse(errors, layer));
        return new CommandLineReading(layer, folder);
    }

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
            layer.Add(ValidationError.Error(PasswordOption, "a password others can see in the process list", $"--password-file FILE or the environment's {Settings.PasswordVariable}"));
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
            layer.Add(ValidationError.Error(Quoted.Text(word), "a word that belongs to no option", NearestName.Find(word, Known) ?? "an option with its value, such as -n 2400,"));
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
            layer.Reject(Settings.GroupsFrom, ValidationError.Error("--grouprange", $"{shown} ({texts.Length} value{(texts.Length == 1 ? "" : "s")})", "two whole numbers, from and to, such as 1 8,"));
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

    private static void Refuse(IEnumerable<Error> errors, SettingLayer layer)
    {
        foreach (var error in errors)
        {
            layer.Add(error switch
            {
                UnknownOptionError unknown => Unknown(unknown.Token),
                RepeatedOptionError repeated => ValidationError.Error(Typed(repeated.NameInfo), "the option more than once", "the option once"),
                MissingValueOptionError missing => ValidationError.Error(Typed(missing.NameInfo), "no value", RightFor(Typed(missing.NameInfo))),
                NamedError named => ValidationError.Error(Typed(named.NameInfo), "a value", "the option alone, a switch without value,"),
                TokenError token => ValidationError.Error(Quoted.Text(token.Token), "a word the program cannot take", "an option with its value"),
                _ => ValidationError.Error("command line", "something the program cannot take", "what --help lists"),
            });
        }
    }

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
