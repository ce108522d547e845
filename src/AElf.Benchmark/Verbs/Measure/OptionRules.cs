using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>The rules that look at several options at once.</summary>
internal static class OptionRules
{
    // Not how to measure: a call may share the words of its load with the preparation.
    private static readonly Setting[] OfResults =
    [
        .. ExportSettings.All, .. HistorySettings.All, ReportSettings.FailIf, CommonSettings.JsonOutput,
        CommonSettings.MarkdownOutput,
    ];

    /// <summary>The broken rules. A rule is silent about a value that was refused already.</summary>
    public static IEnumerable<ValidationError> Check(IWorkloadType workload, ProgramReading reading) =>
        Check(workload, reading, startsProcesses: false);

    private static IEnumerable<ValidationError> Check(
        IWorkloadType workload, ProgramReading reading, bool startsProcesses) =>
    [
        .. workload.CheckRun(reading.Settings),
        .. reading.IsForManager ? [] : StoreRules.Check(reading.Settings, reading.Password),
        .. Preparation(reading.Settings), .. UnusedByPreparation(reading),
        .. ProcessStarts.Check(reading, startsProcesses),
        .. Controls(reading.Settings),
        .. reading.IsForManager ? BesideManager(reading) : WithoutManager(reading.Settings),
        .. reading.IsForManager && !startsProcesses ? ProfileOfOthers(reading.Settings) : [],
    ];

    /// <summary>
    /// The broken rules for the run of a scenario, which starts its processes or, with <paramref name="isForHosts"/>,
    /// joins running ones.
    /// </summary>
    public static IEnumerable<ValidationError> CheckForScenario(
        IWorkloadType workload, ProgramReading reading, bool isForHosts)
    {
        ValidationError[] refused =
        [
            .. new[] { CommonSettings.SecretFile, TlsSettings.AuthorityFile, TlsSettings.ClientCertificateFile }
                .Where(setting => !isForHosts && reading.Settings.IsTyped(setting))
                .Select(setting => ValidationError.Error(
                    setting.Option!, "the scenario generates a secret for its cluster", "remove it")),
        ];
        return refused.Length > 0 ? refused : Check(workload, reading, startsProcesses: !isForHosts);
    }

    private static IEnumerable<ValidationError> ProfileOfOthers(ResolvedSettings settings)
    {
        if (settings.IsTyped(ExportSettings.ProfileOutput))
        {
            yield return ValidationError.Error(
                ExportSettings.ProfileOutput.Option!,
                "this call did not start the processes with the actors",
                "record a scenario, such as scenario cluster, or a run without a manager");
        }
    }

    private static IEnumerable<ValidationError> BesideManager(ProgramReading reading) =>
        [.. OfOthers(reading), .. AccountsOfNobody(reading.Settings), .. ClusterRules.Check(
            reading.Settings, reading.Secret)];

    private static IEnumerable<ValidationError> WithoutManager(ResolvedSettings settings) =>
    [
        .. AccountsInMemory(settings), .. Concurrency(settings), .. ConfigurationReader.CheckHeartbeats(settings),
        .. UnusedWithoutManager(settings),
    ];

    private static IEnumerable<ValidationError> Preparation(ResolvedSettings settings)
    {
        if (settings.IsPreparing && settings.Get(CommonSettings.Prepared) is not null)
        {
            yield return ValidationError.Error(
                "--prepared", "genAccount prepares new accounts", "leave out genAccount, or --prepared");
        }

        if (settings.Get(CommonSettings.Prepared) is not null && settings.Get(ActorSettings.RoutingComparison))
        {
            yield return ValidationError.Error(
                "--routing",
                "'all' makes several runs, but prepared accounts can be used by one",
                "use one routing, or remove --prepared");
        }
    }

