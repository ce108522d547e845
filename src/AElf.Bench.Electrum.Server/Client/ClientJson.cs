using System.Text.Json;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>Writes the measurements as JSON, with times in milliseconds.</summary>
public static class ClientJson
{
    /// <summary>Writes one object.</summary>
    /// <param name="checkedBy">The reference of the checks, in words.</param>
    public static void Write(Stream output, ClientOptions options, ClientResult result, string checkedBy)
    {
        using var writer = new Utf8JsonWriter(output, new JsonWriterOptions { Indented = true });
        writer.WriteStartObject();
        writer.WriteString("server", options.Server.ToString());
        writer.WriteString("software", result.Software);
        writer.WriteString("protocol", result.Protocol);
        writer.WriteBoolean("tls", options.IsTls);
        writer.WriteNumber("connections", 1);
        writer.WriteNumber("batch", options.BatchSize);
        writer.WriteBoolean("pipelined", options.IsPipelined);
        if (options.Limit is { } limit)
        {
            writer.WriteNumber("requestLimit", limit.PerSecond);
            writer.WriteBoolean("limited", limit.HasLimited);
        }

        writer.WriteNumber("pingMs", result.Ping.TotalMilliseconds);
        writer.WriteNumber("height", result.Height);
        writer.WriteNumber("blocksMeanwhile", result.BlocksMeanwhile);
        writer.WriteNumber("scripts", result.Scripts);
        writer.WriteNumber("usedScripts", result.Used);
        writer.WriteNumber("transactionBytes", result.TransactionBytes);
        writer.WriteString("checkedBy", checkedBy);
        writer.WriteStartArray("runs");
        for (var run = 0; run < result.Runs.Count; run++)
        {
            Write(writer, run == 0 ? "cold" : FormattableString.Invariant($"run {run}"), result.Runs[run]);
        }

        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter writer, string name, ClientRun run)
    {
        writer.WriteStartObject();
        writer.WriteString("name", name);
        writer.WriteNumber("initialLoadMs", run.InitialLoad.Elapsed.TotalMilliseconds);
        writer.WriteNumber("refreshMs", run.Refresh.TotalMilliseconds);
        Write(writer, "subscribe", run.InitialLoad);
        Write(writer, "getHistory", run.Histories);
        Write(writer, "transactionGet", run.Transactions);
        Write(writer, "blockHeader", run.Headers);
        writer.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter writer, string name, ClientPhase phase)
    {
        writer.WriteStartObject(name);
        writer.WriteNumber("requests", phase.Requests);
        writer.WriteNumber("ms", phase.Elapsed.TotalMilliseconds);
        writer.WriteNumber("sentBytes", phase.Sent);
        writer.WriteNumber("receivedBytes", phase.Received);
        writer.WriteNumber("readingMs", phase.Reading.TotalMilliseconds);
        writer.WriteEndObject();
    }
}
