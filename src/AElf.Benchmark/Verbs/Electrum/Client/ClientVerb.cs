using System.Reflection;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Client;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.Electrum.Client;

/// <summary>The verb <c>electrum client</c>: measures an Electrum server with a wallet.</summary>
internal sealed class ClientVerb : Verb<ClientRequest>
{
    public const string Word = "client";

    public override ProgramDescription Program { get; } = new()
    {
        Assembly = Assembly.GetExecutingAssembly(),
        Word = ElectrumWorkloadType.WorkloadName,
        Verb = Word,
        Table = [.. ChainSettings.All, .. ClientSettings.All],
        Purpose = "Measures any Electrum server with a wallet, and checks each answer.",
        Usage = "HOST:PORT [options]",
        TakesName = true,
        Sections =
        [
            new("Wallet and chain", Topic.Workload), new("Measurement", Topic.Measurement),
            new("Connection", Topic.Security), new("Output", Topic.Output),
        ],
        Notes = """
            Two tests, each over a new connection: the initial load subscribes to every script of the wallet; the
            wallet refresh requests every history, then every transaction. Reading and checking the answers is
            timed separately. The first run is cold only if the server was just started.

            Histories are compared with the chain of the options; with --scripts alone, each status with its
            history and each transaction with its id. The server may have further blocks: the chain of the options
            must be a prefix of the server's.

            Exit codes: 0 measured, 1 usage, 2 no server of that chain, 3 a wrong answer, 5 the server failed
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--batch 50",
        Examples =
        [
            new("a server that indexed electrum node", "127.0.0.1:50001"),
            new("your own wallet", "electrum.example:50002 --tls --tls-ca server.pem --scripts zpub.txt"),
            new("how much a batch saves", "127.0.0.1:50001 --batch 1 --pipelined --json single.json"),
        ],
    };

    public override ClientRequest? Read(IReadOnlyList<string> words)
    {
        var (given, name) = CommandLineReader.Read(Program, words);
        var settings = Resolve(given);
        Problems.AddRange(
        [
            .. ChainSettings.Check(settings), .. CheckServer(name), .. CheckTls(settings),
        ]);
        return Problems.Count > 0 ? null : new ClientRequest(
            settings.Bind(new ClientOptions { Server = AddressListRule.Split(name!)![0] }, ClientSettings.All),
            settings,
            settings.Get(ChainSettings.Scripts) is null || ChainSettings.IsGiven(settings)
                ? ChainSettings.Read(settings)
                : null);
    }

    protected override Task<ExitCode> RunAsync(ClientRequest request) => Task.FromResult(Run(request));

    private ExitCode Run(ClientRequest request)
    {
        using var ended = new Termination();
        try
        {
            new ClientCommand(request, ended.Token).Measure();
            return ExitCode.Ok;
        }
        catch (OperationCanceledException)
        {
            return Fail(ExitCode.DegradedOrFailed, "interrupted: no figure");
        }
        catch (WrongAnswerException exception)
        {
            return Fail(ExitCode.AuditFailed, $"{exception.Problem}");
        }
        catch (ServerFaultException exception)
        {
            return Fail(exception.Code, exception.Message);
        }
        catch (ChainException exception)
        {
            return Fail(ExitCode.Environment, exception.Message);
        }
    }

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

    private static RuleList CheckTls(ResolvedSettings settings) => new(settings)
    {
        {
            settings.Get(ClientSettings.Authority) is not null && !settings.Get(ClientSettings.IsTls),
            ClientSettings.Authority,
            "the connection is not TLS", $"add {ClientSettings.IsTls.Option}, or leave it out"
        },
    };
}
