using System.Buffers;
using System.Text;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Accounts;

/// <summary>The hash tags that place the accounts of a group in one slot of a Redis Cluster.</summary>
public sealed class HashTagsTests
{
    [Fact]
    public void WriteTaggedKey_Account_HasRunTagAccountAndVersion()
    {
        var key = new byte[AccountCodec.TaggedKeyLength];

        AccountCodec.WriteTaggedKey(
            key, RunId.Parse("0badcafe").HexBytes, BitConverter.ToUInt32("1z0a"u8), new AccountKey(0xab, 3));

        Assert.Equal("ab0badcafe:{1z0a}000000ab@00000003", Encoding.ASCII.GetString(key));
        Assert.Equal(HashSlot.Of("1z0a"u8), HashSlot.Of(key));
    }

    [Fact]
    public void Of_AccountsOfAGroup_HaveOneTag()
    {
        var tags = new HashTags();

        tags.Place(5, [1, 700, 7]);
        tags.Place(6, [2]);

        Assert.Single(new[] { 1, 700, 7 }.Select(tags.Of).Distinct());
        Assert.NotEqual(tags.Of(1), tags.Of(2));
    }

    [Fact]
    public void Of_AccountsWithoutAGroup_HaveTagsByTheirNumbers()
    {
        var tags = new HashTags();
        tags.Place(5, [3]);

        Assert.Equal(new HashTags().Of(1), tags.Of(1));
        Assert.NotEqual(tags.Of(1), tags.Of(2));
    }

    [Theory]
    [InlineData(80, 3, 2)]
    [InlineData(80, 4, 2)]
    [InlineData(80, 5, 2)]
    [InlineData(80, 6, 2)]
    [InlineData(1200, 3, 4)]
    [InlineData(1200, 7, 4)]
    public void Of_Groups_AreSpreadEvenlyOverMasters(int groups, int masters, int atMost)
    {
        var tags = new HashTags();
        for (var group = 0; group < groups; group++)
        {
            tags.Place(group, [group]);
        }

        int[] counts =
        [
            .. Enumerable.Range(0, groups)
                .CountBy(group => SlotOf(tags, group) * masters / HashSlot.Count).Select(each => each.Value),
        ];

        Assert.Equal(masters, counts.Length);
        Assert.InRange(counts.Max() - counts.Min(), 0, atMost);
    }

    [Fact]
    public void Of_AsManyGroupsAsSlots_UsesEachSlotOnce()
    {
        var tags = new HashTags();

        Assert.Equal(HashSlot.Count, Enumerable.Range(0, HashSlot.Count).DistinctBy(one => SlotOf(tags, one)).Count());
    }

    [Fact]
    public void Place_DecodedGrant_HasTheTagsOfItsRound()
    {
        var block = SkewedGroups.Generate(transfers: 300, groups: 40, skew: 1, seed: 5);
        var groups = new Grouper().Group(block);
        var (here, there) = (new HashTags(), new HashTags());
        for (var group = 0; group < groups.Count; group++)
        {
            here.Place(group, groups.AccountsOf(group, block));
        }

        var jobs = JobMerger.Merge(groups.Sizes(), 7);
        var round = new TransferRound(
            block, groups, jobs, Offer.Once(0), new int[block.AccountCount], TransferMode.Multi);
        var decoded = new TransferWork();
        for (var job = 0; job < jobs.Count; job++)
        {
            var work = new ArrayBufferWriter<byte>();
            round.Encode(Grant.Initial(job), work);
            decoded.Decode(work.WrittenSpan);
            decoded.Place(there);
        }

        Assert.All(
            Enumerable.Range(0, groups.Count).SelectMany(group => groups.AccountsOf(group, block)),
            account => Assert.Equal(here.Of(account), there.Of(account)));
    }

    private static int SlotOf(HashTags tags, int account) => HashSlot.Of(BitConverter.GetBytes(tags.Of(account)));
}
