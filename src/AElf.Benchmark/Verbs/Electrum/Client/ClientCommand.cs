using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Server.Client;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Benchmark.Verbs.Electrum.Client;

/// <summary>Measures a server with a wallet.</summary>
internal sealed class ClientCommand(ClientRequest request, CancellationToken cancellation)
{
    /// <summary>Measures, then prints and stores the results.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled: no figure.</exception>
    /// <exception cref="WrongAnswerException">The server gave one.</exception>
    /// <exception cref="ServerFaultException">The server failed.</exception>
    /// <exception cref="ChainException">The chain cannot be read.</exception>
    /// <exception cref="WalletException">The wallet is of another network, or has no transaction.</exception>
    public void Measure()
    {
        if (request.Chain is { } chain)
        {
            Console.Error.WriteLine($"reading the chain: {chain.Text}");
        }

        var wallet = Wallet();
        var expected = request.Chain is null ? null : Expected(wallet.Scripts, request.Chain);
        var result = new WalletLoad(request.Options, wallet, expected).Measure(Console.Error.WriteLine, cancellation);
        var checkedBy = request.Chain is null
            ? "statuses against histories, transactions against their ids"
            : $"statuses, histories and transactions against the chain ({request.Chain.Text})";
        new ConsoleExporter(ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected))
            .Write(ClientSections.From(request.Options, result, checkedBy));
        if (request.Settings.Get(ClientSettings.Json) is { } file)
        {
            WholeFile.Replace(file, stream => ClientJson.Write(stream, request.Options, result, checkedBy));
        }
    }

    private WalletScripts Wallet()
    {
        if (request.Settings.Get(ChainSettings.Scripts) is not { } given)
        {
            return new WalletScripts(
                request.Chain!.Synthetic is { } made ? OwnWallet(made) : Drawn(), request.Chain.Network.Addresses);
        }

        var wallet = WalletText.Read(given, request.Settings.Get(ChainSettings.KeyAddresses));
        if (request.Chain is { } chain)
        {
            wallet.EnsureOf(chain.Network);
        }

        return wallet;
    }

    private IReadOnlyList<Hash256> Drawn()
    {
        var drawn = request.Settings.Get(ChainSettings.Wallet);
        var sample = new WalletSample(drawn, request.Settings.Get(ChainSettings.Seed));
        foreach (var block in Blocks(request.Chain!))
        {
            sample.Add(block.Bytes.Span);
        }

        return sample.Scripts.Count == drawn ? sample.Scripts : throw new FormatException(
            $"{request.Chain!.Text} has {sample.Scripts.Count} scripts with transactions, and {drawn} are to "
                + "ask; use a smaller --wallet");
    }

    private IEnumerable<ChainBlock> Blocks(ChainChoice choice)
    {
        var source = choice.Open(request.Options.Timeout);
        using var connection = source as IDisposable;
        foreach (var block in source.ReadFrom(0))
        {
            cancellation.ThrowIfCancellationRequested();
            yield return block;
        }
    }

    // Which addresses are used is known when the chain is made.
    private IReadOnlyList<Hash256> OwnWallet(SyntheticChainOptions options)
    {
        var chain = new SyntheticChain(options);
        while (chain.Height < options.Blocks)
        {
            cancellation.ThrowIfCancellationRequested();
            chain.NextBlock();
        }

        return [.. chain.Wallets[0].Addresses.Select(address => address.ScriptHash)];
    }

    private ExpectedAnswers Expected(IReadOnlyList<Hash256> scripts, ChainChoice choice)
    {
        var answers = new ExpectedAnswers(scripts);
        foreach (var block in Blocks(choice))
        {
            answers.Add(block);
        }

        return answers;
    }
}

/// <summary>The checked words of <c>electrum client</c>.</summary>
/// <param name="Options">How the server is measured.</param>
/// <param name="Settings">The wallet, and where the result goes.</param>
/// <param name="Chain">The chain that the server has; null when unknown.</param>
internal sealed record ClientRequest(ClientOptions Options, ResolvedSettings Settings, ChainChoice? Chain);
