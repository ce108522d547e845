namespace AElf.Bench.Harness.Reports;

/// <summary>The worker processes of a run, a line each.</summary>
internal static class WorkerTable
{
    public static readonly string[] Headings = ["worker", "server", "store", "actors", "committed", "CPU µs", "idle"];

    public static string[] Row(WorkerReport worker) =>
    [
        worker.Name,
        worker.Server,
        worker.Store,
        NumberFormat.Count(worker.Actors),
        NumberFormat.Count(worker.Committed),
        NumberFormat.Decimal(worker.CpuUsPerTransfer),
        NumberFormat.Percent(worker.IdleShare),
    ];
}
