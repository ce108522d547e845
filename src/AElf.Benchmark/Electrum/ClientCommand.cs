using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Client;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Benchmark.Electrum;

/// <summary>The verb <c>electrum client</c>: measures a server.</summary>
internal static class ClientCommand
{
    /// <summary>Runs it; <paramref name="words"/> is what followed the verb. Returns the exit code.</summary>
    public static int Run(string[] words)
    {
        if (ProgramCommandLine.Text(ClientRequest.Program, words)?.Print(Console.Out, Console.Error) is { } code)
        {
            return (int)code;
        }

        var problems = new List<ValidationError>();
        if (ClientRequest.Read(words, problems) is not { } request)
        {
            return (int)(new ParseOutcome.Rejected(problems).Print(Console.Out, Console.Error) ?? ExitCode.Usage);
        }

        using var ended = new Termination();
        try
        {
            Measure(request, ended.Token);
            return (int)ExitCode.Ok;
        }
        catch (OperationCanceledException)
        {
            return Fail("interrupted: there is no figure", ExitCode.DegradedOrFailed);
        }
        catch (WrongAnswerException exception)
        {
            return Fail(exception.Message, ExitCode.AuditFailed);
        }
        catch (ServerFaultException exception)
        {
            return Fail(exception.Message, ExitCode.DegradedOrFailed);
        }
        catch (ChainException exception)
        {
            return Fail(exception.Message, ExitCode.Environment);
        }
    }

    private static int Fail(string message, ExitCode code)
    {
        Console.Error.WriteLine($"error: {message}");
        return (int)code;
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
