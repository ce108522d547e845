namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>A transaction that was made and may wait for its block.</summary>
/// <param name="Bytes">The transaction in wire format.</param>
/// <param name="Id">Its id without witnesses.</param>
/// <param name="Fee">Sum of its inputs less that of its outputs, in 10⁻⁸ coins.</param>
public sealed record SyntheticTransaction(byte[] Bytes, Hash256 Id, long Fee);
