using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Tests.Cluster;

public sealed class GrantAssemblyTests
{
    private static readonly int[] Units = [3, 5, 8];

    private static Message.Assign Part(byte[] work, int offset, int length) => new(
        11,
        "run1",
        0,
        -1,
        Grant.Initial(0),
        offset == 0 ? Units : [],
        new WorkPart(offset, work.Length, work.AsMemory(offset, length)));

    private static List<Message.Assign> PartsOf(byte[] work, int size) =>
        [.. Enumerable.Range(0, Math.Max(1, (work.Length + size - 1) / size))
            .Select(part => Part(work, part * size, Math.Min(size, work.Length - (part * size))))];

    [Fact]
    public void Assemble_PartsInAnyOrderOrTwice_CompletesTheGrant()
    {
        for (ulong seed = 0; seed < 2000; seed++)
        {
            var random = new SeededRandom(seed);
            var work = new byte[random.Next(40)];
            for (var i = 0; i < work.Length; i++)
            {
                work[i] = (byte)random.Next(256);
            }

            var parts = PartsOf(work, 1 + random.Next(12));
            var missing = Enumerable.Range(0, parts.Count).ToHashSet();
            var assembly = new GrantAssembly();
            while (missing.Count > 0)
            {
                var next = random.Next(parts.Count);
                missing.Remove(next);
                Assert.True(assembly.Add(parts[next]) == (missing.Count == 0), $"seed {seed}");
            }

            Assert.Equal(work, assembly.ToWork().ToArray());
            Assert.Equal(Units, assembly.Units);
        }
    }

    [Fact]
    public void Assemble_GrantWithoutWork_IsCompleteWithOnePart()
    {
        var assembly = new GrantAssembly();

        Assert.True(assembly.Add(Part([], 0, 0)));
        Assert.True(assembly.ToWork().IsEmpty);
        Assert.Equal(Units, assembly.Units);
    }

    [Fact]
    public void Assemble_LengthBeforeBytes_AllocatesNothing()
    {
        var huge = Part([1, 2, 3], 0, 3);
        huge = huge with { Work = huge.Work with { Length = int.MaxValue } };
        var before = GC.GetAllocatedBytesForCurrentThread();

        Assert.False(new GrantAssembly().Add(huge));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 10_000);
    }
}
