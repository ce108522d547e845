using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>The rules on the certificates of a manager and its clients.</summary>
public static class TlsRules
{
    /// <summary>The broken rules. Skips the rules over refused values.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings)
    {
        var isManager = settings.Program == Programs.Manager;
        var (certificate, key, authority) = isManager
            ? (TlsSettings.CertificateFile, TlsSettings.KeyFile, TlsSettings.ClientAuthorityFile)
            : (TlsSettings.ClientCertificateFile, TlsSettings.ClientKeyFile, TlsSettings.AuthorityFile);
        var (ofClients, ofTls, advice) = isManager
            ? (authority, certificate, "add --cert FILE and --key FILE")
            : (certificate, authority, "add --ca FILE");
        return new RuleList(settings)
        {
            Pair(settings, certificate, key),
            Authority(settings, authority),
            {
                settings[ofClients] is not null && settings[ofTls] is null,
                ofClients, "client certificates require TLS", advice
            },
        };
    }

    /// <summary>Certificate and key are set together, exist and match, and only this user can read the key.</summary>
    public static RuleList Pair(ResolvedSettings settings, Setting certificate, Setting key)
    {
        if (settings.IsAnyRejected(certificate, key))
        {
            return new(settings);
        }

        var (shown, own) = (settings[certificate], settings[key]);
        var areBoth = shown is not null && own is not null;
        var exist = File.Exists(shown) && File.Exists(own);
        return new(settings)
        {
            {
                own is null && shown is not null, certificate,
                "a certificate without its key", $"add {key.Option} FILE"
            },
            {
                shown is null && own is not null, key,
                "a key without its certificate", $"add {certificate.Option} FILE"
            },
            { areBoth, certificate },
            { areBoth, key },
            {
                exist && !IsRight(() => X509Certificate2.CreateFromPemFile(shown!, own).HasPrivateKey), certificate,
                $"{Quoted.Text(shown)} does not match the key {Quoted.Text(own)}",
                "expected a certificate and its own key, both PEM"
            },
            {
                exist && SecretSource.IsOpenToOthers(own!), SecretSource.OpenToOthers(settings.What(key), "key")
            },
        };
    }

    private static RuleList Authority(ResolvedSettings settings, Setting setting) => new(settings)
    {
        { true, setting },
        {
            File.Exists(settings[setting]) && !IsRight(() => HasCertificate(settings[setting]!)), setting,
            $"{Quoted.Text(settings[setting])} contains no certificate", "expected a PEM file with a certificate"
        },
    };

    private static bool HasCertificate(string path)
    {
        var certificates = new X509Certificate2Collection();
        certificates.ImportFromPemFile(path);
        return certificates.Count > 0;
    }

    private static bool IsRight(Func<bool> read)
    {
        try
        {
            return read();
        }
        catch (Exception exception) when (
            exception is CryptographicException or ArgumentException or IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
