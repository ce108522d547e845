using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Client;
using AElf.Bench.Electrum.Server.Client.Crowd;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.Harness.Reports.Exporters;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Electrum.Client;

/// <summary>Measures a server with a wallet.</summary>
internal sealed class ClientCommand(ClientRequest request, CancellationToken cancellation)
{
    /// <summary>
    /// Measures, prints and stores the results. A signal ends the measurement; earlier results remain.
    /// </summary>
    /// <exception cref="OperationCanceledException">Cancelled before the first figure.</exception>
    /// <exception cref="ServerFaultException">The server failed, or gave a wrong answer.</exception>
    /// <exception cref="ChainException">The chain cannot be read.</exception>
    /// <exception cref="WalletException">The wallet is of another network, or has no transaction.</exception>
    public void Measure()
    {
        if (request.Chain is { } chain)
        {
            Console.Error.WriteLine($"reading the chain: {chain.Text}");
        }

        var source = new ClientWallets(request.Settings, request.Chain, request.Options.Timeout, cancellation);
        var wallets = source.Read(request.Counts[^1]);
        var expected = source.Expected(wallets);
        var options = request.Options with
        {
            Limit = RequestLimit.For(request.Options.Server.Host, request.Settings.Get(ClientSettings.RequestLimit)),
        };
        var checkedBy = request.Chain is null
            ? "statuses against histories, transactions against their ids"
            : $"statuses, histories, transactions and headers against the chain ({request.Chain.Text})";
        if (request.Counts is [1])
        {
            var result = new WalletLoad(options, wallets[0], expected).Measure(Console.Error.WriteLine, cancellation);
            Show(
                ClientSections.From(options, result, checkedBy),
                stream => ClientSections.Write(stream, options, result, checkedBy));
            return;
        }

        var crowd = ClientSettings.Crowd(request.Settings);
        var points = new List<CrowdPoint>();
        try
        {
            foreach (var count in request.Counts.TakeWhile(_ => !points.Exists(point => point.IsCut)))
            {
                points.Add(MeasureCrowd(options, crowd, wallets, count, expected));
            }
        }
        catch (OperationCanceledException) when (points.Count > 0)
        {
            // The earlier points are complete.
        }

        Show(
            CrowdSections.From(options, crowd, points, checkedBy),
            stream => CrowdSections.Write(stream, options, points));
    }

    private CrowdPoint MeasureCrowd(
        ClientOptions options,
        CrowdOptions crowd,
        IReadOnlyList<WalletScripts> wallets,
        int count,
        ExpectedAnswers? expected)
    {
        // Takes wallets of all sizes: the list is ordered by size.
        var asking = Enumerable.Range(0, count)
            .Select(number => wallets[((2 * number) + 1) * wallets.Count / (2 * count)]);
        var point = new WalletCrowd(options, crowd, [.. asking], expected, TimeProvider.System)
            .Measure(line => Console.Error.WriteLine($"{Counted(count, "wallet")}: {line}"), cancellation);
        Console.Error.WriteLine($"{Counted(count, "wallet")}: {PerSecond(point.PerSecond)} tests/s");
        return point;
    }

    private void Show(IReadOnlyList<ReportSection> sections, Action<Stream> write)
    {
        ConsoleExporter.OfProcess().Write(sections);
        if (request.Settings.Get(ClientSettings.Json) is { } file)
        {
            WholeFile.Replace(file, write);
        }
    }
}

/// <summary>The checked arguments of <c>electrum client</c>.</summary>
/// <param name="Options">The options of the measurement.</param>
/// <param name="Settings">The settings of the wallet and the output.</param>
/// <param name="Counts">The numbers of wallets to measure, ascending.</param>
/// <param name="Chain">The chain of the server; null if unknown.</param>
internal sealed record ClientRequest(
    ClientOptions Options, ResolvedSettings Settings, IReadOnlyList<int> Counts, ChainChoice? Chain);
