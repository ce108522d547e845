using System.Net;
using System.Reflection;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Serving;
using AElf.Bench.Electrum.Sources;

namespace AElf.Benchmark.Verbs.Electrum.Serve;

/// <summary>What <c>electrum serve</c> was asked for.</summary>
internal sealed record ServeOptions
{
    /// <summary>The word behind <c>electrum</c>.</summary>
    public const string Verb = "serve";

    /// <summary>What the verb takes and says of itself.</summary>
    public static ProgramDescription Program { get; } = new()
    {
        Assembly = Assembly.GetExecutingAssembly(),
        Word = ElectrumWorkloadType.WorkloadName,
        Verb = Verb,
        Program = Programs.ElectrumServe,
        Table = [.. ChainSettings.Of(Programs.ElectrumServe), .. ServeSettings.All],
        Purpose = "Indexes a chain and serves it to wallets over the Electrum protocol, 1.4 to 1.6.",
        Sections = [new("Server", Topic.Process), new("Chain", Topic.Workload), new("Limits", Topic.Limits)],
        Notes = """
            The keys of a synthetic chain's wallets are printed, so that a wallet can be restored from them.
            What clients broadcast is in the next block that a synthetic chain makes, and with a node is handed to
            it. A node's chain is followed, with its reorganisations and what waits there; a node that is away is
            waited for. It ends with Ctrl-C or SIGTERM.

            Exit codes: 0 ended by a signal, 1 usage, 2 an address, a file or a folder that is of no use
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--engine electrs",
        Examples =
        [
            new("the published wallet, on port 50001", ""),
            new("another layout, on a free port", "--engine electrs --listen 127.0.0.1:0"),
            new("blocks of a node, with TLS", "--chain blocks --tls-listen 127.0.0.1:50002 --cert c.pem --key k.pem"),
            new("a node, followed", "--chain http://127.0.0.1:18443 --chain-login ~/.bitcoin/regtest/.cookie"),
            new("a chain that grows", "--blocks-every 10s --mempool 50"),
        ],
    };

    /// <summary>The chain.</summary>
    public required ChainChoice Chain { get; init; }

    /// <summary>The engine's name.</summary>
    public required string Engine { get; init; }

    /// <summary>Where the index is kept.</summary>
    public required IndexLocation Store { get; init; }

    /// <summary>Bytes of memory that changes may take before they are committed.</summary>
    public long CommitAfter { get; init; }

    /// <summary>Where it listens.</summary>
    public required IPEndPoint Listen { get; init; }

    /// <summary>Where it listens with TLS; null for nowhere.</summary>
    public IPEndPoint? TlsListen { get; init; }

    /// <summary>The certificate for TLS.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>Time between new blocks; null for none.</summary>
    public TimeSpan? BlocksEvery { get; init; }

    /// <summary>Time between two looks at a node.</summary>
    public required TimeSpan Poll { get; init; }

    /// <summary>How long a node may take for an answer.</summary>
    public required TimeSpan NodeTimeout { get; init; }

    /// <summary>Transactions that wait.</summary>
    public int Mempool { get; init; }

    /// <summary>What clients may take.</summary>
    public required ServerLimits Limits { get; init; }

    /// <summary>
    /// Reads the words after the verb; null when something is wrong with them, which is then in
    /// <paramref name="problems"/>.
    /// </summary>
    public static ServeOptions? Read(IReadOnlyList<string> words, List<ValidationError> problems)
    {
        var given = CommandLineReader.Read(Program, words).Settings;
        var settings = new MergedSettings(Programs.ElectrumServe, given);
        problems.AddRange(given.Problems);
        problems.AddRange(ChainSettings.Check(settings));
        problems.AddRange(CheckAddress(settings, ServeSettings.Listen));
        problems.AddRange(CheckAddress(settings, ServeSettings.TlsListen));
        problems.AddRange(CheckGrowth(settings));
        var certificate = ReadCertificate(settings, problems);
        if (problems.Exists(problem => problem.Critical))
        {
            return null;
        }

        return From(settings, certificate);
    }

    private static ServeOptions From(MergedSettings settings, X509Certificate2? certificate) => new()
    {
        Chain = ChainSettings.Read(settings),
        Engine = settings[ServeSettings.Engine]!,
        Store = IndexLocation.Parse(settings[ServeSettings.Store]!)!,
        CommitAfter = settings.Long(ServeSettings.IndexMemory) << 20,
        Listen = IPEndPoint.Parse(settings[ServeSettings.Listen]!),
        TlsListen = settings[ServeSettings.TlsListen] is { } tls ? IPEndPoint.Parse(tls) : null,
        Certificate = certificate,
        BlocksEvery = TimeOf(settings, ServeSettings.BlocksEvery),
        Poll = TimeOf(settings, ServeSettings.Poll)!.Value,
        NodeTimeout = TimeOf(settings, ServeSettings.NodeTimeout)!.Value,
        Mempool = settings.Int(ServeSettings.Mempool),
        Limits = new ServerLimits
        {
            MaxLine = settings.Int(ServeSettings.MaxLine),
            MaxBatch = settings.Int(ServeSettings.MaxBatch),
            MaxSubscriptions = settings.Int(ServeSettings.MaxSubscriptions),
            MaxTotalSubscriptions = settings.Int(ServeSettings.MaxTotalSubscriptions),
            MaxHistory = settings.Int(ServeSettings.MaxHistory),
            MaxSessions = settings.Int(ServeSettings.MaxSessions),
            MaxCost = settings.Long(ServeSettings.MaxCost),
            CostPerSecond = settings.Long(ServeSettings.CostPerSecond),
            MaxStatuses = settings[ServeSettings.MaxStatuses] is null
                ? null
                : settings.Int(ServeSettings.MaxStatuses),
            MaxIdle = TimeOf(settings, ServeSettings.MaxIdle)!.Value,
        },
    };

    // A default is as the help shows it.
    private static TimeSpan? TimeOf(MergedSettings settings, Setting setting) =>
        settings[setting] is { } text ? TimeRule.Parse(setting.Rule.Normalise(text)!) : null;

    private static IEnumerable<ValidationError> CheckAddress(MergedSettings settings, Setting setting)
    {
        if (settings[setting] is { } text
            && !settings.IsRejected(setting)
            && !IPAddress.IsLoopback(IPEndPoint.Parse(text).Address)
            && !settings.Flag(ServeSettings.IsPublic))
        {
            yield return ValidationError.Error(
                settings.What(setting),
                $"{Quoted.Text(text)} is not loopback",
                $"use 127.0.0.1, or add {ServeSettings.IsPublic.Option}");
        }
    }

    private static IEnumerable<ValidationError> CheckGrowth(MergedSettings settings)
    {
        var grows = settings[ServeSettings.BlocksEvery] is not null
            || settings[ServeSettings.Mempool] is not "0";
        if (grows && settings[ChainSettings.Chain] is not "synthetic")
        {
            yield return ValidationError.Error(
                settings.What(ChainSettings.Chain),
                "only a synthetic chain is made longer here",
                $"leave out {ServeSettings.BlocksEvery.Option} and {ServeSettings.Mempool.Option}");
        }

        foreach (var setting in (Setting[])[ServeSettings.Poll, ServeSettings.NodeTimeout])
        {
            if (settings.IsTyped(setting) && !ChainRule.IsNode(settings[ChainSettings.Chain]!))
            {
                yield return ValidationError.Error(
                    setting.Option!, "there is no node to ask", "expected it with --chain http://HOST:PORT");
            }
        }

        var store = IndexLocation.Parse(settings[ServeSettings.Store]!)!;
        if (store.Problem is { } missing)
        {
            yield return ValidationError.Error(
                settings.What(ServeSettings.Store), missing, $"use sqlite:{store.Folder}");
        }

        if (settings[ServeSettings.BlocksEvery] is not null && store != IndexLocation.Memory)
        {
            yield return ValidationError.Error(
                settings.What(ServeSettings.Store),
                "blocks that are added are in no chain that is made again",
                $"use {ServeSettings.Store.Option} {IndexLocation.Memory}");
        }
    }

    private static X509Certificate2? ReadCertificate(MergedSettings settings, List<ValidationError> problems)
    {
        var (listen, certificate, key) = (
            settings[ServeSettings.TlsListen],
            settings[ServeSettings.Certificate],
            settings[ServeSettings.Key]);
        if (listen is null && certificate is null && key is null)
        {
            return null;
        }

        if (listen is null || certificate is null || key is null)
        {
            problems.Add(ValidationError.Error(
                ServeSettings.TlsListen.Option!,
                "TLS needs an address, a certificate and its key",
                "give --tls-listen, --cert and --key together"));
            return null;
        }

        try
        {
            return X509Certificate2.CreateFromPemFile(certificate, key);
        }
        catch (Exception exception) when (
            exception is CryptographicException or ArgumentException or IOException or UnauthorizedAccessException)
        {
            problems.Add(ValidationError.Error(
                ServeSettings.Certificate.Option!,
                $"{Quoted.Text(certificate)} and {Quoted.Text(key)} cannot be used: {exception.Message}",
                "expected a certificate and its own key, both PEM"));
            return null;
        }
    }
}
