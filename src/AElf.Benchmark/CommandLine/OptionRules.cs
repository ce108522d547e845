using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;

namespace AElf.Benchmark.CommandLine;

/// <summary>The rules that look at several options at once.</summary>
internal static class OptionRules
{
    private static readonly Setting[] OfGeneration =
        [TransferSettings.Transfers, TransferSettings.Groups, TransferSettings.Skew, TransferSettings.Seed];

    /// <summary>Every rule that is broken. A rule over a value that was refused already stays silent.</summary>
    public static IEnumerable<ValidationError> Check(ProgramReading reading) =>
    [
        .. TransferSettings.Check(reading.Settings), .. reading.IsForManager
            ? []
            : StoreRules.Check(reading.Settings, reading.Password),
        .. Accounts(reading.Settings), .. reading.IsForManager
            ? BesideManager(reading)
            : WithoutManager(reading.Settings),
        .. OutputPaths.Check(
            reading.Settings, Settings.JsonOutput, Settings.MarkdownOutput, TransferSettings.BlockOutput),
    ];

    /// <summary>The same for the run of a scenario, which starts its processes or, with <paramref name="isForHosts"/>, joins those of others.</summary>
    public static IEnumerable<ValidationError> CheckForScenario(ProgramReading reading, bool isForHosts)
    {
        ValidationError[] refused =
        [
            .. new[] { Settings.SecretFile, Settings.AuthorityFile }
                .Where(setting => !isForHosts && reading.Settings.IsTyped(setting))
                .Select(setting => ValidationError.Error(
                    setting.Option!, "a scenario that starts its own cluster makes its own secret", "remove it")),
        ];
        return refused.Length > 0 ? refused : Check(reading);
    }

    private static IEnumerable<ValidationError> BesideManager(ProgramReading reading) =>
        [.. OfOthers(reading), .. AccountsOfNobody(reading.Settings), .. ClusterRules.Check(
            reading.Settings, reading.Secret)];

    private static IEnumerable<ValidationError> WithoutManager(MergedSettings settings) =>
    [
        .. AccountsInMemory(settings), .. Concurrency(settings), .. ConfigurationReader.CheckHosts(settings),
        .. UnusedWithoutManager(settings),
    ];

    private static IEnumerable<ValidationError> Accounts(MergedSettings settings)
    {
        var isPreparing = settings[TransferSettings.Kind] is "genAccount";
        if (isPreparing && settings[TransferSettings.Prepared] is not null)
        {
            yield return ValidationError.Error(
                "--prepared", "genAccount prepares accounts itself", "use -f evenGroup, or remove --prepared");
        }

        if ((isPreparing || settings[TransferSettings.Prepared] is not null)
            && !settings.IsRejected(TransferSettings.Groups)
            && CountRangeRule.Parse(settings[TransferSettings.Groups]!) is var (from, to)
            && from != to)
        {
            yield return ValidationError.Error(
                "--grouprange",
                $"accounts are prepared for one group count, not for {settings.Shown(TransferSettings.Groups)}",
                "use one, such as 80 80");
        }

        if (settings[TransferSettings.Prepared] is not null && settings.Flag(Settings.RoutingComparison))
        {
            yield return ValidationError.Error(
                "--routing",
                "'all' makes several runs, but prepared accounts serve one",
                "use one routing, or remove --prepared");
        }

        if (BlocksBeyondOne(settings) is { } blocks)
        {
            yield return ValidationError.Error(
                "--block-out",
                $"one file cannot hold the blocks of {blocks}",
                "use one group count and one --skew, such as --grouprange 80 80 --skew 0");
        }

        var file = settings[TransferSettings.BlockFile];
        if (file is not null && !File.Exists(file))
        {
            yield return ValidationError.MissingFile("--block-in", file);
        }

        foreach (var setting in OfGeneration)
        {
            if (file is not null && settings.IsTyped(setting))
            {
                yield return ValidationError.Warning(
                    setting.Option!, "has no effect with --block-in", "remove one of the two");
            }
        }
    }

    /// <summary>What makes the runs differ in their blocks where only one can be kept; null when nothing does.</summary>
    private static string? BlocksBeyondOne(MergedSettings settings)
    {
        if (settings[TransferSettings.BlockOutput] is null
            || settings[TransferSettings.BlockFile] is not null
            || settings.IsRejected(TransferSettings.Groups))
        {
            return null;
        }

        var (from, to) = CountRangeRule.Parse(settings[TransferSettings.Groups]!);
        return from != to ? $"the group counts {from} to {to}"
            : BenchmarkCommandLine.SkewsOf(settings).Length > 1 ? "even and of skewed groups, on which --routing all compares"
            : null;
    }

    /// <summary>The manager prepares no accounts: the benchmark does, in the manager's store, which it then has to know.</summary>
    private static IEnumerable<ValidationError> AccountsOfNobody(MergedSettings settings)
    {
        if (settings[TransferSettings.Kind] is "genAccount" && settings[Settings.Type] is "inmemory"
            && !settings.IsRejected(Settings.Type))
        {
            yield return ValidationError.Error(
                "-f",
                "a manager does not prepare accounts",
                "name the manager's store with --database, and remove --manager");
        }
    }

    private static IEnumerable<ValidationError> AccountsInMemory(MergedSettings settings)
    {
        if (settings[Settings.Type] is not "inmemory" || settings.IsRejected(Settings.Type))
        {
            yield break;
        }

        if (settings[TransferSettings.Kind] is "genAccount")
        {
            yield return ValidationError.Error(
                "-f",
                "accounts in the in-memory store are gone when the program ends",
                "use --database redis, ssdb or twemproxy");
        }

        if (settings[TransferSettings.Prepared] is not null)
        {
            yield return ValidationError.Error(
                "--prepared", "the in-memory store starts empty", "use --database redis, ssdb or twemproxy");
        }
    }

    /// <summary>
    /// Store and actors are those of the manager and its workers, but for what is submitted with the run.
    /// </summary>
    private static IEnumerable<ValidationError> OfOthers(ProgramReading reading) => reading.Table
        .Where(setting => setting.Topic is Topic.Store or Topic.Actors && setting.Submission != Submission.Always)
        .Where(setting => setting.Syntax is not null && reading.Settings.IsTyped(setting))
        .Select(setting => ValidationError.Error(
            setting.Option!,
            "not available with --manager",
            "set it where the manager and the workers are started, or remove --manager"));

    private static IEnumerable<ValidationError> UnusedWithoutManager(MergedSettings settings)
    {
        foreach (var setting in new[] { Settings.Workers, Settings.SecretFile, Settings.AuthorityFile })
        {
            if (settings.IsTyped(setting))
            {
                yield return ValidationError.Warning(
                    setting.Option!, "has no effect without a manager", "add --manager HOST:PORT, or remove it");
            }
        }
    }

    private static IEnumerable<ValidationError> Concurrency(MergedSettings settings)
    {
        var level = settings.Long(Settings.ConcurrencyLevel);
        var actors = settings.Long(Settings.WorkerCount);
        if (level > 0 && level < actors && !settings.IsAnyRejected(Settings.ConcurrencyLevel, Settings.WorkerCount))
        {
            yield return ValidationError.Warning(
                settings.What(Settings.ConcurrencyLevel),
                $"{level} jobs leave some of {actors} actors idle",
                $"use 0 (automatic) or at least {actors}");
        }
    }
}
