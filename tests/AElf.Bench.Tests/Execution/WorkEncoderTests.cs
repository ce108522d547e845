using System.Buffers;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Execution;

public sealed class WorkEncoderTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Encoder_GrantInEachRound_IsDecoded(int seed)
    {
        var random = new Random(seed);
        var block = SkewedGroups.Generate(transfers: 300, groups: 40, skew: 1, (ulong)seed);
        var groups = new Grouper().Group(block);
        var jobs = JobMerger.Merge(groups.Sizes(), 7);
        var versions = new int[block.AccountCount];
        var encoder = new WorkEncoder(block);
        var decoded = new TransferWork();
        for (var number = 0; number < 4; number++)
        {
            int[] opening = [.. versions];
            var round = new TransferRound(
                block, groups, jobs, new Offer(number, 2 * number, 2), versions, TransferMode.Strict)
            {
                Encoder = encoder,
            };
            for (var job = 0; job < jobs.Count; job++)
            {
                decoded.Decode(Encode(round, Grant.Initial(job)));
                AssertSame(round, jobs[job], decoded, opening);
            }

            // Some groups are executed again with separate keys. A grant that was ended must not write to these.
            foreach (var unit in Enumerable.Range(0, groups.Count).Where(_ => random.Next(3) == 0))
            {
                round.Accept(new Attempt(unit, number + 1));
                decoded.Decode(Encode(round, Grant.Retry(unit, number + 1)));
                AssertSame(round, [unit], decoded, opening);
            }
        }
    }

    [Fact]
    public void Encoder_WorkCutOrTooLong_IsRefused()
    {
        var block = EvenGroups.Generate(transfers: 12, groups: 2, seed: 4);
        var groups = new Grouper().Group(block);
        var round = new TransferRound(
            block,
            groups,
            JobMerger.Merge(groups.Sizes(), 1),
            Offer.Once(3),
            new int[block.AccountCount],
            TransferMode.Strict);
        var work = Encode(round, Grant.Initial(job: 0));

        for (var length = 0; length < work.Length; length++)
        {
            Assert.Throws<FormatException>(() => new TransferWork().Decode(work.AsSpan(0, length)));
        }

        Assert.Throws<FormatException>(() => new TransferWork().Decode([.. work, 0]));
        new TransferWork().Decode(work);
    }

    private static byte[] Encode(TransferRound round, Grant grant)
    {
        var work = new ArrayBufferWriter<byte>();
        round.Encode(grant, work);
        return work.WrittenSpan.ToArray();
    }

    private static void AssertSame(TransferRound round, ReadOnlySpan<int> units, TransferWork decoded, int[] opening)
    {
        Assert.Equal(units.Length, decoded.GroupCount);
        Assert.Equal(round.Work.Numbering, decoded.Numbering);
        for (var place = 0; place < units.Length; place++)
        {
            Assert.Equal((units[place], opening[round.AnchorOf(units[place])]), decoded.GroupAt(place));
            var (there, end) = decoded.SlotsOf(place);
            var (first, ending) = round.Work.SlotsOf(units[place]);
            Assert.Equal(ending - first, end - there);
            for (var slot = 0; slot < end - there; slot++)
            {
                Assert.Equal(round.Work.At(first + slot), decoded.At(there + slot));
                Assert.Equal(round.Work.IndexOf(first + slot), decoded.IndexOf(there + slot));
            }
        }
    }
}
