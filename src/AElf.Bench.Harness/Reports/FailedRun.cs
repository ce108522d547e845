using System.Buffers;
using System.Text.Json;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// The published part of a failed run: the fields named here, and nothing else. It holds no measured time, nothing
/// computed from one, and no count of what was done in such a time: the number of blocks says how fast they are done,
/// and a duration that was asked for makes a rate of every count.
/// </summary>
internal static class FailedRun
{
    private static readonly HashSet<string> Named = new(StringComparer.Ordinal)
    {
        // What became of the run, and why.
        "schema", "claim", "verdict", "reasons[]", "failIf[]", "thresholds[].failIf",
        "audit.conservation", "audit.replay", "audit.accountsCompared", "audit.accountsWrong", "audit.differences[]",
        "faults[].round", "faults[].atMs", "faults[].kind", "faults[].what", "faults[].count",
        "store.reconciliation",

        // What was to be executed, by which workers, over what.
        "scenario", "runId", "processStarts",
        "workload.name", "workload.noun", "workload.unitNoun", "workload.itemNoun",
        "workload.items", "workload.setup", "workload.setupText", "workload.proof", "workload.variant",
        "transfers", "groups", "largestGroup", "jobs", "jobImbalance", "routing",
        "servers", "processes", "actors", "dispatchers", "lanes",
        "workers[].name", "workers[].server", "workers[].store", "workers[].actors",
        "idleWorkers[]",
        "store.type", "store.client", "store.endpoint", "store.proxies", "store.addedRoundTripMs",
        "store.shards[].endpoint", "store.shards[].version", "store.shards[].persistence", "store.shards[].keys",
        "options",

        // Where.
        "resources.collections", "resources.workingSetMb",
        "environment.cpu", "environment.cores", "environment.memoryGb", "environment.os", "environment.runtime",
        "environment.build", "environment.serverGc", "environment.startedUtc", "environment.version",
        "environment.libraries",
    };

    // Objects and lists that hold a named field.
    private static readonly HashSet<string> Wholes = ["", .. Named.SelectMany(Beginnings)];

    // Fields that reports of older versions have besides, so that they can be read and verified.
    private static readonly HashSet<string> Formerly = new(StringComparer.Ordinal)
    {
        "claim", "notes", "blocks", "imbalance", "idleShare", "counts", "groupingMs", "routingMs", "sliceMs",
        "workers[].committed", "workers[].idleShare", "workers[].ops",
        "rounds[].round", "rounds[].groupingMs", "rounds[].routingMs", "rounds[].committed", "rounds[].retried",
        "rounds[].processors", "processors",
        "phasesMs.prepare", "phasesMs.seed", "phasesMs.warmUp", "phasesMs.ceiling", "phasesMs.audit",
        "phasesMs.cleanup", "store.shards[].ops", "store.shards[].cpuShare", "store.clientOps", "store.serverOps",
        "store.faultOps", "resources.allocatedBytesPerTransfer", "resources.gcPauseMs", "resources.compilingMs",
        "resources.serializationUsPerTransfer", "resources.machineBusyShare", "sections",
    };

    /// <summary>The run with the named fields alone; other numbers are null, other lists empty.</summary>
    public static RunReport Of(RunReport run)
    {
        var named = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(named))
        {
            Write(writer, "", ReportReader.ElementOf(run));
        }

        return ReportReader.Read(named.WrittenSpan);
    }

    /// <summary>Whether an older version published a field of such a run, be it one of the workload's own.</summary>
    /// <param name="run">The failed run.</param>
    /// <param name="pattern">The field's path without indices, such as <c>rounds[].round</c>.</param>
    public static bool WasPublished(RunReport run, string pattern) => Beginnings(pattern).Append(pattern)
        .Any(each => Formerly.Contains(each) || run.Facts.ContainsKey(each));

    private static void Write(Utf8JsonWriter writer, string path, JsonElement value)
    {
        switch (value.ValueKind)
        {
            case var _ when Named.Contains(path):
                value.WriteTo(writer);
                break;
            case JsonValueKind.Object when Wholes.Contains(path):
                writer.WriteStartObject();
                foreach (var field in value.EnumerateObject())
                {
                    writer.WritePropertyName(field.Name);
                    Write(writer, path.Length == 0 ? field.Name : $"{path}.{field.Name}", field.Value);
                }

                writer.WriteEndObject();
                break;
            case JsonValueKind.Array:
                writer.WriteStartArray();
                foreach (var item in value.EnumerateArray().Where(_ => Wholes.Contains(path)))
                {
                    Write(writer, $"{path}[]", item);
                }

                writer.WriteEndArray();
                break;
            default:
                writer.WriteNullValue();
                break;
        }
    }

    private static IEnumerable<string> Beginnings(string path)
    {
        for (var end = path.LastIndexOfAny(['.', '[']); end > 0; end = path.LastIndexOfAny(['.', '['], end - 1))
        {
            yield return path[..end];
        }
    }
}
