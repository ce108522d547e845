using AElf.Bench.Harness.Processes;

namespace AElf.Bench.TestKit.Processes;

/// <summary>The browser for tests of pages.</summary>
public static class ChromiumBinary
{
    /// <summary>Arguments for a start without a screen and without network requests.</summary>
    public static IReadOnlyList<string> Arguments { get; } =
    [
        "--headless", "--no-sandbox",
        "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync",
    ];

    /// <summary>The path of its executable.</summary>
    /// <exception cref="InvalidOperationException">It is not installed; the message says how to install it.</exception>
    public static string Find() => new ServerProgram("chromium", "chromium").Find();
}
