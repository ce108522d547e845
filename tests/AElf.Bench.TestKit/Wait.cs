using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.TestKit;

/// <summary>The one place where a test waits for something that raises no event.</summary>
public static class Wait
{
    private static readonly double Factor = Slowness();

    /// <summary>
    /// The one deadline of all tests. Nothing is asserted about how long something takes: only what hangs takes as long
    /// as this. It grows with how slow the machine is, or how busy with something else.
    /// </summary>
    public static TimeSpan Deadline { get; } = Slow(TimeSpan.FromMinutes(2));

    /// <summary>
    /// A time limit of the product's that a quiet machine keeps with ease, as this machine keeps it with the same ease.
    /// </summary>
    public static TimeSpan Slow(TimeSpan quiet) => quiet * Factor;

    /// <summary>The same in milliseconds, as an option of the product has it.</summary>
    public static string SlowMilliseconds(double quiet) =>
        (quiet * Factor).ToString("0", CultureInfo.InvariantCulture);

    /// <summary>Asks <paramref name="condition"/> until it holds.</summary>
    /// <exception cref="TimeoutException">It did not hold in time; the message says <paramref name="what"/> did not
    /// come.</exception>
    public static Task UntilAsync(Func<bool> condition, string what) =>
        UntilAsync(() => Task.FromResult(condition()), () => what);

    /// <summary>Asks <paramref name="condition"/> until it holds, which must be before a program ends.</summary>
    /// <exception cref="InvalidOperationException">The program ended first.</exception>
    /// <exception cref="TimeoutException">It did not hold in time.</exception>
    public static Task UntilAsync(IProductRun program, Func<bool> condition, string what) => UntilAsync(
        () =>
        {
            // A program that has ended writes nothing after this answer.
            var hasExited = program.HasExited;
            return Task.FromResult(condition() || (hasExited
                ? throw new InvalidOperationException($"it ended without {what}: {program.Output}{program.Error}")
                : false));
        },
        () => $"{what}. It wrote:\n{program.Output}{program.Error}");

    /// <summary>
    /// Asks <paramref name="condition"/> until it holds; <paramref name="what"/> is asked only for the message.
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

    // How many times longer than on an idle core of today a fixed piece of work takes here and now: at least 1, and
    // about 5 where eight busy loops share two cores with it. One of several samples can meet a pause of the whole
    // machine, which says nothing of the minutes to come: so the shortest counts. No machine is so slow that a deadline
    // beyond twenty minutes helps.
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
