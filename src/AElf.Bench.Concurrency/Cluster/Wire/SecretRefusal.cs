namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>Why a peer is refused that does not prove the cluster's secret, however it came.</summary>
public static class SecretRefusal
{
    /// <summary>It proves nothing.</summary>
    public const string Missing = "no proof of a secret came; the cluster has one: give this process the same";

    /// <summary>It proves a secret, and the cluster has none.</summary>
    public const string Needless =
        "a proof of a secret came, but this side has none: give both the same, or neither";

    /// <summary>It proves another one.</summary>
    public const string Wrong = "the proof of the secret is wrong: the two sides have different secrets";
}
