namespace AElf.Bench.TestKit.Processes;

/// <summary>A running program of the product: a separate process, or a call inside the tests' process.</summary>
public interface IProductRun : IDisposable
{
    bool HasExited { get; }

    /// <summary>Its home directory: empty at its start, removed on dispose.</summary>
    string Home { get; }

    /// <summary>Standard output so far.</summary>
    string Output { get; }

    /// <summary>Standard error so far.</summary>
    string Error { get; }

    /// <summary>Waits for its end, at most until its deadline.</summary>
    /// <exception cref="TimeoutException">It did not end in time; the message contains its output.</exception>
    Task<ProductResult> WaitForExitAsync();
}

/// <summary>Waits for the output of a run.</summary>
public static class ProductRunOutput
{
    /// <summary>Waits until standard output contains <paramref name="text"/>.</summary>
    /// <exception cref="InvalidOperationException">It ended without writing the text.</exception>
    /// <exception cref="TimeoutException">It did not write the text in time.</exception>
    public static Task WaitForOutputAsync(this IProductRun run, string text) => Wait.UntilAsync(
        run, () => run.Output.Contains(text, StringComparison.Ordinal), $"'{text}'");
}
