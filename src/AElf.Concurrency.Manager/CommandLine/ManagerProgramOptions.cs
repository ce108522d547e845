using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Concurrency.Manager.CommandLine;

/// <summary>Everything the manager needs to know, checked.</summary>
internal sealed record ManagerProgramOptions(ProgramReading Reading, IReadOnlyList<ValidationError> Warnings)
    : ProgramOptions(Reading, Warnings)
{
    public override bool IsService => true;

    public required IWorkloadType Workload { get; init; }

    /// <summary>
    /// Workers that must have joined before the first grant, 1 to 10,000; a run may ask for another number.
    /// </summary>
    public WorkerCount Workers => Settings.Get(ClusterSettings.Workers)!.Value;

    /// <summary>The folder of the logs; it may not exist yet.</summary>
    public string StateFolder => CommandLine.StateFolder.Find(Settings, Reading.UserData);

    public ListenerLimits Limits { get; init; } = ListenerLimits.ForProcess();

    /// <summary>The OpenTelemetry collector that metrics are sent to; null sends none.</summary>
    public Uri? Otlp => Settings.Get(ClusterSettings.Otlp);
}
