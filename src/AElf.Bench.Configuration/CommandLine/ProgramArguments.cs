using AElf.Bench.Core.Options;
using CommandLine;

namespace AElf.Bench.Configuration.CommandLine;

/// <summary>The options all programs take, as the command-line parser fills them: texts only, so that every bad value gets our own sentence.</summary>
public abstract class ProgramArguments
{
    /// <summary><see cref="Settings.Type"/>.</summary>
    [Option("database")]
    public string? Type { get; set; }

    /// <summary><see cref="Settings.Host"/>.</summary>
    [Option("dbhost")]
    public string? Host { get; set; }

    /// <summary><see cref="Settings.Port"/>.</summary>
    [Option("dbport")]
    public string? Port { get; set; }

    /// <summary><see cref="Settings.Shards"/>.</summary>
    [Option("shards")]
    public string? Shards { get; set; }

    /// <summary><see cref="Settings.Client"/>.</summary>
    [Option("client")]
    public string? Client { get; set; }

    /// <summary><see cref="Settings.User"/>.</summary>
    [Option("user")]
    public string? User { get; set; }

    /// <summary><see cref="Settings.PasswordFile"/>.</summary>
    [Option("password-file")]
    public string? PasswordFile { get; set; }

    /// <summary><see cref="Settings.Tls"/>.</summary>
    [Option("tls")]
    public bool Tls { get; set; }

    /// <summary><see cref="Settings.TlsAuthorityFile"/>.</summary>
    [Option("tls-ca")]
    public string? TlsAuthorityFile { get; set; }

    /// <summary><see cref="Settings.TimeoutMs"/>.</summary>
    [Option("timeout")]
    public string? TimeoutMs { get; set; }

    /// <summary><see cref="Settings.ReconnectSeconds"/>.</summary>
    [Option("reconnect")]
    public string? ReconnectSeconds { get; set; }

    /// <summary><see cref="Settings.SecretFile"/>.</summary>
    [Option("secret-file")]
    public string? SecretFile { get; set; }

    /// <summary><see cref="Settings.Quiet"/>.</summary>
    [Option("quiet")]
    public bool Quiet { get; set; }

    /// <summary>The configuration folder.</summary>
    [Option("config")]
    public string? Folder { get; set; }

    /// <summary>What belongs to no option.</summary>
    [Value(0)]
    public IEnumerable<string> Words { get; set; } = [];

    /// <summary>The single-valued options with the settings they set.</summary>
    public abstract IEnumerable<(Setting Setting, string? Text)> Given();

    /// <summary>Puts what was given into <paramref name="layer"/>.</summary>
    public virtual void AddTo(SettingLayer layer)
    {
        foreach (var (setting, text) in Given().Where(given => given.Text is not null))
        {
            layer.Add(setting, setting.OptionNames[0], text!, setting.OptionRight);
        }
    }

    /// <summary>The options every program takes.</summary>
    protected IEnumerable<(Setting Setting, string? Text)> GivenToAll() =>
    [
        (Settings.Type, Type), (Settings.Host, Host), (Settings.Port, Port), (Settings.Shards, Shards), (Settings.Client, Client), (Settings.User, User),
        (Settings.PasswordFile, PasswordFile), (Settings.Tls, Switch(Tls)), (Settings.TlsAuthorityFile, TlsAuthorityFile),
        (Settings.TimeoutMs, TimeoutMs), (Settings.ReconnectSeconds, ReconnectSeconds), (Settings.SecretFile, SecretFile), (Settings.Quiet, Switch(Quiet)),
    ];

    /// <summary>The text of an option without value.</summary>
    protected static string? Switch(bool isGiven) => isGiven ? "true" : null;
}
