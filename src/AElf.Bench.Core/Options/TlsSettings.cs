namespace AElf.Bench.Core.Options;

/// <summary>Who shows a certificate to whom between a manager and those who join it and submit to it.</summary>
public static class TlsSettings
{
    private const Programs Clients = Programs.Runs | Programs.Worker | Programs.Cancel;

    private static readonly SettingGroup Rows =
        new("Cluster", Topic.Security, Programs.None) { File = SettingFile.Actor };

    /// <summary>The manager's certificate.</summary>
    public static readonly Setting<string?> CertificateFile =
        Add("CertificateFile", "PEM file with the certificate for TLS; needs --key", "--cert FILE", Programs.Manager);

    /// <summary>The key of the manager's certificate.</summary>
    public static readonly Setting<string?> KeyFile =
        Add("KeyFile", "PEM file with the certificate's key; mode 0600", "--key FILE", Programs.Manager);

    /// <summary>The authority of the manager's certificate.</summary>
    public static readonly Setting<string?> AuthorityFile = Add(
        "AuthorityFile", "PEM file with the authority of the manager's certificate; connects with TLS", "--ca FILE",
        Clients | Programs.Top);

    /// <summary>The authority of the certificates of all who join and submit.</summary>
    public static readonly Setting<string?> ClientAuthorityFile = Add(
        "ClientAuthorityFile",
        "PEM file with an authority: only who shows a certificate of it may join or submit; needs --cert",
        "--client-ca FILE",
        Programs.Manager);

    /// <summary>The certificate that is shown to the manager.</summary>
    public static readonly Setting<string?> ClientCertificateFile = Add(
        "ClientCertificateFile",
        "PEM file with the certificate to show to a manager with --client-ca; needs --client-key and --ca",
        "--client-cert FILE",
        Clients);

    /// <summary>Its key.</summary>
    public static readonly Setting<string?> ClientKeyFile =
        Add("ClientKeyFile", "PEM file with that certificate's key; mode 0600", "--client-key FILE", Clients);

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows.All;

    private static Setting<string?> Add(string key, string purpose, string syntax, Programs programs) =>
        new(Rows, key, SettingRules.Path, null, purpose, syntax) { Programs = programs };
}
