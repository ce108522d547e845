using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests;

public sealed class ProductProcessTests
{
    [Fact]
    public async Task The_product_ends_by_itself_and_its_home_was_its_own()
    {
        using var product = ProductProcess.Start(new ProductProcessOptions(), "--help");
        var home = product.Home;

        await product.WaitForExitAsync();

        Assert.False(string.Equals(Environment.GetEnvironmentVariable("HOME"), home, StringComparison.Ordinal));
        product.Dispose();
        Assert.False(Directory.Exists(home), "the home is removed");
    }

    [Fact]
    public async Task A_product_that_does_not_end_is_killed_at_its_deadline()
    {
        // The runtime itself then waits for a debugger before the first line of the program, for ever.
        using var product = ProductProcess.Start(new ProductProcessOptions
        {
            Deadline = TimeSpan.FromSeconds(1),
            Environment = new Dictionary<string, string?>(StringComparer.Ordinal)
            {
                ["DOTNET_DefaultDiagnosticPortSuspend"] = "1",
            },
        });

        await Assert.ThrowsAsync<TimeoutException>(product.WaitForExitAsync);
        Assert.True(product.HasExited);
    }
}
