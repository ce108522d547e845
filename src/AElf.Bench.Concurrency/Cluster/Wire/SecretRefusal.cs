namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>Why a peer that does not prove the cluster's secret is refused, in the words of every transport.</summary>
public static class SecretRefusal
{
    public const string Missing = "no proof of a secret came; the cluster has one: give this process the same";

    public const string Needless =
        "a proof of a secret came, but this side has none: give both the same, or neither";

    public const string Wrong = "the proof of the secret is wrong: the two sides have different secrets";
}
