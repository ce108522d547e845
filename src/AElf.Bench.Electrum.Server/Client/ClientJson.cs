using System.Text.Json;
using System.Text.Json.Serialization;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>Writes the measurements as JSON, with times in milliseconds.</summary>
public static class ClientJson
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        WriteIndented = true,
    };

    /// <summary>Writes one object.</summary>
    /// <param name="checkedBy">The reference of the checks, in words.</param>
    public static void Write(Stream output, ClientOptions options, ClientResult result, string checkedBy)
    {
        var whole = new
        {
            Server = options.Server.ToString(),
            result.Software,
            result.Protocol,
            Tls = options.IsTls,
            Connections = 1,
            Batch = options.BatchSize,
            Pipelined = options.IsPipelined,
            RequestLimit = options.Limit?.PerSecond,
            Limited = options.Limit?.HasLimited,
            PingMs = result.Ping.TotalMilliseconds,
            result.Height,
            result.BlocksMeanwhile,
            result.Scripts,
            UsedScripts = result.Used,
            result.TransactionBytes,
            CheckedBy = checkedBy,
            Runs = result.Runs.Select((run, number) => new
            {
                Name = number == 0 ? "cold" : FormattableString.Invariant($"run {number}"),
                InitialLoadMs = run.InitialLoad.Elapsed.TotalMilliseconds,
                RefreshMs = run.Refresh.TotalMilliseconds,
                Subscribe = PartOf(run.InitialLoad),
                GetHistory = PartOf(run.Histories),
                TransactionGet = PartOf(run.Transactions),
                BlockHeader = PartOf(run.Headers),
            }),
        };
        JsonSerializer.Serialize(output, whole, Json);
    }

    private static object PartOf(ClientPhase phase) => new
    {
        phase.Requests,
        Ms = phase.Elapsed.TotalMilliseconds,
        SentBytes = phase.Sent,
        ReceivedBytes = phase.Received,
        ReadingMs = phase.Reading.TotalMilliseconds,
    };
}
