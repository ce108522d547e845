using AElf.Bench.Tests.Health;
using AElf.Concurrency.Manager.Submitted;

namespace AElf.Bench.Tests.Sessions;

public sealed class NoncesTests
{
    private readonly ManualClock clock = new();

    [Fact]
    public void Nonce_IsUsedOnceAndForgottenWhenOld()
    {
        var nonces = new Nonces(clock);
        var nonce = nonces.Draw();

        Assert.True(nonces.TryUse(nonce));
        clock.Advance(TimeSpan.FromSeconds(60));
        Assert.True(nonces.IsFresh(nonce));
        Assert.False(nonces.TryUse(nonce));

        clock.Advance(TimeSpan.FromTicks(1));
        Assert.False(nonces.IsFresh(nonce));

        // Only a nonce that is no longer remembered would be accepted again.
        Assert.True(nonces.TryUse(nonce));
    }

    [Fact]
    public void Nonce_Changed_IsNotTheManagers()
    {
        var nonces = new Nonces(clock);
        var nonce = nonces.Draw();

        Assert.All(
            (string[])["", "ab", nonce[..^1], nonce[..^2], nonce + "00", nonce.ToUpperInvariant(), $"g{nonce[1..]}"],
            other => Assert.False(nonces.IsFresh(other)));
        Assert.True(nonces.IsFresh(nonce));
    }
}
