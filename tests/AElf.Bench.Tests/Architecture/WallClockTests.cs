using System.Text.RegularExpressions;
using AElf.Bench.Tests.Tidy;

namespace AElf.Bench.Tests.Architecture;

/// <summary>
/// A cluster does not use the time of day, which may jump by hours: a worker would then be lost or a key removed too
/// early.
/// </summary>
public sealed partial class WallClockTests
{
    private static readonly string[] Projects =
    [
        "AElf.Bench.Core", "AElf.Bench.Transfers", "AElf.Bench.Storage", "AElf.Bench.Concurrency", "AElf.Bench.Akka",
        "AElf.Bench.Operations", "AElf.Concurrency.Manager", "AElf.Concurrency.Worker",
    ];

    // The files that read the time of day, each with its purpose.
    private static readonly string[] Allowed =
    [
        "src/AElf.Bench.Akka/Nodes/NodeTls.cs", // whether a certificate is valid today
        "src/AElf.Bench.Operations/Scenarios/HostAgent.cs", // the time of a host's clock
        "src/AElf.Bench.Operations/Scenarios/HostMachine.cs", // its offset from this machine's clock, for the report
        "src/AElf.Concurrency.Manager/ClusterRun.cs", // the newest unfinished run, by the times of files
        "src/AElf.Concurrency.Manager/EventLog.cs", // the time of an event, for display
        "src/AElf.Concurrency.Manager/RunArchive.cs", // the oldest ended runs, by the times of files
        "src/AElf.Concurrency.Manager/RunOnWorkers.cs", // the start of a run, for its report
        "src/AElf.Concurrency.Manager/StatusReader.cs", // the time of the status, for display
    ];

    [Fact]
    public void Cluster_TimeOfDay_IsNotUsed() => Assert.Equal(
        Allowed,
        SourceTree.Read()
            .Where(file => file.IsCode && Projects.Contains(file.Project, StringComparer.Ordinal))
            .Where(file => TimeOfDay().IsMatch(file.Text))
            .Select(file => file.Path),
        StringComparer.Ordinal);

    [GeneratedRegex(@"\bDateTime(Offset)?\.(Now|UtcNow|Today)\b|\bGet(Utc|Local)Now\b|\bGet\w+TimeUtc\b")]
    private static partial Regex TimeOfDay();
}
