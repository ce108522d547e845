using System.Diagnostics;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// Makes the records of a run durable, in a file that one process holds. The records that arrive during a sync become
/// durable by the next sync. Refuses a record out of order. Next: <see cref="LogReplay"/>, which reads them back.
/// </summary>
public sealed class LogFile : IDisposable
{
    // An object, not a Lock: the thread waits on it.
    private readonly object gate = new();
    private readonly FileStream file;
    private readonly Thread thread;
    private readonly MemoryStream unwritten = new();
    private long lastRecord;
    private long written;
    private long synced;
    private bool closing;
    private Exception? broken;

    private LogFile(FileStream file, IReadOnlyList<LogRecord> records)
    {
        this.file = file;
        Records = records;
        lastRecord = written = synced = records.Count - 1;
        thread = new Thread(SyncUntilClosed) { Name = "log", IsBackground = true };
    }

    /// <summary>The records in the log when it was opened.</summary>
    public IReadOnlyList<LogRecord> Records { get; }

    /// <summary>
    /// Called on the log's thread after a sync: with the position up to which all records are durable, the number of
    /// new durable records, and the duration.
    /// </summary>
    internal Action<long, int, TimeSpan>? Synced { get; set; }

    /// <summary>Called once, with the reason, after the log can make no more records durable.</summary>
    internal Action<string>? Broken { get; set; }

    /// <summary>Opens or creates a log, and removes the torn tail of an interrupted append.</summary>
    /// <exception cref="LogException">The file is damaged.</exception>
    /// <exception cref="IOException">The file cannot be read or written, or another process holds it.</exception>
    public static LogFile Open(string path)
    {
        // Unbuffered: bytes that a full disk refused must not be written again when the file is closed.
        var opening = new FileStreamOptions
        {
            Mode = FileMode.OpenOrCreate,
            Access = FileAccess.ReadWrite,
            Share = FileShare.None,
            BufferSize = 0,
            UnixCreateMode = WholeFile.OwnerOnly,
        };
        var opened = new FileStream(path, opening);
        try
        {
            FolderEntries.Sync(Path.GetDirectoryName(Path.GetFullPath(path))!);
            var bytes = new byte[opened.Length];
            opened.ReadExactly(bytes);
            var contents = ManagerLog.Read(bytes);
            opened.SetLength(contents.ValidLength);
            opened.Position = contents.ValidLength;
            return new LogFile(opened, contents.Records);
        }
        catch
        {
            opened.Dispose();
            throw;
        }
    }

    /// <summary>Syncs the written records, then ends the log's thread.</summary>
    public void Dispose()
    {
        lock (gate)
        {
            closing = true;
            Monitor.Pulse(gate);
        }

        if (thread.IsAlive)
        {
            thread.Join();
        }

        file.Dispose();
        unwritten.Dispose();
    }

    /// <summary>Whether the log has a record.</summary>
    internal bool HasBegun => lastRecord >= 0;

    /// <summary>The position of the next record.</summary>
    internal long Next => lastRecord + 1;

    internal void Start() => thread.Start();

    /// <summary>Queues a record; <see cref="Write"/> writes all queued records.</summary>
    internal void Append(long position, LogRecord record)
    {
        if (position != ++lastRecord)
        {
            throw new InvalidOperationException(
                $"record {position} is appended to a log where record {lastRecord} is next");
        }

        unwritten.Write(ManagerLog.Encode(record));
    }

    /// <summary>Writes the appended records in one piece, and requests a sync.</summary>
    internal void Write()
    {
        if (unwritten.Length == 0)
        {
            return;
        }

        try
        {
            if (broken is null)
            {
                unwritten.WriteTo(file);
                file.Flush();
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Break(exception);
        }

        unwritten.SetLength(0);
        lock (gate)
        {
            written = lastRecord;
            Monitor.Pulse(gate);
        }
    }

    private void Break(Exception exception)
    {
        lock (gate)
        {
            if (broken is not null)
            {
                return;
            }

            broken = exception;
        }

        Broken?.Invoke($"the manager's log cannot be written: {exception.Message}");
    }

    private void SyncUntilClosed()
    {
        while (true)
        {
            long upTo;
            lock (gate)
            {
                while (written == synced && !closing)
                {
                    Monitor.Wait(gate);
                }

                if (broken is not null || written == synced)
                {
                    return;
                }

                upTo = written;
            }

            try
            {
                var since = Stopwatch.GetTimestamp();
                RandomAccess.FlushToDisk(file.SafeFileHandle);
                var records = (int)(upTo - synced);
                synced = upTo;
                Synced?.Invoke(upTo, records, Stopwatch.GetElapsedTime(since));
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                Break(exception);
            }
        }
    }
}
