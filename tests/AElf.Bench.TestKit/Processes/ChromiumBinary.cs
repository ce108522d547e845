using AElf.Bench.Harness.Processes;

namespace AElf.Bench.TestKit.Processes;

/// <summary>The browser of the tests that look at pages.</summary>
public static class ChromiumBinary
{
    /// <summary>How it is started: without a screen, and without asking anything of the network.</summary>
    public static IReadOnlyList<string> Arguments { get; } =
    [
        "--headless", "--no-sandbox",
        "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync",
    ];

    /// <summary>Its file.</summary>
    /// <exception cref="InvalidOperationException">It is not installed; the message says how to get it.</exception>
    public static string Find() => new ServerProgram("chromium", "chromium").Find();
}
