using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Benchmark.CommandLine;

namespace AElf.Benchmark;

/// <summary>
/// Has runs made by the manager of a cluster. A manager that goes away and comes back goes on with the run, and so does
/// this.
/// </summary>
internal sealed class SubmittedRunClient(BenchmarkOptions options, IActorEngine engine, CallProgress call)
{
    private static readonly TimeSpan MaxAway = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    private readonly Endpoint manager = options.Hosts.Seeds[0];
    private ProgressSnapshot latest;
    private bool isShown;
    private bool answered;

    /// <summary>Has one run made.</summary>
    /// <param name="run">Its id.</param>
    /// <param name="plan">Its settings.</param>
    /// <param name="cancellation">Asks the manager to end the run and remove its keys.</param>
    /// <exception cref="RunStoppedException">The manager cannot be reached, or does not make the run.</exception>
    public RunReport Execute(RunId run, RunPlan plan, CancellationToken cancellation)
    {
        using var progress = call.OpenRun();
        latest = default;
        isShown = false;
        return ExecuteAsync(Describe(run, plan), progress, cancellation).GetAwaiter().GetResult();
    }

    private Message.SubmitRun Describe(RunId run, RunPlan plan)
    {
        ReadOnlyMemory<byte> load = default;
        if (options.Workload.LoadFile is { } setting && plan.Settings[setting] is { } file)
        {
            // Judged here, where the file has the name its user knows.
            options.Workload.Load(plan.Settings);
            load = File.ReadAllBytes(file);
        }

        return new Message.SubmitRun(run.ToString(), plan.Submission, load)
        {
            Submission = (ulong)System.Random.Shared.NextInt64(),
        };
    }

    private async Task<RunReport> ExecuteAsync(
        Message.SubmitRun run, IRunProgress progress, CancellationToken cancellation)
    {
        var seen = TimeProvider.System.GetTimestamp();
        var wasThere = false;
        while (true)
        {
            string error;
            try
            {
                await using var connection = await engine.SubmitAsync(manager, CancellationToken.None);
                wasThere = true;
                if (await FollowAsync(connection, run, progress, cancellation) is { } report)
                {
                    return report;
                }

                // A manager that takes connections and says nothing on them is as good as away.
                seen = answered ? TimeProvider.System.GetTimestamp() : seen;
                error = connection.EndReason ?? "the connection ended";
                call.WriteLine(
                    $"the manager at {manager} is away ({error}); "
                        + $"waiting for it to come back and go on with run {run.RunId}");
            }
            catch (WireException exception)
            {
                error = exception.Message;
            }

            if (!wasThere)
            {
                throw new RunStoppedException(ExitCode.Environment, $"no manager takes the run at {manager}: {error}");
            }

            if (TimeProvider.System.GetElapsedTime(seen) > MaxAway || cancellation.IsCancellationRequested)
            {
                throw new RunStoppedException(
                    ExitCode.Environment,
                    $"the manager at {manager} is away: {error}. Run {run.RunId} is in its state folder: "
                        + "a manager started over that goes on with it, "
                        + "and after a minute without its benchmark ends it and removes its keys");
            }

            await Task.Delay(Pause, CancellationToken.None);
        }
    }

    /// <summary>Follows the run over a connection; null when that ended before the run.</summary>
    private async Task<RunReport?> FollowAsync(
        IMessageChannel connection, Message.SubmitRun run, IRunProgress progress, CancellationToken cancellation)
    {
        answered = false;
        connection.Send(run);
        await using var cancelling = cancellation.Register(() => connection.Send(new Message.CancelRun(run.RunId)));
        while (await connection.ReceiveAsync(CancellationToken.None) is { } frame)
        {
            answered = true;
            switch (frame)
            {
                case Message.RunProgress moment:
                    Show(moment, progress);
                    break;
                case Message.RunEnded(_, var report):
                    return ReportReader.Read(report.Span);
                case Message.RunRefused(_, var code, var problems):
                    throw new RunStoppedException(
                        (ExitCode)code, string.Join(Environment.NewLine + "error: ", problems));
                default:
                    connection.End("a manager does not say this to a benchmark");
                    break;
            }
        }

        return null;
    }

    private void Write(string line)
    {
        if (!options.Quiet)
        {
            call.WriteLine(line);
        }
    }

    private void Show(Message.RunProgress moment, IRunProgress progress)
    {
        if (moment.Waiting.Length > 0)
        {
            Write(moment.Waiting);
            return;
        }

        if (!isShown)
        {
            isShown = true;
            progress.Start(() => latest);
        }

        var now = new ProgressSnapshot(
            (RunPhase)moment.Phase,
            moment.Round,
            moment.Rounds,
            moment.Committed,
            moment.DeepestMailbox,
            moment.OldestMessageMs)
        {
            Done = moment.WorkDone,
            Total = moment.WorkTotal,
        };
        var before = latest;
        latest = now;
        if ((now.Phase, now.Round) != (before.Phase, before.Round))
        {
            progress.Enter(now);
        }
    }
}
