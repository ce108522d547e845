using System.Diagnostics;

namespace AElf.Bench.TestKit.Processes;

/// <summary>The one place where a test waits for something that raises no event.</summary>
public static class Wait
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);

    /// <summary>
    /// How long a wait lasts when the caller names no deadline: far beyond what a healthy machine needs.
    /// </summary>
    public static TimeSpan DefaultDeadline { get; } = TimeSpan.FromSeconds(30);

    /// <summary>Asks <paramref name="condition"/> until it holds.</summary>
    /// <exception cref="TimeoutException">It did not hold in time; the message says <paramref name="what"/> did not
    /// come.</exception>
    public static Task UntilAsync(Func<bool> condition, string what, TimeSpan? deadline = null) =>
        UntilAsync(() => Task.FromResult(condition()), () => what, deadline);

    /// <summary>Asks <paramref name="condition"/> until it holds, which must be before a program ends.</summary>
    /// <exception cref="InvalidOperationException">The program ended first.</exception>
    /// <exception cref="TimeoutException">It did not hold in time.</exception>
    public static Task UntilAsync(ProductProcess program, Func<bool> condition, string what) => UntilAsync(
        () => condition() || (program.HasExited
            ? throw new InvalidOperationException($"it ended without {what}: {program.Output}{program.Error}")
            : false),
        what);

    /// <summary>
    /// Asks <paramref name="condition"/> until it holds; <paramref name="what"/> is asked only for the message.
    /// </summary>
    /// <exception cref="TimeoutException">It did not hold in time.</exception>
    public static async Task UntilAsync(Func<Task<bool>> condition, Func<string> what, TimeSpan? deadline = null)
    {
        var limit = deadline ?? DefaultDeadline;
        var clock = Stopwatch.StartNew();
        while (!await condition())
        {
            if (clock.Elapsed > limit)
            {
                throw new TimeoutException($"waited {limit.TotalSeconds:0.#} s for: {what()}");
            }

            await Task.Delay(Pause);
        }
    }
}
