using System.Buffers;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.SmallBank;

namespace AElf.Bench.Tests.SmallBank;

public sealed class BankWorkTests
{
    [Fact]
    public void A_lane_decodes_the_transactions_and_versions_of_its_grant()
    {
        var decoded = new BankWork();
        for (ulong seed = 0; seed < 200; seed++)
        {
            var random = new SeededRandom(seed);
            using var bench = new BankBench(RandomBankBlocks.Draw(random, 60, 30), lanes: 1, 1 + random.Next(5));
            var round = bench.Round;
            for (var unit = 0; unit < round.Jobs.UnitCount; unit++)
            {
                round.Accept(new Attempt(unit, random.Next(4)));
                AssertSame(round, [unit], decoded, Grant.Retry(unit, 7));
            }

            for (var job = 0; job < round.Jobs.Count; job++)
            {
                AssertSame(round, round.Jobs[job], decoded, Grant.Initial(job));
            }
        }
    }

    [Fact]
    public void Encoded_work_that_is_cut_or_altered_anywhere_is_refused_or_whole()
    {
        using var bench = new BankBench(RandomBankBlocks.Draw(new SeededRandom(5), 20, 8));
        var work = Encode(bench.Round, Grant.Initial(0));
        var decoded = new BankWork();

        for (var length = 0; length < work.Length; length++)
        {
            Assert.Throws<FormatException>(() => decoded.Decode(work.AsSpan(0, length)));
        }

        Assert.Throws<FormatException>(() => decoded.Decode([.. work, 0]));
        for (var at = 0; at < work.Length; at++)
        {
            foreach (var value in new byte[] { 0, 1, 6, 0x7F, 0x80, 0xFF })
            {
                byte[] altered = [.. work];
                altered[at] = value;
                try
                {
                    decoded.Decode(altered);
                }
                catch (Exception refused) when (refused is FormatException or OverflowException)
                {
                    continue;
                }

                for (var slot = 0; slot < decoded.SlotsOf(decoded.GroupCount - 1).End; slot++)
                {
                    Assert.Null(BankBlock.WhatIsWrongWith(decoded.At(slot), int.MaxValue / 2));
                }
            }
        }
    }

    private static byte[] Encode(BankRound round, Grant grant)
    {
        var work = new ArrayBufferWriter<byte>();
        round.Encode(grant, work);
        return work.WrittenSpan.ToArray();
    }

    private static void AssertSame(BankRound round, ReadOnlySpan<int> units, BankWork decoded, Grant grant)
    {
        decoded.Decode(Encode(round, grant));
        Assert.Equal(units.Length, decoded.GroupCount);
        Assert.Equal(round.Work.Numbering, decoded.Numbering);
        for (var place = 0; place < units.Length; place++)
        {
            Assert.Equal((units[place], round.AcceptedVersionOf(units[place])), decoded.GroupAt(place));
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
