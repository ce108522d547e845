using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration.CommandLine;

/// <summary>The rules over several settings of a manager, a worker, or a benchmark that gives its runs to a manager.</summary>
public static class ClusterRules
{
    /// <summary>Every rule that is broken. A rule over a value that was refused already stays silent.</summary>
    public static IEnumerable<ValidationError> Check(MergedSettings settings, SecretReading secret) =>
    [
        .. ConfigurationReader.CheckHosts(settings), .. PublicAddress(settings, secret), .. Managers(settings), .. Certificate(settings),
        .. Authority(settings),
    ];

    private static IEnumerable<ValidationError> PublicAddress(MergedSettings settings, SecretReading secret)
    {
        var host = settings[Settings.HostName]!;
        var (certificate, options) = settings.Role == ProcessRole.Manager
            ? (Settings.CertificateFile, "--cert FILE --key FILE")
            : (Settings.AuthorityFile, "--ca FILE");
        var isGuarded = secret.Secret is not null || settings[certificate] is not null || settings.IsAnyRejected(Settings.SecretFile, certificate);
        var isListening = settings.Role != ProcessRole.Benchmark;
        if (isListening
            && !isGuarded
            && secret.Problems.Count == 0
            && !ConfigurationReader.IsLoopback(host)
            && SettingOptions.Flag(settings, Settings.AllowPublicAddress))
        {
            yield return ValidationError.Error(
                settings.What(Settings.HostName),
                $"the public address {Quoted.Text(host)} without a secret or a certificate",
                $"--secret-file FILE, the environment's {Settings.SecretVariable} or {options} beside it");
        }
    }

    private static IEnumerable<ValidationError> Managers(MergedSettings settings)
    {
        if (settings.Role == ProcessRole.Manager || settings.IsRejected(Settings.Seeds))
        {
            yield break;
        }

        var managers = AddressListRule.Parse(settings[Settings.Seeds] ?? "");
        var program = settings.Role == ProcessRole.Worker ? "a worker" : "a benchmark in a cluster";
        if (managers.Count == 0)
        {
            yield return ValidationError.Error(Settings.Seeds.Option!, $"{program} without a manager", "--manager HOST:PORT, or Seeds in actor.json,");
        }

        if (managers.Count > 1 && settings.Role == ProcessRole.Benchmark)
        {
            yield return ValidationError.Error(settings.What(Settings.Seeds), $"{managers.Count} managers", "one manager, such as 127.0.0.1:4053,");
        }

        var own = new Endpoint(settings[Settings.HostName]!, SettingOptions.Int(settings, Settings.ActorPort));
        if (settings.Role == ProcessRole.Worker && managers.Contains(own))
        {
            yield return ValidationError.Error(settings.What(Settings.Seeds), $"the worker's own address '{own}'", "the manager's address");
        }
    }

    private static List<ValidationError> Certificate(MergedSettings settings)
    {
        var (certificate, key) = (settings[Settings.CertificateFile], settings[Settings.KeyFile]);
        if (settings.Role != ProcessRole.Manager || settings.IsAnyRejected(Settings.CertificateFile, Settings.KeyFile))
        {
            return [];
        }

        return (certificate, key) switch
        {
            (null, null) => [],
            (_, null) => [ValidationError.Error(settings.What(Settings.CertificateFile), "a certificate without its key", "--key FILE beside it")],
            (null, _) => [ValidationError.Error(settings.What(Settings.KeyFile), "a key without its certificate", "--cert FILE beside it")],
            _ => Pair(settings, certificate, key),
        };
    }

    private static List<ValidationError> Pair(MergedSettings settings, string certificate, string key)
    {
        var problems = new List<ValidationError>();
        foreach (var (setting, path) in new[] { (Settings.CertificateFile, certificate), (Settings.KeyFile, key) })
        {
            if (!File.Exists(path))
            {
                problems.Add(ValidationError.Error(settings.What(setting), Quoted.Text(path), "a file that exists"));
            }
        }

        if (problems.Count > 0)
        {
            return problems;
        }

        if (!IsPair(certificate, key))
        {
            problems.Add(ValidationError.Error(
                settings.What(Settings.CertificateFile),
                $"{Quoted.Text(certificate)} with the key {Quoted.Text(key)}",
                "a certificate and its own key, both PEM,"));
        }

        if (SecretSource.IsOpenToOthers(key))
        {
            problems.Add(ValidationError.Warning(settings.What(Settings.KeyFile), "a key file other users can read", "a file with mode 0600"));
        }

        return problems;
    }

    private static bool IsPair(string certificate, string key)
    {
        try
        {
            using var pair = X509Certificate2.CreateFromPemFile(certificate, key);
            return pair.HasPrivateKey;
        }
        catch (Exception exception) when (exception is CryptographicException or ArgumentException or IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static IEnumerable<ValidationError> Authority(MergedSettings settings)
    {
        var authority = settings[Settings.AuthorityFile];
        if (authority is null || settings.Role == ProcessRole.Manager)
        {
            yield break;
        }

        if (!File.Exists(authority))
        {
            yield return ValidationError.Error(settings.What(Settings.AuthorityFile), Quoted.Text(authority), "a file that exists");
        }
        else if (!HasCertificate(authority))
        {
            yield return ValidationError.Error(
                settings.What(Settings.AuthorityFile), $"{Quoted.Text(authority)}, which holds no certificate,", "a PEM file with the authority's certificate");
        }
    }

    private static bool HasCertificate(string path)
    {
        var certificates = new X509Certificate2Collection();
        try
        {
            certificates.ImportFromPemFile(path);
            return certificates.Count > 0;
        }
        catch (Exception exception) when (exception is CryptographicException or IOException or UnauthorizedAccessException)
        {
            return false;
        }
        finally
        {
            foreach (var certificate in certificates)
            {
                certificate.Dispose();
            }
        }
    }
}
