using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>The checked options of every program.</summary>
/// <param name="Reading">The merged input, which every rule has accepted.</param>
/// <param name="Warnings">Warnings; they do not stop the program.</param>
public abstract record ProgramOptions(ProgramReading Reading, IReadOnlyList<ValidationError> Warnings)
{
    public ResolvedSettings Settings => Reading.Settings;

    public StoreOptions Store { get; init; } = SettingsBinder.Store(Reading.Settings, Reading.Password.Secret);

    public ActorSystemOptions Hosts { get; init; } =
        SettingsBinder.Hosts(Reading.Settings, Reading.Secret.Secret, Reading.Folder);

    /// <summary>Whether progress is left out.</summary>
    public bool Quiet => Settings.Get(CommonSettings.Quiet);

    public LogFormat LogFormat => Settings.Get(ReportSettings.LogFormat);

    /// <summary>Whether it is a service, which has a log and no report on its standard output.</summary>
    public virtual bool IsService => false;

    /// <summary>The folder the files were looked for in.</summary>
    public string ConfigurationFolder => Reading.Folder;

    /// <summary>The effective value of every setting by name, for the reports.</summary>
    public IReadOnlyDictionary<string, UsedSetting> Effective { get; init; } = Reading.Effective;
}
