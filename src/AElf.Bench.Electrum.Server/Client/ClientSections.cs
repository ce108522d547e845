using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// Shows the measurements: the table of the published evaluation, and the factors that affect its figures.
/// </summary>
public static class ClientSections
{
    // Maximum number of further runs with a column for each.
    private const int MaxShown = 5;

    /// <summary>Writes indented JSON without nulls.</summary>
    internal static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        WriteIndented = true,
    };

    /// <summary>The sections of the report.</summary>
    /// <param name="checkedBy">The reference of the checks, in words.</param>
    public static IReadOnlyList<ReportSection> From(ClientOptions options, ClientResult result, string checkedBy)
    {
        var (load, refresh) = (result.Runs[0].InitialLoad, result.Runs[0]);
        return
        [
            new($"{result.Software} at {options.Server}")
            {
                Figures =
                [
                    .. LimitOf(options),
                    new("protocol", $"{result.Protocol}, {options.Transport}, one connection for each run"),
                    new("requests", Requests(options)),
                    new("round trip", $"{Milliseconds(result.Ping)} ms (server.ping, median)"),
                    new("chain", Chain(result)),
                    new(
                        "wallet",
                        $"{Count(result.Scripts)} scripts, {Count(result.Used)} of them used, "
                            + $"{Count(refresh.Transactions.Requests)} transactions, "
                            + $"{Count(result.TransactionBytes)} bytes"),
                    new(
                        "received",
                        $"initial load {Count(load.Received)} bytes, refresh {Count(refresh.RefreshReceived)} bytes"),
                    new("checked", $"{checkedBy}; all answers are right"),
                ],
                Tables = [Table(result.Runs)],
            },
        ];
    }

    /// <summary>Writes the measurements as one JSON object, with times in milliseconds.</summary>
    /// <param name="checkedBy">The reference of the checks, in words.</param>
    public static void Write(Stream output, ClientOptions options, ClientResult result, string checkedBy) =>
        JsonSerializer.Serialize(
            output,
            new
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
            },
            Json);

    private static object PartOf(ClientPhase phase) => new
    {
        phase.Requests,
        Ms = phase.Elapsed.TotalMilliseconds,
        SentBytes = phase.Sent,
        ReceivedBytes = phase.Received,
        ReadingMs = phase.Reading.TotalMilliseconds,
    };

    /// <summary>The line about the request limit; empty if the limit delayed no request.</summary>
    internal static IEnumerable<ReportFigure> LimitOf(ClientOptions options) =>
        options.Limit is { HasLimited: true } limit
            ?
            [
                new("LIMITED", $"the client sent at most {Plain(limit.PerSecond)} requests/s, so the times include "
                    + "waiting; for your own server, change this with --request-limit")
                { Tone = ReportTone.Warning },
            ]
            : [];

    private static string Requests(ClientOptions options)
    {
        var batches = options.BatchSize == 1 ? "without batches" : $"batches of {Plain(options.BatchSize)}";
        return $"{batches}, {(options.IsPipelined ? "all sent at once" : "one at a time")}";
    }

    private static string Chain(ClientResult result) => result.BlocksMeanwhile == 0
        ? $"height {Count(result.Height)}"
        : $"height {Count(result.Height)}; {Counted(result.BlocksMeanwhile, "block")} arrived during the measurement";

    private static ReportTable Table(IReadOnlyList<ClientRun> runs)
    {
        var columns = ColumnsOf(runs.Count - 1);
        return new(
            [new("ms", IsText: true), new("cold"), .. columns.Select(column => new ReportColumn(column.Heading))],
            [
                Row("initial load", run => run.InitialLoad.Elapsed),
                Row("wallet refresh", run => run.Refresh),
                Row("· get_history", run => run.Histories.Elapsed),
                Row("· transaction.get", run => run.Transactions.Elapsed),
                Row("· block.header", run => run.Headers.Elapsed),
                Row("reading and checking, excluded", run => run.Reading),
            ])
        {
            Audience = ReportAudience.Everyone,
            Tones =
            [
                ReportTone.Strong, ReportTone.Strong, ReportTone.Plain, ReportTone.Plain, ReportTone.Plain,
                ReportTone.Plain,
            ],
        };

        string[] Row(string name, Func<ClientRun, TimeSpan> time)
        {
            TimeSpan[] further = [.. runs.Skip(1).Select(time)];
            return [name, .. columns.Select(column => column.Of(further)).Prepend(time(runs[0])).Select(Milliseconds)];
        }
    }

    // The further runs one by one; for many runs, their distribution.
    private static (string Heading, Func<TimeSpan[], TimeSpan> Of)[] ColumnsOf(int further) => further <= MaxShown
        ? [.. Enumerable.Range(0, further).Select(
            run => (FormattableString.Invariant($"run {run + 1}"), (Func<TimeSpan[], TimeSpan>)(times => times[run])))]
        :
        [
            ($"median of {Count(further)}", times => Quantile(times, 0.5)), ("p99", times => Quantile(times, 0.99)),
            ("min", times => times.Min()), ("max", times => times.Max()),
        ];

    private static TimeSpan Quantile(TimeSpan[] times, double part) =>
        times.Order().ElementAt((int)Math.Ceiling(part * times.Length) - 1);

    private static string Milliseconds(TimeSpan time) => Number(time.TotalMilliseconds);
}
