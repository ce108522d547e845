using System.Collections.Concurrent;

[assembly: AssemblyFixture(typeof(AElf.Bench.IntegrationTests.SharedFixtures))]

namespace AElf.Bench.IntegrationTests;

/// <summary>
/// Fixtures that several test classes share. The first class that needs a fixture starts it. It ends after the last
/// test.
/// </summary>
public sealed class SharedFixtures : IAsyncDisposable
{
    private readonly ConcurrentDictionary<Type, Lazy<Task<IAsyncLifetime>>> started = new();

    /// <summary>The started fixture of a type.</summary>
    public async Task<TFixture> GetAsync<TFixture>()
        where TFixture : IAsyncLifetime, new() =>
        (TFixture)await started.GetOrAdd(typeof(TFixture), _ => new(StartAsync<TFixture>)).Value;

    public async ValueTask DisposeAsync() => await Task.WhenAll(started.Values
        .Where(fixture => fixture.Value.IsCompletedSuccessfully)
        .Select(async fixture => await (await fixture.Value).DisposeAsync()));

    private static async Task<IAsyncLifetime> StartAsync<TFixture>()
        where TFixture : IAsyncLifetime, new()
    {
        var fixture = new TFixture();
        await fixture.InitializeAsync();
        return fixture;
    }
}

/// <summary>A fixture that the tests of a class share with those of other classes.</summary>
public sealed class Shared<TFixture>(SharedFixtures fixtures) : IAsyncLifetime
    where TFixture : class, IAsyncLifetime, new()
{
    private TFixture? fixture;

    /// <summary>The fixture.</summary>
    public TFixture Fixture => fixture ?? throw new InvalidOperationException("the fixture has not been started");

    public async ValueTask InitializeAsync() => fixture = await fixtures.GetAsync<TFixture>();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
