using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Client;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Benchmark.Verbs.Electrum.Client;

/// <summary>The verb <c>electrum client</c>: measures a server.</summary>
internal sealed class ClientVerb : Verb<ClientRequest>
{
    /// <inheritdoc/>
    public override ProgramDescription Program => ClientRequest.Program;

    /// <inheritdoc/>
    protected override ClientRequest? Read(IReadOnlyList<string> words) => ClientRequest.Read(words, Problems);

    /// <inheritdoc/>
    protected override Task<ExitCode> RunAsync(ClientRequest request) => Task.FromResult(Run(request));

    private static ExitCode Run(ClientRequest request)
    {
        using var ended = new Termination();
        try
        {
            Measure(request, ended.Token);
            return ExitCode.Ok;
        }
        catch (OperationCanceledException)
        {
            return Fail(ExitCode.DegradedOrFailed, "interrupted: there is no figure");
        }
        catch (WrongAnswerException exception)
        {
            return Fail(ExitCode.AuditFailed, exception.Message);
        }
        catch (ServerFaultException exception)
        {
            return Fail(ExitCode.DegradedOrFailed, exception.Message);
        }
        catch (ChainException exception)
        {
            return Fail(ExitCode.Environment, exception.Message);
        }
    }

    private static void Measure(ClientRequest request, CancellationToken cancellation)
    {
        if (request.Chain is { } chain)
        {
            Console.Error.WriteLine($"reading the chain: {chain.Text}");
        }

        var scripts = ScriptsOf(request, cancellation);
        var expected = request.Chain is null ? null : Expected(scripts, request.Chain, cancellation);
        var result = new WalletLoad(request.Options, scripts, expected).Measure(Console.Error.WriteLine, cancellation);
        var checkedBy = request.Chain is null
            ? "statuses against histories, transactions against their ids"
            : $"statuses, histories and transactions against the chain ({request.Chain.Text})";
        new ConsoleExporter(ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected))
            .Write(ClientSections.From(request.Options, result, checkedBy));
        if (request.JsonOutput is { } file)
        {
            WholeFile.Replace(file, stream => ClientJson.Write(stream, request.Options, result, checkedBy));
        }
    }

    private static IReadOnlyList<Hash256> ScriptsOf(ClientRequest request, CancellationToken cancellation) =>
        request.Scripts is { } scripts ? WalletText.Read(scripts, request.KeyAddresses)
        : request.Chain!.Synthetic is { } made ? OwnWallet(made, cancellation)
        : Drawn(request, cancellation);

    private static IReadOnlyList<Hash256> Drawn(ClientRequest request, CancellationToken cancellation)
    {
        var sample = new WalletSample(request.Drawn, request.Seed);
        foreach (var block in Blocks(request.Chain!, cancellation))
        {
            sample.Add(block.Bytes.Span);
        }

        return sample.Scripts.Count == request.Drawn ? sample.Scripts : throw new FormatException(
            $"{request.Chain!.Text} has {sample.Scripts.Count} scripts with transactions, and {request.Drawn} are to "
                + "ask; use a smaller --wallet");
    }

    private static IEnumerable<ChainBlock> Blocks(ChainChoice choice, CancellationToken cancellation)
    {
        var source = choice.Open();
        using var connection = source as IDisposable;
        foreach (var block in source.ReadFrom(0))
        {
            cancellation.ThrowIfCancellationRequested();
            yield return block;
        }
    }

    // Which addresses are used is known when the chain is made.
    private static IReadOnlyList<Hash256> OwnWallet(SyntheticChainOptions options, CancellationToken cancellation)
    {
        var chain = new SyntheticChain(options);
        while (chain.Height < options.Blocks)
        {
            cancellation.ThrowIfCancellationRequested();
            chain.NextBlock();
        }

        return [.. chain.Wallets[0].Addresses.Select(address => address.ScriptHash)];
    }

    private static ExpectedAnswers Expected(
        IReadOnlyList<Hash256> scripts, ChainChoice choice, CancellationToken cancellation)
    {
        var answers = new ExpectedAnswers(scripts);
        foreach (var block in Blocks(choice, cancellation))
        {
            answers.Add(block);
        }

        return answers;
    }
}
