using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>The rules over several options.</summary>
internal static class OptionRules
{
    // Options of the measurement are allowed, so that a preparation and its run may have the same options.
    private static readonly Setting[] OfResults =
    [
        .. ExportSettings.All, ReportSettings.FailIf, CommonSettings.JsonOutput, CommonSettings.MarkdownOutput,
    ];

    private static readonly Setting[] OfManager =
    [
        ClusterSettings.Workers, ClusterSettings.ServersOfRun, ClusterSettings.ProcessesOfRun,
        ClusterSettings.SecretFile, TlsSettings.AuthorityFile, TlsSettings.ClientCertificateFile,
        TlsSettings.ClientKeyFile,
    ];

    /// <summary>The broken rules. Rules ignore values that were refused already.</summary>
    public static IEnumerable<ValidationError> Check(IWorkloadType workload, ProgramReading reading) =>
        Check(workload, reading, startsProcesses: false);

    private static RuleList Check(IWorkloadType workload, ProgramReading reading, bool startsProcesses)
    {
        var settings = reading.Settings;
        return new(settings)
        {
            workload.CheckRun(settings),
            settings.IsForManager ? [] : StoreRules.Check(settings, reading.Password),
            Preparation(settings),
            ProcessStarts.Check(reading, startsProcesses),
            OfRate(settings),
            settings.IsForManager ? BesideManager(reading) : WithoutManager(settings),
            {
                settings.IsForManager && !startsProcesses ? [ExportSettings.ProfileOutput] : [],
                "this call did not start the processes with the actors",
                "record a scenario, such as scenario cluster, or a run without a manager"
            },
        };
    }

    /// <summary>Whether a call with these settings accepts <c>--rate</c> too, for a run with enough lanes.</summary>
    public static bool TakesRate(IWorkloadType workload, ResolvedSettings settings)
    {
        var open = settings.With(new Dictionary<Setting, object>
        {
            [MeasureSettings.Rate] = new ArrivalRate(ArrivalKind.Constant, [ArrivalRate.Max]),
        });
        return !workload.CheckRun(open).Concat(OfRate(open)).Any(problem => problem.Critical);
    }

    private static RuleList OfRate(ResolvedSettings settings) => new(settings)
    {
        {
            settings.Get(MeasureSettings.Rate) is not null && settings.Get(MeasureSettings.Controls),
            MeasureSettings.Controls, "control measurements use a closed loop", "use it without --rate"
        },
    };

    /// <summary>
    /// The broken rules for the run of a scenario. The scenario starts its processes or, with <paramref
    /// name="isForHosts"/>, uses running ones.
    /// </summary>
    public static IEnumerable<ValidationError> CheckForScenario(
        IWorkloadType workload, ProgramReading reading, bool isForHosts)
    {
        Setting[] ofHosts =
        [
            ClusterSettings.SecretFile, TlsSettings.AuthorityFile, TlsSettings.ClientCertificateFile,
            TlsSettings.ClientKeyFile,
        ];
        ValidationError[] refused =
        [
            .. new RuleList(reading.Settings)
            {
                { isForHosts ? [] : ofHosts, "the scenario generates a secret for its cluster", "remove it" },
            },
        ];
        return refused.Length > 0 ? refused : Check(workload, reading, startsProcesses: !isForHosts);
    }

    private static RuleList Preparation(ResolvedSettings settings)
    {
        var isPrepared = settings.Get(CommonSettings.Prepared) is not null;
        return new(settings)
        {
            {
                settings.IsPreparing && isPrepared, CommonSettings.Prepared,
                "genAccount prepares new accounts", "leave out genAccount, or --prepared"
            },
            {
                isPrepared && settings.Get(ActorSettings.RoutingComparison), ActorSettings.RoutingComparison,
                "prepared accounts are for one run, but 'all' makes several",
                "use one routing, or remove --prepared"
            },
            {
                // A preparation checks no threshold and writes no file.
                settings.IsPreparing ? OfResults : [], "genAccount measures nothing", "remove it, or genAccount"
            },
        };
    }

    private static RuleList BesideManager(ProgramReading reading)
    {
        var settings = reading.Settings;
        var (problem, advice) = settings.Source(CommonSettings.IsCluster) is SettingSource.Scenario
            ? ("not available in a scenario with a cluster", "remove it: the manager and the workers have their own")
            : ("not available with --manager", "set it for the manager and the workers, or remove --manager");
        return new(settings)
        {
            {
                // The manager and its workers have their own settings of store and actors, except submitted settings.
                reading.Table.Where(setting => setting is { Topic: Topic.Store or Topic.Actors, Syntax: not null }
                    && setting.Submission is not (Submission.Always or Submission.WhenTyped)),
                problem,
                advice
            },
            {
                // The benchmark itself prepares the accounts, so it needs the address of the manager's store.
                settings.IsPreparing && IsInMemory(settings), CommonSettings.IsPreparing,
                "a manager does not prepare accounts",
                "name the manager's store with --database, and remove --manager"
            },
            ClusterRules.Check(settings, reading.Secret),
        };
    }

    private static RuleList WithoutManager(ResolvedSettings settings)
    {
        var (level, actors) = (ActorSettings.ConcurrencyLevel, ActorSettings.ActorCount);
        return new(settings)
        {
            {
                settings.IsPreparing && IsInMemory(settings), CommonSettings.IsPreparing,
                "accounts in the in-memory store are lost when the program ends",
                $"use {StoreSettings.OptionForServer}"
            },
            {
                settings.Get(CommonSettings.Prepared) is not null && IsInMemory(settings), CommonSettings.Prepared,
                "the in-memory store starts empty", $"use {StoreSettings.OptionForServer}"
            },
            {
                settings.Get(level) > 0 && settings.Get(level) < settings.Get(actors) && !settings.IsRejected(actors),
                level,
                $"{settings[level]} jobs leave some of {settings[actors]} actors idle",
                $"use 0 (automatic) or at least {settings[actors]}", RuleEffect.Warning
            },
            ConfigurationReader.CheckHeartbeats(settings),
            {
                OfManager, "has no effect without a manager", "add --manager HOST:PORT, or remove it",
                RuleEffect.NoEffect
            },
        };
    }

    private static bool IsInMemory(ResolvedSettings settings) =>
        settings.Get(StoreSettings.Type) is StoreType.InMemory && !settings.IsRejected(StoreSettings.Type);
}
