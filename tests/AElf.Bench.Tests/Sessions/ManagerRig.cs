using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Options;
using AElf.Bench.Tests.CommandLine;
using AElf.Concurrency.Manager;
using AElf.Concurrency.Manager.CommandLine;

namespace AElf.Bench.Tests.Sessions;

/// <summary>A manager without workers, whose store is away: nothing listens at its address.</summary>
internal sealed class ManagerRig : IDisposable
{
    private readonly ProgramUnderTest program = new(TransferPrograms.Manager.Parse);
    private readonly ManagerHost host;

    public ManagerRig()
    {
        var options = (ManagerProgramOptions)program.Options(
            "--database redis --dbport 1 --state DIR/state --workers 2");
        StateFolder = options.StateFolder;
        Archive = RunArchive.Open(StateFolder);
        host = new ManagerHost(
            new ManagerHostOptions(options.Hosts, ManagerSession.StoreAddressesOf(options.Store)), new Deaf());
        Events = new EventLog(TextWriter.Null);
        var cleaner = new RunCleaner(options, Archive);
        Watch = new LateWriteWatch(cleaner, Archive, host, Events, TimeSpan.Zero);
        Executor = new RunExecutor(options, host, Archive, cleaner);
    }

    public string StateFolder { get; }

    public RunArchive Archive { get; }

    public RunExecutor Executor { get; }

    public EventLog Events { get; }

    public LateWriteWatch Watch { get; }

    public static RunSubmission Submission(string run, params (Setting Setting, string Text)[] settings) => new(
        run, 1, settings.ToDictionary(
            setting => setting.Setting.Name, setting => setting.Text, StringComparer.Ordinal), default)
    {
        Store = "redis at 127.0.0.1:1",
    };

    /// <summary>Leaves runs behind as a manager that was killed does, the last one the newest.</summary>
    public void Leave(params IReadOnlyList<string> runs)
    {
        for (var i = 0; i < runs.Count; i++)
        {
            Archive.Save(Submission(runs[i]));
            File.WriteAllBytes(Archive.LogOf(runs[i]), []);
            File.SetLastWriteTimeUtc(Archive.LogOf(runs[i]), DateTime.UtcNow.AddHours(i - runs.Count));
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

    /// <summary>Listens to nothing.</summary>
    private sealed class Deaf : IClusterListener
    {
        void IClusterListener.OnEffect(ManagerEffect effect)
        {
        }

        void IClusterListener.Synced(int records, TimeSpan time)
        {
        }
    }
}
