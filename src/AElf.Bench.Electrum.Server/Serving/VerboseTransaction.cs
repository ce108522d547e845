using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Protocol;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>A transaction in words, in the form of bitcoind's <c>getrawtransaction</c>, without addresses.</summary>
internal static class VerboseTransaction
{
    private const decimal Coin = 100_000_000;

    public static void Write(ServedIndex index, Hash256 id, ReadOnlySpan<byte> bytes, JsonOutput output)
    {
        var transaction = TransactionView.Read(bytes);
        output.Raw("{\"txid\":"u8);
        output.Hash(id);
        output.Raw(",\"hash\":"u8);
        output.Hash(transaction.WitnessId());
        WriteNumber(",\"version\":"u8, transaction.Version, output);
        WriteNumber(",\"size\":"u8, bytes.Length, output);
        WriteNumber(",\"vsize\":"u8, transaction.VirtualSize, output);
        WriteNumber(",\"weight\":"u8, transaction.Weight, output);
        WriteNumber(",\"locktime\":"u8, transaction.LockTime, output);
        WriteInputs(transaction, output);
        WriteOutputs(transaction, output);
        output.Raw(",\"hex\":"u8);
        output.Hex(bytes);
        if (index.PlaceOf(id) is { } place)
        {
            var header = BlockHeader.Read(index.Header(place.Height));
            output.Raw(",\"blockhash\":"u8);
            output.Hash(header.Hash());
            WriteNumber(",\"confirmations\":"u8, index.Height - place.Height + 1, output);
            WriteNumber(",\"time\":"u8, header.Time, output);
            WriteNumber(",\"blocktime\":"u8, header.Time, output);
        }

        output.Raw("}"u8);
    }

    private static void WriteInputs(TransactionView transaction, JsonOutput output)
    {
        output.Raw(",\"vin\":["u8);
        var isFirst = true;
        var witnesses = transaction.Witnesses;
        foreach (var input in transaction.Inputs)
        {
            output.Raw(isFirst ? "{"u8 : ",{"u8);
            isFirst = false;
            if (input.IsCoinbase)
            {
                output.Raw("\"coinbase\":"u8);
                output.Hex(input.Script);
            }
            else
            {
                output.Raw("\"txid\":"u8);
                output.Hash(input.PreviousId);
                WriteNumber(",\"vout\":"u8, input.PreviousIndex, output);
                output.Raw(",\"scriptSig\":{\"hex\":"u8);
                output.Hex(input.Script);
                output.Raw("}"u8);
            }

            if (witnesses.MoveNext() && witnesses.Current.Count > 0)
            {
                WriteWitness(witnesses.Current, output);
            }

            WriteNumber(",\"sequence\":"u8, input.Sequence, output);
            output.Raw("}"u8);
        }

        output.Raw("]"u8);
    }

    private static void WriteWitness(WitnessView witness, JsonOutput output)
    {
        var isFirst = true;
        output.Raw(",\"txinwitness\":["u8);
        foreach (var item in witness)
        {
            output.Raw(isFirst ? [] : ","u8);
            output.Hex(item);
            isFirst = false;
        }

        output.Raw("]"u8);
    }

    private static void WriteOutputs(TransactionView transaction, JsonOutput output)
    {
        output.Raw(",\"vout\":["u8);
        foreach (var each in transaction.Outputs)
        {
            output.Raw(each.Index == 0 ? "{\"value\":"u8 : ",{\"value\":"u8);
            output.Number(each.Value / Coin);
            WriteNumber(",\"n\":"u8, each.Index, output);
            output.Raw(",\"scriptPubKey\":{\"hex\":"u8);
            output.Hex(each.Script);
            output.Raw("}}"u8);
        }

        output.Raw("]"u8);
    }

    private static void WriteNumber(ReadOnlySpan<byte> name, long value, JsonOutput output)
    {
        output.Raw(name);
        output.Number(value);
    }
}
