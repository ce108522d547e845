using System.Reflection;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Client;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Benchmark.Verbs.Electrum.Client;

/// <summary>The verb <c>electrum client</c>: measures an Electrum server with a wallet.</summary>
internal sealed class ClientVerb : Verb<ClientRequest>
{
    public const string Word = "client";

    private static readonly SettingGroup Rows = new("Client", Topic.Measurement, Programs.ElectrumClient);

    private static readonly Setting<int> Batch = new(
        Rows, "batch", new WholeNumberRule(1, 100_000), 50,
        "requests of a JSON-RPC batch; 1 sends them without", "--batch N");

    private static readonly Setting<bool> IsPipelined = new(
        Rows, "pipelined", SettingRules.Flag, false,
        "send all batches at once, not each when the one before is answered", "--pipelined");

    private static readonly Setting<int> Runs =
        new(Rows, "runs", new WholeNumberRule(0, 1_000), 3, "runs after the first, the cold one", "--runs N");

    private static readonly Setting<int> Timeout = new(
        Rows, "timeout", MeasuredNumberRule.Time(1, 86_400, "s"), 600,
        "how long one kind of request may take", "--timeout TIME");

    private static readonly Setting<bool> IsTls =
        new(Rows, "tls", SettingRules.Flag, false, "connect over TLS", "--tls") { Topic = Topic.Security };

    private static readonly Setting<string?> Authority = new(
        Rows, "authority", SettingRules.Path, null,
        "PEM file with the authority, or the self-signed certificate, to trust over TLS", "--tls-ca FILE")
    { Topic = Topic.Security };

    private static readonly Setting<string?> Json =
        new(Rows, "json", SettingRules.OutputFile, null, "write what was measured as JSON", "--json FILE")
        { Topic = Topic.Output };

    /// <inheritdoc/>
    public override ProgramDescription Program { get; } = new()
    {
        Assembly = Assembly.GetExecutingAssembly(),
        Word = ElectrumWorkloadType.WorkloadName,
        Verb = Word,
        Program = Programs.ElectrumClient,
        Table = [.. ChainSettings.Of(Programs.ElectrumClient), .. Rows.All],
        Arguments = [() => new ChainArguments(), () => new ClientArguments()],
        Purpose = "Measures any Electrum server with a wallet, and checks each answer.",
        Usage = "HOST:PORT [options]",
        TakesName = true,
        Sections =
        [
            new("Wallet and chain", Topic.Workload), new("Measurement", Topic.Measurement),
            new("Connection", Topic.Security), new("Output", Topic.Output),
        ],
        Notes = """
            Two tests, each run over a new connection: the initial load subscribes to every script of the wallet,
            the wallet refresh asks for every history, then for every transaction. Reading and checking the
            answers is timed apart. A first run is a cold one only when the server was just started.

            Histories are held against the chain the options name; with --scripts alone, each status against its
            history and each transaction against its id. The chain has to be the one the server has.

            Exit codes: 0 measured, 1 usage, 2 nobody there, 3 a wrong answer, 5 the server failed
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--batch 50",
        Examples =
        [
            new("a server that indexed electrum node", "127.0.0.1:50001"),
            new("one's own wallet", "electrum.example:50002 --tls --tls-ca server.pem --scripts zpub.txt"),
            new("how much a batch saves", "127.0.0.1:50001 --batch 1 --pipelined --json single.json"),
        ],
    };

    /// <inheritdoc/>
    public override ClientRequest? Read(IReadOnlyList<string> words)
    {
        var (given, name) = CommandLineReader.Read(Program, words);
        var settings = new ResolvedSettings(Programs.ElectrumClient, given);
        Problems.AddRange(
        [
            .. given.Problems, .. ChainSettings.Check(settings), .. OutputPaths.Check(Rows.All, settings),
            .. CheckServer(name), .. CheckTls(settings),
        ]);
        return Problems.Count > 0 ? null : From(settings, AddressListRule.Split(name!)![0]);
    }

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

    // Used addresses are known once the chain is made.
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

    private static ClientRequest From(ResolvedSettings settings, Endpoint server) => new(
        new ClientOptions
        {
            Server = server,
            IsTls = settings.Get(IsTls),
            AuthorityFile = settings.Get(Authority),
            Timeout = TimeSpan.FromSeconds(settings.Get(Timeout)),
            BatchSize = settings.Get(Batch),
            IsPipelined = settings.Get(IsPipelined),
            Runs = settings.Get(Runs),
        },
        settings.Get(ChainSettings.Scripts),
        settings.Get(ChainSettings.KeyAddresses),
        settings.Get(ChainSettings.Wallet),
        settings.Get(ChainSettings.Seed),
        settings.Get(ChainSettings.Scripts) is null || ChainSettings.IsGiven(settings)
            ? ChainSettings.Read(settings)
            : null,
        settings.Get(Json));

    private static IEnumerable<ValidationError> CheckServer(string? name)
    {
        if (name is null || new AddressRule().Normalise(name) is null)
        {
            yield return ValidationError.Error(
                "server",
                name is null ? "address missing" : $"{Quoted.Text(name)} is not valid",
                "expected HOST:PORT, such as 127.0.0.1:50001");
        }
    }

    private static IEnumerable<ValidationError> CheckTls(ResolvedSettings settings)
    {
        if (settings.Get(Authority) is not null && !settings.Get(IsTls))
        {
            yield return ValidationError.Error(
                Authority.Option!, "the connection is not TLS", $"add {IsTls.Option}, or leave it out");
        }
    }
}

/// <summary>The checked words of <c>electrum client</c>.</summary>
/// <param name="Options">How the server is measured.</param>
/// <param name="Scripts">
/// A key, or a file of scripts; null for the wallet of the synthetic chain, or for drawn scripts.
/// </param>
/// <param name="KeyAddresses">Addresses of each chain of a key.</param>
/// <param name="Drawn">Number of scripts drawn from an existing chain.</param>
/// <param name="Seed">Seed of that draw.</param>
/// <param name="Chain">The chain that the server has; null when unknown.</param>
/// <param name="JsonOutput">File for the JSON record; null writes none.</param>
internal sealed record ClientRequest(
    ClientOptions Options,
    string? Scripts,
    int KeyAddresses,
    int Drawn,
    ulong Seed,
    ChainChoice? Chain,
    string? JsonOutput);
