using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Electrum.Wallets;

namespace AElf.Benchmark.Verbs.Electrum.Client;

/// <summary>The wallets of a measurement, and the expected answers.</summary>
/// <param name="chain">The chain of the server; null if unknown.</param>
/// <param name="timeout">Maximum wait for a node.</param>
internal sealed class ClientWallets(
    ResolvedSettings settings, ChainChoice? chain, TimeSpan timeout, CancellationToken cancellation)
{
    /// <summary>The wallets. A wallet from the settings is used for all.</summary>
    /// <exception cref="ChainException">The chain cannot be read.</exception>
    /// <exception cref="WalletException">The wallet is of another network.</exception>
    public IReadOnlyList<WalletScripts> Read(int count)
    {
        if (settings.Get(ChainSettings.Scripts) is null)
        {
            return [.. (chain!.Synthetic is { } made ? OwnWallets(made) : Drawn(count))
                .Select(scripts => new WalletScripts(scripts, chain.Network.Addresses))];
        }

        return [.. Enumerable.Repeat(GivenWallet(settings.Get(ChainSettings.Scripts)!), count)];
    }

    private WalletScripts GivenWallet(string given)
    {
        var wallet = WalletText.Read(given, settings.Get(ChainSettings.KeyAddresses));
        if (chain is not null)
        {
            wallet.EnsureOf(chain.Network);
        }

        return wallet;
    }

    private IEnumerable<IReadOnlyList<Hash256>> Drawn(int count)
    {
        var sizes = WalletSizes.Of(
            settings.Get(ChainSettings.WalletSizes), count, settings.Get(ChainSettings.Wallet));
        var drawn = sizes.Sum();
        var sample = new WalletSample(drawn, settings.Get(ChainSettings.Seed));
        foreach (var block in Blocks(chain!))
        {
            sample.Add(block.Bytes.Span);
        }

        return sample.Scripts.Count == drawn ? Parts(sample.Scripts, sizes) : throw new FormatException(
            $"{chain!.Text} has {sample.Scripts.Count} scripts with transactions, but {drawn} are "
                + "needed; use a smaller --wallet");
    }

    private static IEnumerable<IReadOnlyList<Hash256>> Parts(IEnumerable<Hash256> scripts, IEnumerable<long> sizes)
    {
        var left = new Queue<Hash256>(scripts);
        return [.. sizes.Select(size => (Hash256[])[.. Enumerable.Range(0, (int)size).Select(_ => left.Dequeue())])];
    }

    private IEnumerable<ChainBlock> Blocks(ChainChoice choice)
    {
        var source = choice.Open(timeout);
        using var connection = source as IDisposable;
        foreach (var block in source.ReadFrom(0))
        {
            cancellation.ThrowIfCancellationRequested();
            yield return block;
        }
    }

    // The chain must be generated first: it decides which addresses are used.
    private IEnumerable<IReadOnlyList<Hash256>> OwnWallets(SyntheticChainOptions options)
    {
        var made = new SyntheticChain(options);
        while (made.Height < options.Blocks)
        {
            cancellation.ThrowIfCancellationRequested();
            made.NextBlock();
        }

        return made.Wallets.Select(wallet => (Hash256[])[.. wallet.Addresses.Select(address => address.ScriptHash)]);
    }

    /// <summary>The expected answers for all wallets; null if the chain is unknown.</summary>
    /// <exception cref="ChainException">The chain cannot be read.</exception>
    public ExpectedAnswers? Expected(IReadOnlyList<WalletScripts> wallets)
    {
        if (chain is null)
        {
            return null;
        }

        var answers = new ExpectedAnswers(wallets.SelectMany(wallet => wallet.Scripts));
        foreach (var block in Blocks(chain))
        {
            answers.Add(block);
        }

        return answers;
    }
}
