using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Control;

namespace AElf.Bench.Storage;

/// <summary>The keys of one run on a server.</summary>
/// <param name="Keys">Number of keys.</param>
/// <param name="Idle">
/// The time since one of them was last read or written, from the first 1,000 keys. Null if the server does not report
/// it.
/// </param>
/// <param name="IsLocked">Whether the run's lock is among them.</param>
public sealed partial record StoredRun(RunId Run, long Keys, TimeSpan? Idle, bool IsLocked)
{
    private const int KeysAsked = 1000;
    private const int KeysRemovedAtOnce = 500;
    private const string Digit = "[0-9a-f]";

    /// <summary>Finds the keys of all runs, of any workload.</summary>
    /// <exception cref="StoreException">The server does not answer, refuses, or cannot list keys.</exception>
    public static IReadOnlyList<StoredRun> Find(StoreOptions server)
    {
        using var client = RespControlClient.Connect(server.Address, server);
        var runs = new Dictionary<RunId, StoredRun>();
        foreach (var page in Pages(client, string.Concat(Enumerable.Repeat(Digit, RunId.Digits))))
        {
            foreach (var key in page)
            {
                if (RunOf(key) is { } run)
                {
                    var left = runs.GetValueOrDefault(run) ?? new StoredRun(run, 0, null, IsLocked: false);
                    runs[run] = left with
                    {
                        Keys = left.Keys + 1,
                        Idle = left.Keys < KeysAsked ? new[] { left.Idle, IdleOf(client, key) }.Min() : left.Idle,
                        IsLocked = left.IsLocked || key.Equals(run.Lock, StringComparison.Ordinal),
                    };
                }
            }
        }

        return [.. runs.Values];
    }

    /// <summary>Removes the keys of a run.</summary>
    /// <returns>Number of removed keys.</returns>
    /// <exception cref="StoreException">The server does not answer, or refuses.</exception>
    public static long Remove(StoreOptions server, RunId run)
    {
        using var client = RespControlClient.Connect(server.Address, server);
        var removed = 0L;

        // A node of a cluster removes several keys at once only if they are in one slot.
        var facts = client.Try("INFO", "cluster"u8.ToArray()).Text;
        var atOnce = facts.Contains("cluster_enabled:1", StringComparison.Ordinal) ? 1 : KeysRemovedAtOnce;
        foreach (var page in Pages(client, $"{run}"))
        {
            foreach (var keys in page.Where(key => RunOf(key) == run).Chunk(atOnce))
            {
                client.Delete([.. keys.Select(Encoding.Latin1.GetBytes)]);
                removed += keys.Length;
            }
        }

        return removed;
    }

    /// <summary>Keys of runs, page by page; each byte is a character.</summary>
    /// <param name="id">A pattern of the id.</param>
    private static IEnumerable<IEnumerable<string>> Pages(RespControlClient client, string id)
    {
        var cursor = "0";
        do
        {
            var reply = client.Ask("SCAN", cursor, "MATCH", RunId.PatternOf(id), "COUNT", "1000");
            if (reply.Items is not [{ Kind: RespKind.Bulk } next, { Kind: RespKind.Array } page])
            {
                throw client.Unexpected("SCAN", reply);
            }

            cursor = next.Text;
            yield return page.Items.Select(key => Encoding.Latin1.GetString(key.Bytes));
        }
        while (cursor is not "0");
    }

    // A key of another program may begin like a run's key. The rest of the key distinguishes them.
    private static RunId? RunOf(string key) =>
        OfRuns().IsMatch(key) && RunId.TryParse(key.AsSpan(RunId.Mark.Length, RunId.Digits), out var run)
            ? run
            : null;

    /// <summary>
    /// The lock; versions of accounts, with an optional hash tag; rows of indexes after the number of their index; keys
    /// of the measurement of the store alone; keys of the trial of commands.
    /// </summary>
    [GeneratedRegex(
        "^ab[0-9a-f]{8}(:lock|:(\\{[0-9a-z]{4}\\})?[0-9a-f]{8}@[0-9a-f]{8}\\.*"
            + "|:[0-9a-f]{8}:.*|#[0-9]+|#\\{t\\}[01])\\z",
        RegexOptions.CultureInvariant | RegexOptions.Singleline | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000)]
    private static partial Regex OfRuns();

    // Precise to the second; unavailable if keys are evicted by frequency of use.
    private static TimeSpan? IdleOf(RespControlClient client, string key)
    {
        try
        {
            return client.Ask("OBJECT", "IDLETIME"u8.ToArray(), Encoding.Latin1.GetBytes(key))
                is { Kind: RespKind.Integer } seconds
                ? TimeSpan.FromSeconds(long.Parse(seconds.Text, CultureInfo.InvariantCulture))
                : null;
        }
        catch (StoreException refused) when (refused.Fault is StoreFault.Refused)
        {
            return null;
        }
    }
}
