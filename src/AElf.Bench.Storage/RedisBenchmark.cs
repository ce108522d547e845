using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Control;

namespace AElf.Bench.Storage;

/// <summary>Asks the <c>redis-benchmark</c> of this machine what the store does, the measure everybody knows.</summary>
public sealed class RedisBenchmark(StoreOptions options, int requests = 300_000)
{
    private const string Key = "key:__rand_int__";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>Runs it.</summary>
    /// <returns>
    /// Null where it is not installed, or the store wants a login, TLS or another protocol, or its own key is
    /// somebody's data, or a round trip is added, of which it knows nothing.
    /// </returns>
    public BaselineRates? TryRun()
    {
        if (options.Type is not (StoreType.Redis or StoreType.Twemproxy) || options.Tls || options.Password is not null
            || options.AddedRoundTrip > TimeSpan.Zero || HasKey())
        {
            return null;
        }

        var arguments = FormattableString.Invariant(
            $"-h {options.Address.Host} -p {options.Address.Port} -t get,set -P 64 -c 50 -n {requests} --csv");
        var output = Run(arguments);
        Remove();
        return output is not null && Rate(output, "GET") is { } get && Rate(output, "SET") is { } set
            ? new BaselineRates(get, set, $"redis-benchmark {arguments}")
            : null;
    }

    /// <summary>The requests per second of a test in the CSV output; null when it is not there.</summary>
    internal static double? Rate(string output, string test)
    {
        foreach (var line in output.Split('\n'))
        {
            var cells = line.Split(',');
            if (cells.Length >= 2
                && string.Equals(cells[0].Trim('"'), test, StringComparison.Ordinal)
                && double.TryParse(
                    cells[1].Trim('"'), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var rate)
                && rate > 0)
            {
                return rate;
            }
        }

        return null;
    }

    private static string? Run(string arguments)
    {
        try
        {
            using var process = Process.Start(new ProcessStartInfo("redis-benchmark", arguments)
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false,
            });
            if (process is null)
            {
                return null;
            }

            process.ErrorDataReceived += (_, _) => { };
            process.BeginErrorReadLine();
            var output = process.StandardOutput.ReadToEndAsync();
            if (!process.WaitForExit(Patience))
            {
                process.Kill();
                process.WaitForExit();
                return null;
            }

            return process.ExitCode == 0 ? output.GetAwaiter().GetResult() : null;
        }
        catch (Win32Exception)
        {
            // Not installed.
            return null;
        }
    }

    private bool HasKey()
    {
        using var client = RespControlClient.Connect(options.Address, options);
        return client.Get(Key) is not null;
    }

    private void Remove()
    {
        using var client = RespControlClient.Connect(options.Address, options);
        client.Delete(Key);
    }
}
