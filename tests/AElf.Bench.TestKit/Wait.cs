using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.TestKit;

/// <summary>Waits for conditions that raise no event. Tests wait only here.</summary>
public static class Wait
{
    private static readonly double Factor = Slowness();

    /// <summary>
    /// The deadline of all waits in tests. Tests do not assert durations: only a test that hangs reaches it. It grows
    /// with the slowness and the load of the machine.
    /// </summary>
    public static TimeSpan Deadline { get; } = Slow(TimeSpan.FromMinutes(2));

    /// <summary>Scales a time-out of the product that is long enough on a quiet machine to this machine.</summary>
    public static TimeSpan Slow(TimeSpan quiet) => quiet * Factor;

    /// <summary>The same in milliseconds, as the value of an option.</summary>
    public static string SlowMilliseconds(double quiet) =>
        (quiet * Factor).ToString("0", CultureInfo.InvariantCulture);

    /// <summary>Polls <paramref name="condition"/> until it holds.</summary>
    /// <exception cref="TimeoutException">It did not hold in time; the message contains
    /// <paramref name="what"/>.</exception>
    public static Task UntilAsync(Func<bool> condition, string what) =>
        UntilAsync(() => Task.FromResult(condition()), () => what);

    /// <summary>Polls <paramref name="condition"/> until it holds, which must be before the program ends.</summary>
    /// <exception cref="InvalidOperationException">The program ended first.</exception>
    /// <exception cref="TimeoutException">It did not hold in time.</exception>
    public static Task UntilAsync(IProductRun program, Func<bool> condition, string what) => UntilAsync(
        () =>
        {
            // A program that has ended writes nothing after this check.
            var hasExited = program.HasExited;
            return Task.FromResult(condition() || (hasExited
                ? throw new InvalidOperationException($"it ended without {what}: {program.Output}{program.Error}")
                : false));
        },
        () => $"{what}. It wrote:\n{program.Output}{program.Error}");

    /// <summary>
    /// Polls <paramref name="condition"/> until it holds; <paramref name="what"/> is called only for the message.
    /// </summary>
    /// <exception cref="TimeoutException">It did not hold in time.</exception>
    public static async Task UntilAsync(Func<Task<bool>> condition, Func<string> what)
    {
        var clock = Stopwatch.StartNew();
        for (var pause = GrowingPause.First; !await condition(); pause = GrowingPause.After(pause))
        {
            if (clock.Elapsed > Deadline)
            {
                throw new TimeoutException($"waited {Deadline.TotalSeconds:0} s for: {what()}");
            }

            await Task.Delay(pause);
        }
    }

    // How many times longer a fixed piece of work takes here and now than on an idle core of 2026: at least 1, and
    // about 5 where eight busy loops share two cores with it. The shortest of several samples counts, since a single
    // sample may contain a pause of the whole machine, which says nothing about the next minutes. The maximum keeps
    // deadlines below twenty minutes, since longer ones do not help on any machine.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static double Slowness()
    {
        const int Samples = 3;
        const int Steps = 40_000_000;
        const double Slowest = 10;
        var nominal = TimeSpan.FromMilliseconds(50);
        var shortest = TimeSpan.MaxValue;
        var state = 1u;
        for (var sample = 0; sample < Samples; sample++)
        {
            var clock = Stopwatch.StartNew();
            for (var step = 0; step < Steps; step++)
            {
                state = (state * 1_664_525) + 1_013_904_223;
            }

            shortest = clock.Elapsed < shortest ? clock.Elapsed : shortest;
        }

        GC.KeepAlive(state);
        return Math.Clamp(shortest / nominal, 1, Slowest);
    }
}
