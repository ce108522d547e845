using System.Net;
using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>Asks a manager or a worker over HTTP for its state.</summary>
internal sealed class ClusterProbe : IDisposable
{
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan BetweenProbes = TimeSpan.FromMilliseconds(50);

    // Ignores a proxy of the environment: the cluster is not behind it.
    private readonly HttpClient client = new(new SocketsHttpHandler { UseProxy = false }) { Timeout = AnswerTimeout };

    /// <summary>True if the endpoint answers HTTP; otherwise throws.</summary>
    public async Task<bool> AnswersAsync(Endpoint endpoint, CancellationToken cancellation)
    {
        using var answer = await client.GetAsync(Page(endpoint, "health"), cancellation);
        return true;
    }

    /// <summary>Whether the endpoint is ready: a manager for a run, a worker as a member.</summary>
    public async Task<bool> IsReadyAsync(Endpoint endpoint, CancellationToken cancellation)
    {
        using var answer = await client.GetAsync(Page(endpoint, "health"), cancellation);
        return answer.StatusCode == HttpStatusCode.OK;
    }

    public async Task<bool> HasMemberAsync(Endpoint manager, string name, CancellationToken cancellation) =>
        (await MembersAsync(manager, cancellation)).Contains(name, StringComparer.Ordinal);

    /// <summary>Waits until the manager can take a run and has at least <paramref name="workers"/> members.</summary>
    /// <param name="workers">Number of members to wait for.</param>
    /// <param name="deadline">The longest wait.</param>
    /// <param name="throwIfLost">Throws if the cluster cannot become ready.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <exception cref="ScenarioException">
    /// The members are not there in time; the message says how many are.
    /// </exception>
    public async Task WaitForMembersAsync(
        Endpoint manager, int workers, TimeSpan deadline, Action throwIfLost, CancellationToken cancellation)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        timeout.CancelAfter(deadline);
        for (var seen = "it does not answer"; ;)
        {
            try
            {
                var members = await MembersAsync(manager, cancellation);
                seen = $"it has {Counted(members.Count, "member")}";
                if (members.Count >= workers && await IsReadyAsync(manager, cancellation))
                {
                    return;
                }
            }
            catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException
                && !cancellation.IsCancellationRequested)
            {
                seen = $"it does not answer ({exception.Message})";
            }
            catch (Exception exception) when (
                exception is JsonException or InvalidOperationException or KeyNotFoundException)
            {
                seen = "its answer is not a manager's status";
            }

            throwIfLost();
            if (timeout.IsCancellationRequested)
            {
                cancellation.ThrowIfCancellationRequested();
                throw new ScenarioException(
                    $"the manager at {manager} is not ready with {Counted(workers, "worker")} "
                        + $"within {deadline.TotalSeconds:0.#} s: {seen}");
            }

            await Task.Delay(BetweenProbes, cancellation);
        }
    }

    public void Dispose() => client.Dispose();

    private static Uri Page(Endpoint endpoint, string page) => new($"http://{endpoint}/{page}");

    private async Task<IReadOnlyList<string?>> MembersAsync(Endpoint manager, CancellationToken cancellation)
    {
        using var status = JsonDocument.Parse(await client.GetStringAsync(Page(manager, "status"), cancellation));
        return
        [
            .. status.RootElement.GetProperty("workers").EnumerateArray()
                .Select(worker => worker.GetProperty("name").GetString()),
        ];
    }
}
