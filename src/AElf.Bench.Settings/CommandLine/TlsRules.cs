using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>The rules on the certificates of a manager and its clients.</summary>
public static class TlsRules
{
    /// <summary>Every rule that is broken. A rule over a value that was refused already stays silent.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings) =>
        settings.Program == Programs.Manager
            ?
            [
                .. Pair(settings, TlsSettings.CertificateFile, TlsSettings.KeyFile),
                .. Authority(settings, TlsSettings.ClientAuthorityFile), .. ClientAuthority(settings),
            ]
            :
            [
                .. Authority(settings, TlsSettings.AuthorityFile),
                .. Pair(settings, TlsSettings.ClientCertificateFile, TlsSettings.ClientKeyFile),
                .. ClientCertificate(settings),
            ];

    private static IEnumerable<ValidationError> ClientAuthority(ResolvedSettings settings)
    {
        if (settings[TlsSettings.ClientAuthorityFile] is null)
        {
            yield break;
        }

        var what = settings.What(TlsSettings.ClientAuthorityFile);
        if (settings[TlsSettings.CertificateFile] is null)
        {
            yield return ValidationError.Error(
                what, "client certificates require TLS", "add --cert FILE and --key FILE");
        }
    }

    private static IEnumerable<ValidationError> ClientCertificate(ResolvedSettings settings)
    {
        if (settings[TlsSettings.ClientCertificateFile] is not null && settings[TlsSettings.AuthorityFile] is null)
        {
            yield return ValidationError.Error(
                settings.What(TlsSettings.ClientCertificateFile),
                "client certificates require TLS",
                "add --ca FILE");
        }
    }

    private static List<ValidationError> Pair(ResolvedSettings settings, Setting certificate, Setting key)
    {
        if (settings.IsAnyRejected(certificate, key))
        {
            return [];
        }

        return (settings[certificate], settings[key]) switch
        {
            (null, null) => [],
            (_, null) => [ValidationError.Error(
                settings.What(certificate), "a certificate without its key", $"add {key.Option} FILE")],
            (null, _) => [ValidationError.Error(
                settings.What(key), "a key without its certificate", $"add {certificate.Option} FILE")],
            ({ } shown, { } own) => Pair(settings, certificate, shown, key, own),
        };
    }

    private static List<ValidationError> Pair(
        ResolvedSettings settings, Setting certificate, string certificateFile, Setting key, string keyFile)
    {
        var problems = new List<ValidationError>();
        foreach (var (setting, path) in new[] { (certificate, certificateFile), (key, keyFile) })
        {
            if (!File.Exists(path))
            {
                problems.Add(ValidationError.MissingFile(settings.What(setting), path));
            }
        }

        if (problems.Count > 0)
        {
            return problems;
        }

        if (!IsPair(certificateFile, keyFile))
        {
            problems.Add(ValidationError.Error(
                settings.What(certificate),
                $"{Quoted.Text(certificateFile)} does not match the key {Quoted.Text(keyFile)}",
                "expected a certificate and its own key, both PEM"));
        }

        if (SecretSource.IsOpenToOthers(keyFile))
        {
            problems.Add(SecretSource.OpenToOthers(settings.What(key), "key"));
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
        catch (Exception exception) when (
            exception is CryptographicException or ArgumentException or IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static IEnumerable<ValidationError> Authority(ResolvedSettings settings, Setting setting)
    {
        if (settings[setting] is not { } authority)
        {
            yield break;
        }

        if (!File.Exists(authority))
        {
            yield return ValidationError.MissingFile(settings.What(setting), authority);
        }
        else if (!HasCertificate(authority))
        {
            yield return ValidationError.Error(
                settings.What(setting),
                $"{Quoted.Text(authority)} holds no certificate",
                "expected a PEM file with one");
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
        catch (Exception exception) when (
            exception is CryptographicException or IOException or UnauthorizedAccessException)
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
