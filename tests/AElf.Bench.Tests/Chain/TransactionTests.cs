using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Tests.Chain;

public sealed class TransactionTests
{
    // The coinbase of the genesis block.
    private const string Genesis =
        "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054"
        + "696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f75"
        + "7420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962"
        + "e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000";

    // The first payment between two people, in block 170.
    private const string FirstPayment =
        "0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af51"
        + "4961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221"
        + "a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa284"
        + "14e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a01"
        + "6b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656"
        + "b412a3ac00000000";

    // The signed P2SH-P2WPKH example of BIP143.
    private const string Segwit =
        "01000000000101db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a547701000000171600147909197218"
        + "6c449eb1ded22b78e40d009bdf0089feffffff02b8b4eb0b000000001976a914a457b684d7f0d539a46a45bbc043f35b59d0d96388"
        + "ac0008af2f000000001976a914fd270b1ee6abcaea97fea7ad0402e8bd8ad6d77c88ac02473044022047ac8e878352d3ebbde1c94c"
        + "e3a10d057c24175747116f8288e5d794d12d482f0220217f36a485cae903c713331d877c1f64677e3622ad4010726870540656fe9d"
        + "cb012103ad1d8e89212f0b92c74d23bb710c00662ad1470198ac48c43f7d6f93a2a2687392040000";

    [Theory]
    [InlineData(Genesis, "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b", true)]
    [InlineData(FirstPayment, "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16", false)]
    [InlineData(Segwit, "ef48d9d0f595052e0f8cdcf825f7a5e50b6a388a81f206f3f4846e5ecd7a0c23", false)]
    public void Id_PublicTransaction_IsTheKnownOne(string raw, string id, bool isCoinbase)
    {
        var transaction = TransactionView.Read(Convert.FromHexString(raw));
        Assert.Equal(id, transaction.Id().ToString());
        Assert.Equal(isCoinbase, transaction.IsCoinbase);
        Assert.Equal(transaction.HasWitness, transaction.Id() != transaction.WitnessId());
    }

    [Fact]
    public void Read_Witness_HasItsItems()
    {
        var transaction = TransactionView.Read(Convert.FromHexString(Segwit));
        var witnesses = transaction.Witnesses;
        Assert.True(witnesses.MoveNext());
        var lengths = new List<int>();
        foreach (var item in witnesses.Current)
        {
            lengths.Add(item.Length);
        }

        Assert.Equal([71, 33], lengths);
        Assert.False(witnesses.MoveNext());
        Assert.Equal((142, 1170u), (transaction.BaseSize, transaction.LockTime));
        Assert.Equal((4 * 142) + 109, transaction.Weight);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(250)]
    public void Id_TransactionOfAnySize_ExcludesTheWitness(int outputs)
    {
        var (plain, segwit) = (new WireWriter(), new WireWriter());
        Build(outputs, hasWitness: false).MoveTo(plain);
        Build(outputs, hasWitness: true).MoveTo(segwit);
        var without = TransactionView.Read(plain.Written);
        var with = TransactionView.Read(segwit.Written);
        Assert.Equal(without.Bytes.Length, with.BaseSize);
        Assert.Equal(Hash256.OfTwice(plain.Written), with.Id());
        Assert.Equal(without.Id(), with.Id());
    }

    // From the documentation of the Electrum protocol: the script of 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa.
    [Fact]
    public void ScriptHash_DocumentedScript_IsTheDocumentedHash() =>
        Assert.Equal(
            "8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161",
            Hash256.Of(Convert.FromHexString("76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac")).ToString());

    [Fact]
    public void Write_ThenRead_IsTheSameTransaction()
    {
        for (var seed = 0UL; seed < 2000; seed++)
        {
            var raw = new RandomTransactions(seed).Next();
            var writer = new WireWriter();
            Copy(TransactionView.Read(raw)).MoveTo(writer);
            Assert.True(writer.Written.SequenceEqual(raw), $"seed {seed}: {Convert.ToHexString(raw)}");
        }
    }

    [Theory]
    [InlineData("", "byte 0: the version of a transaction needs 4 bytes, and 0 are left")]
    [InlineData("0100000000", "byte 4: marker and flag needs 2 bytes, and 1 are left")]
    [InlineData("010000000002", "byte 4: a transaction without inputs, or with the flag 02")]
    [InlineData("01000000fd0100", "byte 4: the number of inputs: 1 is written in more bytes than it needs")]
    [InlineData("01000000feffff0000", "byte 4: the number of inputs: 65535 is written in more bytes than it needs")]
    [InlineData("01000000ffffffffffffffffff", "byte 4: the number of inputs: 18446744073709551615 of at least 41")]
    public void Read_InvalidTransaction_IsRefusedWithItsOffset(string raw, string message) =>
        Assert.StartsWith(
            message,
            Assert.Throws<ChainException>(() => TransactionView.Read(Convert.FromHexString(raw)).InputCount).Message,
            StringComparison.Ordinal);

    [Fact]
    public void Read_TooManyCoinsExtraByteOrNeedlessForm_IsRefused()
    {
        var raw = Convert.FromHexString(FirstPayment);
        Assert.Contains("bytes follow", Fault([.. raw, 0]), StringComparison.Ordinal);
        byte[] empty = [.. raw[..4], 0, 1, .. raw[4..^4], 0, .. raw[^4..]];
        Assert.Contains("witnesses", Fault(empty), StringComparison.Ordinal);
        raw[^73] = 0x7f;
        Assert.Contains("8400000000000000", Fault(raw), StringComparison.Ordinal);
    }

    private static string Fault(byte[] raw) =>
        Assert.Throws<ChainException>(() => TransactionView.Read(raw).InputCount).Message;

    private static TransactionBuilder Build(int outputs, bool hasWitness)
    {
        var builder = new TransactionBuilder();
        builder.AddInput(Hash256.Of("spent"u8), 3, "script"u8);
        if (hasWitness)
        {
            builder.AddWitnessItem(new byte[400]);
            builder.AddWitnessItem([]);
        }

        for (var i = 0; i < outputs; i++)
        {
            builder.AddOutput(i, new byte[22]);
        }

        return builder;
    }

    private static TransactionBuilder Copy(TransactionView transaction)
    {
        var builder = new TransactionBuilder { Version = transaction.Version, LockTime = transaction.LockTime };
        var witnesses = transaction.Witnesses;
        foreach (var input in transaction.Inputs)
        {
            builder.AddInput(input.PreviousId, input.PreviousIndex, input.Script, input.Sequence);
            if (witnesses.MoveNext())
            {
                foreach (var item in witnesses.Current)
                {
                    builder.AddWitnessItem(item);
                }
            }
        }

        foreach (var output in transaction.Outputs)
        {
            builder.AddOutput(output.Value, output.Script);
        }

        return builder;
    }
}
