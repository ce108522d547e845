namespace AElf.Bench.TestKit.Processes;

/// <summary>A program of the product while it runs: as a process of its own, or as a call inside the tests'.</summary>
public interface IProductRun : IDisposable
{
    /// <summary>Whether it has ended.</summary>
    bool HasExited { get; }

    /// <summary>A folder of its own, empty at its start, removed on dispose.</summary>
    string Home { get; }

    /// <summary>What it wrote to standard output so far.</summary>
    string Output { get; }

    /// <summary>What it wrote to standard error so far.</summary>
    string Error { get; }

    /// <summary>Waits for its end, at most until its deadline.</summary>
    /// <exception cref="TimeoutException">It did not end in time; the message holds its output.</exception>
    Task<ProductResult> WaitForExitAsync();
}

/// <summary>Waits for the output of a run.</summary>
public static class ProductRunOutput
{
    /// <summary>Waits until standard output holds <paramref name="text"/>.</summary>
    /// <exception cref="InvalidOperationException">It ended without writing it.</exception>
    /// <exception cref="TimeoutException">It was not written in time.</exception>
    public static Task WaitForOutputAsync(this IProductRun run, string text) => Wait.UntilAsync(
        run, () => run.Output.Contains(text, StringComparison.Ordinal), $"'{text}'");
}
