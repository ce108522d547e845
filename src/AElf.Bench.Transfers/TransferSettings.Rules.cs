using AElf.Bench.Core.Options;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.Transfers;

/// <content>The rules over several settings.</content>
public static partial class TransferSettings
{
    /// <summary>The problems of the settings. Rules skip values that were already refused.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings) => new RuleList(settings)
    {
        settings.IsRejected(Load) || settings.Get(BlockFile) is not null ? [] : CheckLoad(settings),
        settings.IsRejected(Groups) || !TakesGroups(settings) ? [] : CheckGroups(settings),
        { true, BlockFile },
        {
            settings.Get(BlockFile) is null ? [] : [Transfers, Groups, Skew, Load],
            "the file of --block-in defines transfers and groups", "remove one of the two"
        },
        {
            settings.Get(Mode) is not TransferMode.Strict && IsSpread(settings),
            Mode,
            $"{NameOf(settings.Get(Mode))} sends commands with several keys, which are at several servers",
            "add --hash-tag group, or use strict"
        },
        ContractOf(settings) is { } source ? CheckContract(settings, source) : [],
        settings.Get(MeasureSettings.Rate) is null ? [] : CheckRate(settings),
        ExecutionSettings.Check(settings, ContractOf(settings)),
    };

    /// <summary>Whether the accounts of a transaction may be on several servers.</summary>
    internal static bool IsSpread(ResolvedSettings settings) =>
        settings.Get(StoreSettings.Type) is StoreType.RedisCluster or StoreType.RedisShards
            && settings.Get(HashTag) is Execution.HashTag.None
            && !settings.IsAnyRejected(HashTag, StoreSettings.Type);

    private static RuleList CheckLoad(ResolvedSettings settings)
    {
        var (shape, skew) = (settings.Get(Load), settings[Skew]);
        var transfers = shape.Transfers > 0 ? shape.Transfers : settings.Get(Transfers);
        return new(settings)
        {
            {
                IsAnotherLoad(settings, shape), Load, $"{shape} and --skew {skew} name two loads",
                skew is "0" ? "remove --skew" : $"expected one, such as --load zipf:{skew}"
            },
            {
                shape.TakesGroups ? [] : [Groups], $"--load {shape} defines its groups", "remove --groups"
            },
            {
                shape.Transfers > 0 && settings.Get(Transfers) != shape.Transfers
                    && settings.Source(Transfers) >= SettingSource.Submission,
                Transfers,
                $"{settings.Shown(Transfers)} differs from the sum of the groups of --load sizes",
                $"remove it, or use -n {shape.Transfers}"
            },
            {
                shape.Count > transfers, Load,
                $"{shape} is too many for {transfers} transfers (-n)", $"expected at most {transfers}"
            },
        };
    }

    // A skew defines a load. With --load as well, one of the two would be ignored.
    private static bool IsAnotherLoad(ResolvedSettings settings, LoadShape shape)
    {
        var skew = (double)settings.Get(Skew);
        return shape.Kind switch
        {
            LoadKind.Even => skew > 0 && settings.IsTyped(Load),
            LoadKind.Zipf when skew.Equals(shape.Share) => false,
            _ => skew > 0 || settings.IsTyped(Skew),
        };
    }

    private static RuleList CheckGroups(ResolvedSettings settings)
    {
        var ((from, to), transfers) = (GroupsOf(settings), settings.Get(Transfers));
        var several = (from == to, SkewsOf(settings)) switch
        {
            (false, _) => $"the group counts {from} to {to}",
            (_, [_, _, ..]) => "even and of skewed groups, which --routing all compares",
            _ => null,
        };
        return new(settings)
        {
            {
                from > to, Groups, $"{settings.Shown(Groups)} is not valid",
                $"expected the lower count first, such as {to} {from}"
            },
            {
                from <= to && to > transfers && settings.Get(BlockFile) is null && !settings.IsRejected(Transfers),
                Groups,
                $"{to} groups{(settings.Source(Groups) == SettingSource.Default ? " (the default)" : "")} are too many "
                    + $"for {transfers} transfers (-n)",
                $"expected at most {transfers}"
            },
            {
                from != to && (settings.IsPreparing || settings.Get(CommonSettings.Prepared) is not null), Groups,
                $"accounts are prepared for one group count, not for {settings.Shown(Groups)}", "use one, such as 80"
            },
            {
                settings.Get(BlockOutput) is not null && settings.Get(BlockFile) is null && several is not null,
                BlockOutput, $"one file cannot hold the blocks of {several}",
                "use one group count and one --skew, such as --groups 80 --skew 0"
            },
        };
    }

    private static RuleList CheckRate(ResolvedSettings settings) => new(settings)
    {
        {
            settings.Get(Mode) == TransferMode.Batch, Mode,
            "batch executes a group as a whole, so its transfers have no separate starts",
            "use strict, multi or exec with --rate"
        },
        {
            settings.Get(ActorSettings.ConcurrencyLevel) > 0, ActorSettings.ConcurrencyLevel,
            "groups in one job wait for each other, not for the schedule of --rate",
            "remove it: with --rate each group is a separate job"
        },
    };

    private static RuleList CheckContract(ResolvedSettings settings, ContractSource source)
    {
        var shape = settings.Get(Load);
        var rules = new RuleList(settings)
        {
            {
                settings.Get(Mix).Contracts is not null && settings.Get(Contract) is not null, Mix,
                "the contract file defines the shares", "remove --mix or --contract"
            },
            source.Errors.Select(error => ValidationError.Error(
                $"{settings.What(Contract)} {source.Path}{error.Place}", error.Problem, error.Advice)),
            {
                settings.Get(Mode) == TransferMode.Batch, Mode,
                "batch writes an account once for all transactions of a group, and is for transfers only",
                "use strict, multi or exec with contracts"
            },
            {
                shape.Kind is not (LoadKind.Even or LoadKind.Zipf or LoadKind.Sizes or LoadKind.Hot), Load,
                $"{shape} is for transfers only", "use even, zipf, sizes or hot with contracts"
            },
            { [BlockOutput], "a block file contains transfers, but no contracts", "remove it" },
        };
        if (source.Errors.Count > 0)
        {
            return rules;
        }

        var max = source.File.MaxTransactions;
        rules.Add(
            settings.Get(Transfers) > max, Transfers, $"{settings.Shown(Transfers)} is too many for {source.Name}",
            $"expected at most {max}");
        rules.Add(
            source.HasOwnGroups ? [Groups, Skew, Load] : [],
            $"the shared accounts of {source.Name} define its groups "
                + $"({string.Join(", ", source.File.SharedPools.Select(pool => pool.Name))})",
            "remove it");
        return rules;
    }
}
