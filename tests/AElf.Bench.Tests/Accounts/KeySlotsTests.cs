using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Tests.Accounts;

/// <summary>The slots computed from numbers equal the slots of the keys.</summary>
public sealed class KeySlotsTests(ITestOutputHelper output)
{
    private static readonly RunId Run = RunId.Parse("0badcafe");

    [Theory]
    [InlineData(AccountCodec.KeyLength)]
    [InlineData(AccountCodec.KeyLength + 13)]
    public void Of_Account_EqualsTheSlotOfItsKey(int keyLength)
    {
        var key = new byte[keyLength];
        Array.Fill(key, AccountLayout.Padding);
        var slots = KeySlots.OfKeys(Run.HexBytes, keyLength);

        Seeds.ForEach(output, count: 1000, seed =>
        {
            var random = new Random((int)seed);
            var account = new AccountKey(random.Next(), random.Next(random.Next(1, int.MaxValue)));
            AccountCodec.WriteKey(key, Run.HexBytes, account);
            return slots.Of(account) == HashSlot.Of(key) ? null : $"{account}";
        });
    }

    [Fact]
    public void Of_Tag_EqualsTheSlotOfAKeyWithIt()
    {
        var key = new byte[AccountCodec.TaggedKeyLength];
        var tags = new HashTags();
        var slots = KeySlots.OfTags();

        Assert.All(Enumerable.Range(0, 1000), account =>
        {
            AccountCodec.WriteTaggedKey(key, Run.HexBytes, tags.Of(account), new AccountKey(account, 1));
            Assert.Equal(HashSlot.Of(key), slots.Of(tags.Of(account)));
        });
    }
}
