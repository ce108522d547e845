using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Harness.Processes;

/// <summary>Runs this machine's <c>redis-benchmark</c> against the store, as a well-known reference.</summary>
/// <param name="options">Address and type of the store.</param>
public sealed class RedisBenchmark(StoreOptions options)
{
    // As long as the default value of redis-benchmark.
    private const string Value = "VXK";

    // Of each kind.
    private const int Requests = 300_000;

    private const int Connections = 50;
    private const int Pipelined = 64;

    private static readonly ServerProgram Program = new("redis-benchmark", "redis-tools");
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    /// <summary>Maximum of unanswered requests.</summary>
    public static int InFlight => Connections * Pipelined;

    /// <summary>Runs the program. It ends with this process in every case.</summary>
    /// <param name="key">
    /// Key to write and read, because the program's default key may contain other data; the caller removes it.
    /// </param>
    /// <returns>
    /// Null if the program is not installed, or if it does not support the store: a login, TLS, another protocol, or an
    /// added round trip.
    /// </returns>
    /// <exception cref="StoreException">The connection to the store was lost.</exception>
    public ProbeRates? TryRun(string key)
    {
        if (options.Type is not (StoreType.Redis or StoreType.Twemproxy) || !options.IsPlain)
        {
            return null;
        }

        string[] arguments =
        [
            .. Server(), .. Database(), "-P", Text(Pipelined), "-c", Text(Connections), "-n", Text(Requests), "--csv",
        ];
        return Rate([.. arguments, "SET", key, Value]) is { } set && Rate([.. arguments, "GET", key]) is { } get
            ? new ProbeRates(get, set, $"redis-benchmark {string.Join(' ', arguments)}")
            : null;
    }

    private string[] Server() => options.Address is { IsUnix: false, Host: var host, Port: var port }
        ? ["-h", host, "-p", Text(port)]
        : ["-s", options.Address.Host];

    private string[] Database() => options.Database > 0 ? ["--dbnum", Text(options.Database)] : [];

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static double? Rate(string[] arguments)
    {
        try
        {
            using var folder = new TemporaryFolder();
            using var process = OwnedProcess.Start(new ProcessStart(Program.Find(), arguments)
            {
                OutputFile = folder.File("output"),
                ErrorFile = folder.File("error"),
            });
            return process.WaitForExitAsync(Timeout).GetAwaiter().GetResult() && process.ExitCode == 0
                ? RateIn(process.Output)
                : throw new StoreException(StoreFault.Closed, $"redis-benchmark failed: {process.Error}");
        }
        catch (ScenarioException)
        {
            // Not installed.
            return null;
        }
    }

    /// <summary>Requests per second of the only test in the CSV output; null without a test.</summary>
    private static double? RateIn(string output)
    {
        var cells = output.TrimEnd().Split('\n')[^1].Split(',');
        return cells.Length >= 2
            && double.TryParse(
                cells[1].Trim('"'), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var rate)
            && rate > 0
                ? rate
                : null;
    }
}
