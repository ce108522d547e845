using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.Tests.CommandLine;
using AElf.Concurrency.Manager;

namespace AElf.Bench.Tests.Sessions;

/// <summary>A manager without workers; its store is unreachable, since no server listens at its address.</summary>
internal sealed class ManagerRig : IDisposable
{
    private readonly ProgramUnderTest program = new(TransferPrograms.Manager.Parse);
    private readonly ManagerHost host;

    public ManagerRig()
    {
        var options = program.Options("--database redis --dbport 1 --state DIR/state --workers 2");
        StateFolder = AElf.Concurrency.Manager.StateFolder.Find(
            options.Settings, options.Reading.UserData);
        Events = new EventLog(TextWriter.Null);
        Archive = new RunArchive(StateFolder, Events);
        host = new ManagerHost(
            new ManagerHostOptions(options.Hosts, ManagerSession.StoreAddressesOf(options.Store)), new NullListener());
        var cleaner = new RunCleaner(options);
        Watch = new LateWriteWatch(cleaner, Archive, host, Events, TimeSpan.Zero);
        Executor = new RunExecutor(options, host, cleaner);
    }

    public string StateFolder { get; }

    public RunArchive Archive { get; }

    public RunExecutor Executor { get; }

    public EventLog Events { get; }

    public LateWriteWatch Watch { get; }

    public static SubmittedRun Submitted(string run, params (Setting Setting, string Text)[] settings) => new(run)
    {
        Submission = 1,
        Settings = settings.ToDictionary(
            setting => setting.Setting.Name, setting => setting.Text, StringComparer.Ordinal),
    };

    /// <summary>Saves a run like the manager that accepts it.</summary>
    public ClusterRun Save(string run, string store = "redis at 127.0.0.1:1", byte[]? load = null) =>
        Archive.Save(Submitted(run), load, store);

    /// <summary>Leaves unfinished runs like a killed manager; the last one is the newest.</summary>
    public void Leave(params IReadOnlyList<string> runs)
    {
        for (var i = 0; i < runs.Count; i++)
        {
            var run = Save(runs[i]);
            File.WriteAllBytes(run.LogFile, []);
            File.SetLastWriteTimeUtc(run.LogFile, DateTime.UtcNow.AddHours(i - runs.Count));
        }
    }

    public string FileOf(string run, string name) => Path.Combine(StateFolder, "runs", run, name);

    public void Dispose()
    {
        Watch.Dispose();
        host.Dispose();
        Archive.Dispose();
        program.Dispose();
    }

    /// <summary>Ignores all events.</summary>
    private sealed class NullListener : IClusterListener
    {
        void IClusterListener.OnEffect(ManagerEffect effect)
        {
        }

        void IClusterListener.Synced(int records, TimeSpan time)
        {
        }
    }
}
