using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>The checked options of every program.</summary>
public abstract record ProgramOptions
{
    public required StoreOptions Store { get; init; }
    public required ActorSystemOptions Hosts { get; init; }

    /// <summary>Whether progress is left out.</summary>
    public bool Quiet { get; init; }

    public LogFormat LogFormat { get; init; }

    /// <summary>Whether it is a service, which has a log and no report on its standard output.</summary>
    public virtual bool IsService => false;

    /// <summary>The folder the files were looked for in.</summary>
    public required string ConfigurationFolder { get; init; }

    /// <summary>The effective value of every setting by name, for the reports.</summary>
    public required IReadOnlyDictionary<string, UsedSetting> Effective { get; init; }

    /// <summary>Warnings; they do not stop the program.</summary>
    public IReadOnlyList<ValidationError> Warnings { get; init; } = [];
}
