using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Hosts;

/// <summary>The certificates between a manager and its workers and benchmarks.</summary>
public static class TlsSettings
{
    private const Programs Clients = Programs.Runs | Programs.Worker | Programs.Cancel;

    private static readonly SettingGroup Rows =
        new("Cluster", Topic.Security, Programs.None) { File = SettingFile.Actor };

    public static readonly Setting<string?> CertificateFile =
        Add("CertificateFile", "PEM file with the certificate for TLS; needs --key", "--cert FILE", Programs.Manager);

    public static readonly Setting<string?> KeyFile =
        Add("KeyFile", "PEM file with the certificate's key; mode 0600", "--key FILE", Programs.Manager);

    public static readonly Setting<string?> AuthorityFile = Add(
        "AuthorityFile", "PEM file with the authority of the manager's certificate; the connection then uses TLS",
        "--ca FILE",
        Clients | Programs.Top);

    public static readonly Setting<string?> ClientAuthorityFile = Add(
        "ClientAuthorityFile",
        "PEM file with an authority; programs that join or submit must have a certificate from it; "
            + "needs --cert",
        "--client-ca FILE",
        Programs.Manager);

    public static readonly Setting<string?> ClientCertificateFile = Add(
        "ClientCertificateFile",
        "PEM file with the certificate for a manager with --client-ca; needs --client-key and --ca",
        "--client-cert FILE",
        Clients);

    public static readonly Setting<string?> ClientKeyFile =
        Add("ClientKeyFile", "PEM file with that certificate's key; mode 0600", "--client-key FILE", Clients);

    public static IReadOnlyList<Setting> All => Rows.All;

    private static Setting<string?> Add(string key, string purpose, string syntax, Programs programs) =>
        new(Rows, key, SettingRules.Path, null, purpose, syntax) { Programs = programs };
}