    /// <summary>A preparation measures nothing: it would check no bound and write no file.</summary>
    private static IEnumerable<ValidationError> UnusedByPreparation(ProgramReading reading) =>
        from setting in reading.Settings.IsPreparing ? OfResults : []
        where reading.Settings.IsTyped(setting)
        select ValidationError.Error(
            setting.Option!, "genAccount measures nothing", $"remove {setting.Option}, or genAccount");

    private static IEnumerable<ValidationError> Controls(ResolvedSettings settings)
    {
        if (settings.Get(MeasureSettings.Rate) is not null && settings.Get(MeasureSettings.Controls))
        {
            yield return ValidationError.Error(
                "--controls", "control measurements use a closed loop", "use it without --rate");
        }
    }

    /// <summary>
    /// A manager prepares no accounts: the benchmark does, in the manager's store, which it must then know.
    /// </summary>
    private static IEnumerable<ValidationError> AccountsOfNobody(ResolvedSettings settings)
    {
        if (settings.IsPreparing && settings.Get(StoreSettings.Type) is StoreType.InMemory
            && !settings.IsRejected(StoreSettings.Type))
        {
            yield return ValidationError.Error(
                CommonSettings.IsPreparing.Option!,
                "a manager does not prepare accounts",
                "name the manager's store with --database, and remove --manager");
        }
    }

    private static IEnumerable<ValidationError> AccountsInMemory(ResolvedSettings settings)
    {
        if (settings.Get(StoreSettings.Type) is not StoreType.InMemory || settings.IsRejected(StoreSettings.Type))
        {
            yield break;
        }

        if (settings.IsPreparing)
        {
            yield return ValidationError.Error(
                CommonSettings.IsPreparing.Option!,
                "accounts in the in-memory store are lost when the program ends",
                "use --database redis, ssdb or twemproxy");
        }

        if (settings.Get(CommonSettings.Prepared) is not null)
        {
            yield return ValidationError.Error(
                "--prepared", "the in-memory store starts empty", "use --database redis, ssdb or twemproxy");
        }
    }

    /// <summary>
    /// Store and actors belong to the manager and its workers, except settings that are submitted with the run.
    /// </summary>
    private static IEnumerable<ValidationError> OfOthers(ProgramReading reading) => reading.Table
        .Where(setting => setting.Topic is Topic.Store or Topic.Actors
            && setting.Submission is not (Submission.Always or Submission.WhenTyped))
        .Where(setting => setting.Syntax is not null)
        .Where(reading.Settings.IsTyped)
        .Select(setting => ValidationError.Error(
            setting.Option!,
            "not available with --manager",
            "set it for the manager and the workers, or remove --manager"));

    private static IEnumerable<ValidationError> UnusedWithoutManager(ResolvedSettings settings)
    {
        Setting[] ofManager =
        [
            CommonSettings.Workers, CommonSettings.ServersOfRun, CommonSettings.ProcessesOfRun,
            CommonSettings.SecretFile, TlsSettings.AuthorityFile, TlsSettings.ClientCertificateFile,
            TlsSettings.ClientKeyFile,
        ];
        foreach (var setting in ofManager.Where(settings.IsTyped))
        {
            yield return ValidationError.Error(
                setting.Option!, "has no effect without a manager", "add --manager HOST:PORT, or remove it") with
            {
                Kind = ProblemKind.NoEffect,
                Setting = setting,
            };
        }
    }

    private static IEnumerable<ValidationError> Concurrency(ResolvedSettings settings)
    {
        var level = settings.Get(ActorSettings.ConcurrencyLevel);
        var actors = settings.Get(ActorSettings.ActorCount);
        if (level > 0 && level < actors
            && !settings.IsAnyRejected(ActorSettings.ConcurrencyLevel, ActorSettings.ActorCount))
        {
            yield return ValidationError.Warning(
                settings.What(ActorSettings.ConcurrencyLevel),
                $"{level} jobs leave some of {actors} actors idle",
                $"use 0 (automatic) or at least {actors}");
        }
    }
}
