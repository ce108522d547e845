using System.Globalization;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Transfers;

/// <summary>The transfers that a run offers in every round.</summary>
/// <param name="Block">The block.</param>
/// <param name="Skew">
/// Exponent of the Zipf law that the sizes of its groups follow, 0 for even groups; null when it came from a file.
/// </param>
public sealed record TransferLoad(Block Block, double? Skew)
{
    /// <summary>Generates the load of the first group count of <paramref name="options"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">More groups than transfers, or a skew out of range.</exception>
    public static TransferLoad Generate(WorkloadOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return new TransferLoad(GeneratedBlock.Create(options), options.Skew);
    }

    /// <summary>Checks that the opening balances last.</summary>
    /// <param name="rounds">Rounds that may be offered.</param>
    /// <param name="name">The block, in the message.</param>
    /// <exception cref="FormatException">They do not.</exception>
    public void EnsureAffordable(int rounds, string name = "the block")
    {
        try
        {
            SequentialReplay.Run(Block, rounds);
        }
        catch (InvalidOperationException exception)
        {
            throw new FormatException(
                $"{name} cannot be offered for {rounds} rounds, warm-up and resumed ones included: "
                    + $"{exception.Message}; fewer --repeattime or --warmup rounds may do",
                exception);
        }
    }

    internal WorkloadDescription Describe(TransferMode mode) => new()
    {
        Name = "transfers",
        Noun = "transfer",
        UnitNoun = "group",
        ItemNoun = "account",
        Items = Block.AccountCount,
        Setup = NameOf(mode),
        Variant = Skew switch
        {
            null => "file",
            0 => "even",
            { } skew => string.Create(CultureInfo.InvariantCulture, $"skew {skew:0.0##}"),
        },
        Facts = [new("mode", NameOf(mode)), new("skew", Skew), new("accounts", Block.AccountCount)],
    };

    internal ReportSection Section(TransferMode mode) => new("Transfers")
    {
        Figures =
        [
            new("mode", mode switch
            {
                TransferMode.Multi => "multi: one MGET, then one MSET, for each transfer",
                TransferMode.Batch => "batch: each account of a group read once and written once",
                _ => "strict: two GET, then two SET, for each transfer",
            }) { Audience = ReportAudience.Page },
            new("block", Skew is null ? "read from a file" : "drawn from the seed") { Audience = ReportAudience.Page },
        ],
    };

    private static string NameOf(TransferMode mode) => mode.ToString().ToLowerInvariant();
}
