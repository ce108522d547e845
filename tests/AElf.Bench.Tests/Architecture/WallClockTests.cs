using System.Text.RegularExpressions;
using AElf.Bench.Tests.Tidy;

namespace AElf.Bench.Tests.Architecture;

/// <summary>
/// The time of day may jump by hours: where a cluster went by it, a worker would be lost or a key removed too early.
/// </summary>
public sealed partial class WallClockTests
{
    private static readonly string[] Projects =
    [
        "AElf.Bench.Core", "AElf.Bench.Transfers", "AElf.Bench.Storage", "AElf.Bench.Concurrency", "AElf.Bench.Akka",
        "AElf.Bench.Operations", "AElf.Concurrency.Manager", "AElf.Concurrency.Worker",
    ];

    // What asks for it, with what it is good for there.
    private static readonly string[] Allowed =
    [
        "src/AElf.Bench.Akka/Nodes/NodeTls.cs", // whether a certificate is valid today
        "src/AElf.Bench.Operations/Scenarios/HostAgent.cs", // what a host's clock shows
        "src/AElf.Bench.Operations/Scenarios/HostMachine.cs", // how far that is from this machine's, for the report
        "src/AElf.Concurrency.Manager/ClusterRun.cs", // which unfinished run is the newest, by the times of files
        "src/AElf.Concurrency.Manager/EventLog.cs", // when an event was, to be shown
        "src/AElf.Concurrency.Manager/RunArchive.cs", // which ended runs are the oldest, beside the times of files
        "src/AElf.Concurrency.Manager/RunExecutor.cs", // when a run began, for its report
        "src/AElf.Concurrency.Manager/StatusReader.cs", // when the status was read, to be shown
    ];

    [Fact]
    public void A_cluster_does_not_use_the_time_of_day() => Assert.Equal(
        Allowed,
        SourceTree.Read()
            .Where(file => file.IsCode && Projects.Contains(file.Project, StringComparer.Ordinal))
            .Where(file => TimeOfDay().IsMatch(file.Text))
            .Select(file => file.Path),
        StringComparer.Ordinal);

    [GeneratedRegex(@"\bDateTime(Offset)?\.(Now|UtcNow|Today)\b|\bGet(Utc|Local)Now\b|\bGet\w+TimeUtc\b")]
    private static partial Regex TimeOfDay();
}
