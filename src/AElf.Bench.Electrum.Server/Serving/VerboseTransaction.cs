using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Protocol;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>A transaction in the form of bitcoind's <c>getrawtransaction</c>, without addresses.</summary>
internal static class VerboseTransaction
{
    private const decimal Coin = 100_000_000;

    public static void Write(ServedIndex index, Hash256 id, ReadOnlyMemory<byte> bytes, JsonOutput output)
    {
        var transaction = TransactionView.Read(bytes.Span);
        var place = index.PlaceOf(id);
        var header = place is null ? default : BlockHeader.Read(index.Header(place.Value.Height));
        output.Value(new
        {
            txid = $"{id}",
            hash = $"{transaction.WitnessId()}",
            version = transaction.Version,
            size = bytes.Length,
            vsize = transaction.VirtualSize,
            weight = transaction.Weight,
            locktime = transaction.LockTime,
            vin = InputsOf(transaction),
            vout = OutputsOf(transaction),
            hex = HexOf(bytes.Span),
            blockhash = place is null ? null : $"{header.Hash()}",
            confirmations = index.Height - place?.Height + 1,
            time = place is null ? default(uint?) : header.Time,
            blocktime = place is null ? default(uint?) : header.Time,
        });
    }

    private static List<object> InputsOf(TransactionView transaction)
    {
        var inputs = new List<object>();
        var witnesses = transaction.Witnesses;
        foreach (var input in transaction.Inputs)
        {
            var script = HexOf(input.Script);
            var witness = witnesses.MoveNext() && witnesses.Current.Count > 0 ? TextsOf(witnesses.Current) : null;
            inputs.Add(input.IsCoinbase
                ? new { coinbase = script, txinwitness = witness, sequence = input.Sequence }
                : new
                {
                    txid = $"{input.PreviousId}",
                    vout = input.PreviousIndex,
                    scriptSig = new { hex = script },
                    txinwitness = witness,
                    sequence = input.Sequence,
                });
        }

        return inputs;
    }

    private static List<string> TextsOf(WitnessView witness)
    {
        var texts = new List<string>();
        foreach (var item in witness)
        {
            texts.Add(HexOf(item));
        }

        return texts;
    }

    private static List<object> OutputsOf(TransactionView transaction)
    {
        var outputs = new List<object>();
        foreach (var each in transaction.Outputs)
        {
            outputs.Add(
                new { value = each.Value / Coin, n = each.Index, scriptPubKey = new { hex = HexOf(each.Script) } });
        }

        return outputs;
    }

    private static string HexOf(ReadOnlySpan<byte> bytes) => Convert.ToHexStringLower(bytes);
}
