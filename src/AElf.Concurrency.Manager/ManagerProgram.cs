using AElf.Bench.Akka.Nodes;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Concurrency.Manager;

/// <summary>The program that workers join and benchmarks submit runs to, for any workload.</summary>
public sealed class ManagerProgram(IWorkloadType workload) : ProgramCommandLine
{
    public override ProgramDescription Program { get; } = new()
    {
        Word = workload.Word,
        Program = Programs.Manager,
        Table = [.. workload.Table, .. ProgramSettings.All],
        Purpose =
            "Manages the workers of a cluster and assigns them the work of submitted runs, each group to one "
                + "worker at a time.",
        Sections =
        [
            new("Manager", Topic.Process, Topic.Cluster, Topic.Actors), new("Security", Topic.Security), new(
                "Store: the same as the workers'", Topic.Store),
            new("Output", Topic.Output), new("Configuration", Topic.Configuration),
        ],
        Notes = ProgramCommandLine.SourcesNote,
        ExampleOption = "--database redis",
        Examples =
        [
            new("for workers and a Redis on this machine", "--database redis"),
            new("with runs that wait for four workers", "--database redis --dbport 7000 --workers 4 --state logs"),
            new(
                "two shards, and a proxy for each of two servers",
                "--database twemproxy --dbport 22121 --proxies h2:22122 --shards h1:6380,h2:6380"),
            new(
                "with TLS and a shared secret",
                "--database redis --secret-file cluster.secret --cert manager.pem --key manager.key"),
            new("with metrics for an OpenTelemetry collector", "--database redis --otlp http://127.0.0.1:4318"),
        ],
    };

    /// <summary>Runs the program to its end.</summary>
    /// <param name="ending">Ends the program as SIGTERM does, for a caller in the same process.</param>
    /// <returns>The exit code.</returns>
    public static int Run(string[] args, IWorkloadType workload, CancellationToken ending = default) =>
        (int)new ManagerProgram(workload).Parse(args, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory)
            .Execute<ProgramOptions>(ManagerSession.RunAsync, ending);

    protected override IEnumerable<ValidationError> Check(ProgramReading reading) =>
    [
        .. StoreRules.Check(reading.Settings, reading.Password),
        .. ClusterRules.Check(reading.Settings, reading.Secret),
        .. NodeFile.Check(reading.HoconFile, reading.Settings.Problems),
        .. StateFolder.Check(reading.Settings, reading.UserData),
    ];

    protected override ProgramOptions Build(ProgramReading reading, ValidationError[] warnings)
    {
        var settings = LoopbackPort.ChooseFor(reading.Settings);
        return new(reading, warnings)
        {
            Workload = workload,
            Hosts = SettingsBinder.Hosts(settings, reading.Secret.Secret, reading.Folder) with { IsCluster = true },
        };
    }
}

/// <summary>The folder of the manager's logs.</summary>
internal static class StateFolder
{
    /// <summary>
    /// The folder of the setting, otherwise <c>aelf/state</c> in the user's data folder, as an absolute path; empty
    /// without both.
    /// </summary>
    public static string Find(ResolvedSettings settings, string userData) =>
        settings.Get(ClusterSettings.StateFolder) is { } given
            ? Path.GetFullPath(given)
            : ConfigurationFolder.StateOf(userData);

    /// <summary>The problems of the folder. Creates nothing.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings, string userData)
    {
        var (path, setting) = (Find(settings, userData), ClusterSettings.StateFolder);
        var isWritable = path.Length > 0 && !File.Exists(path) && OutputFiles.IsWritableFolder(Existing(path));
        var mode = Directory.Exists(path) ? File.GetUnixFileMode(path) : UnixFileMode.None;
        return new RuleList(settings)
        {
            { path.Length == 0, setting, "not set, and this user has no data folder", "add --state DIR" },
            {
                File.Exists(path), setting,
                $"{Quoted.Text(path)} is a file", "expected a folder, or the name of a new one"
            },
            {
                path.Length > 0 && !File.Exists(path) && !isWritable, setting,
                $"{Quoted.Text(path)} is not writable", "expected a writable folder"
            },
            {
                isWritable && (mode & ~FolderEntries.OwnerOnly) != UnixFileMode.None, setting,
                $"{Quoted.Text(path)} is open to other users (mode {Convert.ToString((int)mode, 8)})",
                "expected mode 700 (chmod 700)", RuleEffect.Warning
            },
        };
    }

    private static string Existing(string path)
    {
        var folder = path;
        while (!Path.Exists(folder) && Path.GetDirectoryName(folder) is { } parent)
        {
            folder = parent;
        }

        return folder;
    }
}
