using System.Buffers;
using System.Text;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Tests.Scheduling;

/// <summary>A round whose units have only weights. It encodes the versions above 0 of its units.</summary>
internal sealed class SmallRound : IRound
{
    private readonly int[] weights;

    public SmallRound(long number, int[] weights, int maxJobs, int[]? versions = null)
    {
        this.weights = weights;
        Number = number;
        Jobs = JobMerger.Merge(weights, maxJobs);
        Versions = versions ?? new int[weights.Length];
        Manifest = new RoundManifest(number, weights.Length, Jobs.Count, weights.Sum(weight => (long)weight), 0xC0FFEE);
    }

    /// <summary>The epoch of each unit's accepted attempt.</summary>
    public int[] Versions { get; }

    public long Number { get; }

    public Jobs Jobs { get; }

    public RoundManifest Manifest { get; }

    public int[] UnitsOf(in Grant grant) => grant.Job >= 0 ? Jobs[grant.Job].ToArray() : [grant.Unit];

    public int WeightOf(int unit) => weights[unit];

    public int AnchorOf(int unit) => unit;

    public void Accept(Attempt attempt) => Versions[attempt.Unit] = attempt.Epoch;

    public void Encode(in Grant grant, IBufferWriter<byte> work) => Encoding.ASCII.GetBytes(
        string.Join(' ', UnitsOf(grant).Where(unit => Versions[unit] > 0).Select(unit => $"{unit}@{Versions[unit]}")),
        work);

    public (int Unit, string? Item) Locate(in Grant grant, in LanePosition position) =>
        (UnitsOf(grant)[position.UnitCursor], $"item {position.Position}");

    public OperationCounts MaxOperationsOf(in Grant grant)
    {
        var weight = grant.Job >= 0 ? Jobs.WeightOf(grant.Job) : 2 * WeightOf(grant.Unit);
        return new OperationCounts(weight, weight, 0, 0, weight, weight);
    }
}
