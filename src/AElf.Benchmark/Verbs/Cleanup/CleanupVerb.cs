using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Storage;

namespace AElf.Benchmark.Verbs.Cleanup;

/// <summary>The verb <c>cleanup</c>: lists and removes the keys that killed runs left in servers.</summary>
internal sealed class CleanupVerb : Verb<IReadOnlyList<StoreOptions>>
{
    public const string Word = "cleanup";

    public static readonly SettingGroup Rows = new("Cleanup", Topic.Output, Programs.Cleanup);

    public static readonly Setting<bool> Removal = new(
        Rows, "remove", SettingRules.Flag, false, "remove the keys instead of listing them", "--remove");

    public static readonly Setting<string?> Run = new(
        Rows, "run", SettingRules.RunId, null, "only the keys of this run", "--run HEX8");

    public static readonly Setting<TimeSpan> OlderThan = new(
        Rows, "olderThan", TimeRule.Bare(0, 86_400, "s"), TimeSpan.FromMinutes(10),
        "keep runs with a key that was used within this time, since they may be active", "--older-than TIME");

    private static readonly Setting<string?> JsonOutput = new(
        Rows, "json", SettingRules.OutputFile, null, "write the list as JSON", CommonSettings.JsonOutput.Syntax);

    public override ProgramDescription Program { get; } = new()
    {
        Verb = Word,
        Program = Programs.Cleanup,
        Table =
        [
            .. StoreSettings.All.Where(row => row.IsOptionOf(Programs.Cleanup) || row.SecretFile is not null),
            .. Rows.All,
        ],
        Purpose = "Lists the keys that killed runs left in Redis servers; --remove removes them.",
        Usage = "ADDRESS ... [options]",
        Refusal = "Nothing was removed.",
        Sections = [new("Keys", Topic.Output), new("Servers", Topic.Store)],
        Notes = """
            ADDRESS is a Redis server: HOST:PORT, a URI such as redis://HOST:PORT/DB, or unix:/PATH. Behind Twemproxy,
            name each server, not the proxy. Keys of runs begin with ab, the run's id of eight hex digits, and : or #.
            All other keys remain.

            An active run uses its keys. Therefore cleanup keeps the keys of a run if one of them was used recently
            (--older-than), or if the server does not report when they were used. In the second case, --run
            removes them.
            Do not remove the keys of a run that a restarted manager will resume. Their age does not matter.
            SSDB does not list keys over the Redis protocol: remove its keys by hand.

            Exit codes: 0 done, 1 usage, 2 a server does not answer or refuses the call, 5 keys of the run in
            --run remain
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--remove",
        Examples =
        [
            new("list the keys in the server of this machine", "127.0.0.1:6379"),
            new("remove them", "127.0.0.1:6379 --remove"),
            new("one run that was just killed", "127.0.0.1:6379 --run 1a2b3c4d --older-than 10s --remove"),
        ],
    };

    /// <returns>Each server, with its login and time-outs; null after an error.</returns>
    public override IReadOnlyList<StoreOptions>? Read(IReadOnlyList<string> words)
    {
        string[] named = [.. words.TakeWhile(word => !word.StartsWith('-'))];
        string[] options = [.. words.Skip(named.Length)];
        Resolve(options);
        if (named.Length == 0)
        {
            Problems.Add(ValidationError.Error(
                Word, "server missing", "expected HOST:PORT of a Redis server, such as 127.0.0.1:6379"));
        }

        List<StoreOptions> servers =
        [
            .. named.SelectMany(word => word.Split(',', StringSplitOptions.TrimEntries))
                .Select(name => ReadServer(name, options)),
        ];
        return Problems.Exists(problem => problem.Critical)
            ? null
            : [.. servers.DistinctBy(server => server.Place, StringComparer.Ordinal)];
    }

    /// <summary>Reads an address together with the options of the call. Adds each problem once.</summary>
    private StoreOptions ReadServer(string name, IReadOnlyList<string> options)
    {
        var isUri = name.Contains(":/", StringComparison.Ordinal);
        var given = CommandLineReader.Read(Program, options).Settings;
        given.Add(StoreSettings.Type, Word, isUri ? name : $"redis://{name}");
        var settings = new ResolvedSettings(Program.Program, given);
        var password = SecretSource.Password.Read(settings, Variables);
        ValidationError[] all = [.. given.Problems, .. password.Problems, .. StoreRules.CheckLogin(settings, password)];
        Problems.AddRange([.. all.Except(Problems)]);
        return SettingsBinder.Store(settings, password.Secret);
    }

    protected override Task<ExitCode> RunAsync(IReadOnlyList<StoreOptions> request)
    {
        var found = new List<CleanedRun>();
        RunId? asked = Settings.Get(Run) is { } run ? RunId.Parse(run) : null;
        var isUnreachable = false;
        foreach (var server in request)
        {
            try
            {
                foreach (var left in StoredRun.Find(server).OrderBy(left => left.Run.Number))
                {
                    if (asked is null || asked == left.Run)
                    {
                        found.Add(Clean(server, left));
                    }
                }
            }
            catch (StoreException exception)
            {
                isUnreachable = true;
                Fail(exception.Problem.Text);
            }
        }

        // The keys of an unreachable server are unknown.
        if (found.Count > 0 || !isUnreachable)
        {
            Console.Out.WriteLine(Sum(found));
        }

        if (Settings.Get(JsonOutput) is { } output)
        {
            new CleanupReport(found).Write(output);
        }

        var remain = asked is not null && Settings.Get(Removal) && found.Exists(run => run.Removed == 0);
        return Task.FromResult((isUnreachable, remain) switch
        {
            (true, _) => ExitCode.Environment,
            (_, true) => ExitCode.DegradedOrFailed,
            _ => ExitCode.Ok,
        });
    }

    private CleanedRun Clean(StoreOptions server, StoredRun left)
    {
        var removes = Settings.Get(Removal);
        var isIdle = left.Idle >= Settings.Get(OlderThan)
            || (left.Idle is null && Settings.Get(Run) is not null);
        var removed = isIdle && removes ? StoredRun.Remove(server, left.Run) : 0;
        var used = left.Idle is { } idle
            ? $"last used {NumberFormat.Counted((long)idle.TotalSeconds, "second")} ago"
            : "the server does not report when they were last used";
        var what = (isIdle, removes) switch
        {
            (true, true) => $"removed {NumberFormat.Counted(removed, "key")}",
            (true, false) => "left by a run that has ended",
            (false, _) => $"kept: the run may be active ({OlderThan.Option})",
        };
        Console.Out.WriteLine(
            $"{server.Place}: run {left.Run}, {NumberFormat.Counted(left.Keys, "key")}, {used}"
                + $"{(left.IsLocked ? ", with its lock" : "")}: {what}");
        return new CleanedRun(server.Place, $"{left.Run}", left.Keys, left.Idle?.TotalSeconds, left.IsLocked, removed);
    }

    private string Sum(List<CleanedRun> found)
    {
        if (found is [])
        {
            return Settings.Get(Run) is { } run
                ? $"No server has keys of run {run}."
                : "No keys of runs are left.";
        }

        var keys = NumberFormat.Counted(found.Sum(run => run.Keys), "key");
        return Settings.Get(Removal)
            ? $"Removed {NumberFormat.Count(found.Sum(run => run.Removed))} of {keys}."
            : $"Removed none of {keys}. {Removal.Option} removes the keys of runs that have ended.";
    }
}

/// <summary>The JSON record of a clean-up.</summary>
/// <param name="Runs">The runs whose keys were found, by server.</param>
internal sealed record CleanupReport(IReadOnlyList<CleanedRun> Runs)
{
    [JsonPropertyOrder(-1)]
    public string Schema { get; init; } = "aelf-bench/cleanup/1";

    /// <exception cref="IOException">The file cannot be written.</exception>
    public void Write(string path) => WholeFile.Replace(
        path, file => JsonSerializer.Serialize(file, this, CleanupJson.Default.CleanupReport));
}

/// <summary>The found and removed keys of a run in a server.</summary>
/// <param name="Server">HOST:PORT, or the path of a Unix socket, and the database if it is not the first.</param>
/// <param name="Run">The run's id.</param>
/// <param name="Keys">Keys found.</param>
/// <param name="IdleSeconds">
/// Seconds since a key was last read or written; null if the server does not report it.
/// </param>
/// <param name="IsLocked">Whether the run's lock was found.</param>
/// <param name="Removed">Keys removed.</param>
internal sealed record CleanedRun(
    string Server, string Run, long Keys, double? IdleSeconds, bool IsLocked, long Removed);

/// <summary>The JSON shape of a clean-up, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true, NewLine = "\n")]
[JsonSerializable(typeof(CleanupReport))]
internal sealed partial class CleanupJson : JsonSerializerContext;
