using System.Reflection;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Benchmark.Verbs.Cancel;

/// <summary>What <c>cancel</c> was asked for.</summary>
/// <param name="Run">The run.</param>
/// <param name="Manager">Where the manager answers.</param>
/// <param name="Connection">How it is talked to.</param>
internal sealed record CancelOptions(string Run, Uri Manager, ConnectionOptions Connection)
{
    /// <summary>The word the command line begins with.</summary>
    public const string Verb = "cancel";

    /// <summary>What the verb takes and says of itself.</summary>
    public static ProgramDescription Program { get; } = new()
    {
        Assembly = Assembly.GetExecutingAssembly(),
        Verb = Verb,
        Program = Programs.GiveUp,
        Table = Settings.All,
        Purpose =
            "Cancels a run that its manager waits with, such as for a store that stays away, and removes its keys.",
        Usage = "RUN --manager HOST:PORT [options]",
        TakesName = true,
        Sections = [new("Manager", Topic.Cluster, Topic.Actors, Topic.Security)],
        Notes = """
            RUN is the run's id, eight hex digits; for one that there is none of, the manager names those it has.
            What could not be removed is told, with the command that removes it.

            Exit codes: 0 cancelled, 1 usage or no such run, 2 no manager, 5 cancelled, and keys may be left
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--manager 127.0.0.1:4053",
        Examples =
        [
            new("a run of the manager of this machine", "1a2b3c4d --manager 127.0.0.1:4053"),
            new("in a cluster with a secret", "1a2b3c4d --manager h1:4053 --secret-file cluster.secret"),
        ],
    };

    /// <summary>
    /// Reads the words after <c>cancel</c>; null when something is wrong with them, which is then in
    /// <paramref name="problems"/>.
    /// </summary>
    public static CancelOptions? Read(
        IReadOnlyList<string> words, IReadOnlyDictionary<string, string> environment, List<ValidationError> problems)
    {
        var (given, run) = CommandLineReader.Read(Program, words);
        var settings = new MergedSettings(Programs.GiveUp, given);
        var secret = SecretSource.Cluster.Read(settings, environment);
        problems.AddRange(
        [
            .. given.Problems, .. secret.Problems, .. CheckRun(run), .. ClusterRules.CheckOneManager(settings),
        ]);
        return problems.Exists(problem => problem.Critical)
            ? null
            : new CancelOptions(
                run!,
                SettingOptions.Manager(settings),
                ConnectionOptions.Of(SettingOptions.Hosts(settings, secret.Secret)));
    }

    private static IEnumerable<ValidationError> CheckRun(string? run) => RunId.TryParse(run ?? "", out _)
        ? []
        :
        [
            ValidationError.Error(
                Verb,
                run is null ? "run missing" : $"{Quoted.Text(run)} is no run id",
                "expected eight lowercase hex digits, such as 1a2b3c4d"),
        ];
}
