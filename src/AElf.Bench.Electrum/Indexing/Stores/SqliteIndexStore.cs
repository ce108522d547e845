using System.Collections.Concurrent;
using Microsoft.Data.Sqlite;

namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>
/// An index in a folder: rows in SQLite, a table without row ids for each, and flat files beside it. A commit is one
/// transaction of SQLite.
/// </summary>
public sealed class SqliteIndexStore : IIndexStore
{
    private readonly string folder;
    private readonly FileStream owned;
    private readonly SqliteConnection writer;
    private readonly ConcurrentBag<Reader> readers = [];
    private readonly Dictionary<(byte Table, RowChangeKind Kind), SqliteCommand> changes = [];
    private readonly HashSet<byte> tables = [];

    /// <summary>Opens the index of a folder, or makes it.</summary>
    /// <exception cref="IOException">The folder cannot be used, or another process has it open.</exception>
    /// <exception cref="InvalidDataException">The folder holds something else.</exception>
    public SqliteIndexStore(string folder)
    {
        this.folder = folder;
        Directory.CreateDirectory(folder);
        owned = Own(Path.Combine(folder, "lock"));
        SQLitePCL.Batteries_V2.Init();
        try
        {
            writer = Connect(SqliteOpenMode.ReadWriteCreate);
            Execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536");
            using var existing = writer.CreateCommand();
            existing.CommandText = "SELECT substr(name, 2) FROM sqlite_master WHERE type = 'table'";
            using var names = existing.ExecuteReader();
            while (names.Read())
            {
                tables.Add(byte.Parse(names.GetString(0), System.Globalization.CultureInfo.InvariantCulture));
            }
        }
        catch (SqliteException exception)
        {
            writer?.Dispose();
            owned.Dispose();
            throw new InvalidDataException(
                $"'{folder}' holds no index that can be read: {exception.Message}", exception);
        }
    }

    public long Size => new DirectoryInfo(folder).EnumerateFiles().Sum(file => file.Length);

    public ReadOnlyMemory<byte>? Get(IndexTable table, ReadOnlySpan<byte> key)
    {
        if (!tables.Contains(table.Id))
        {
            return null;
        }

        var reader = Rent();
        try
        {
            return reader.Get(table, key.ToArray());
        }
        catch (SqliteException exception)
        {
            throw Fault(exception);
        }
        finally
        {
            readers.Add(reader);
        }
    }

    public IEnumerable<IndexRow> Scan(IndexTable table, byte[] prefix)
    {
        if (!tables.Contains(table.Id))
        {
            return [];
        }

        var reader = Rent();
        try
        {
            // All rows are read, so that no reader is held while the caller asks for other rows.
            return reader.Scan(table, prefix);
        }
        catch (SqliteException exception)
        {
            throw Fault(exception);
        }
        finally
        {
            readers.Add(reader);
        }
    }

    public void Commit(IReadOnlyCollection<RowChange> changes)
    {
        try
        {
            using var transaction = writer.BeginTransaction();
            foreach (var change in changes)
            {
                Make(change, transaction);
            }

            transaction.Commit();
        }
        catch (SqliteException exception)
        {
            throw Fault(exception);
        }
    }

    public IRecords OpenRecords(string name, int recordSize) =>
        new FileRecords(Path.Combine(folder, $"{name}.dat"), recordSize);

    public void Dispose()
    {
        foreach (var command in changes.Values)
        {
            command.Dispose();
        }

        while (readers.TryTake(out var reader))
        {
            reader.Dispose();
        }

        writer.Dispose();
        owned.Dispose();
    }

    private static FileStream Own(string path)
    {
        try
        {
            return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        }
        catch (IOException exception)
        {
            throw new IOException($"another process has the index open: {exception.Message}", exception);
        }
    }

    private SqliteConnection Connect(SqliteOpenMode mode)
    {
        var connection = new SqliteConnection(new SqliteConnectionStringBuilder
        {
            DataSource = Path.Combine(folder, "index.sqlite"),
            Mode = mode,
            Pooling = false,
        }.ToString());
        connection.Open();
        return connection;
    }

    private IOException Fault(SqliteException exception) =>
        new($"the index in '{folder}' cannot be read or written: {exception.Message}", exception);

    private Reader Rent() => readers.TryTake(out var reader) ? reader : new Reader(Connect(SqliteOpenMode.ReadOnly));

    private void Execute(string sql, SqliteTransaction? transaction = null)
    {
        using var command = writer.CreateCommand();
        command.CommandText = sql;
        command.Transaction = transaction;
        command.ExecuteNonQuery();
    }

    private void Make(in RowChange change, SqliteTransaction transaction)
    {
        if (tables.Add(change.Table.Id))
        {
            Execute(
                $"CREATE TABLE t{change.Table.Id} (k BLOB PRIMARY KEY, v BLOB NOT NULL) WITHOUT ROWID", transaction);
        }

        var command = CommandOf(change);
        command.Transaction = transaction;
        command.Parameters[0].Value = change.Key.ToArray();
        if (change.Kind != RowChangeKind.Delete)
        {
            command.Parameters[1].Value = change.Value.ToArray();
        }

        command.ExecuteNonQuery();
    }

    private SqliteCommand CommandOf(in RowChange change)
    {
        if (!changes.TryGetValue((change.Table.Id, change.Kind), out var command))
        {
            command = writer.CreateCommand();
            command.CommandText = SqlOf(change.Table, change.Kind);
            command.Parameters.Add("$k", SqliteType.Blob);
            if (change.Kind != RowChangeKind.Delete)
            {
                command.Parameters.Add("$v", SqliteType.Blob);
            }

            changes[(change.Table.Id, change.Kind)] = command;
        }

        return command;
    }

    // Two blobs joined are text to SQLite, of the same bytes.
    private static string SqlOf(IndexTable table, RowChangeKind kind) => kind switch
    {
        RowChangeKind.Put => $"INSERT INTO t{table.Id} VALUES ($k, $v) ON CONFLICT (k) DO UPDATE SET v = excluded.v",
        RowChangeKind.Append => $"INSERT INTO t{table.Id} VALUES ($k, $v) "
            + "ON CONFLICT (k) DO UPDATE SET v = CAST(v || excluded.v AS BLOB)",
        _ => $"DELETE FROM t{table.Id} WHERE k = $k",
    };

    /// <summary>A connection that one thread has at a time.</summary>
    private sealed class Reader(SqliteConnection connection) : IDisposable
    {
        private readonly Dictionary<(byte Table, string Where), SqliteCommand> commands = [];

        public ReadOnlyMemory<byte>? Get(IndexTable table, byte[] key)
        {
            var command = CommandOf(table, "k = $k");
            command.Parameters[0].Value = key;
            return command.ExecuteScalar() is byte[] value ? value : default(ReadOnlyMemory<byte>?);
        }

        public List<IndexRow> Scan(IndexTable table, byte[] prefix)
        {
            // Without its end in the statement SQLite would go on to the end of the table.
            var behind = ByteKeys.Behind(prefix);
            var command = CommandOf(table, behind is null ? "k >= $k ORDER BY k" : "k >= $k AND k < $end ORDER BY k");
            command.Parameters[0].Value = prefix;
            command.Parameters[1].Value = (object?)behind ?? DBNull.Value;
            var rows = new List<IndexRow>();
            using var found = command.ExecuteReader();
            while (found.Read())
            {
                rows.Add(new IndexRow((byte[])found[1], (byte[])found[0]));
            }

            return rows;
        }

        public void Dispose()
        {
            foreach (var command in commands.Values)
            {
                command.Dispose();
            }

            connection.Dispose();
        }

        private SqliteCommand CommandOf(IndexTable table, string where)
        {
            if (!commands.TryGetValue((table.Id, where), out var command))
            {
                command = connection.CreateCommand();
                command.CommandText = $"SELECT v, k FROM t{table.Id} WHERE {where}";
                command.Parameters.Add("$k", SqliteType.Blob);
                command.Parameters.Add("$end", SqliteType.Blob).Value = DBNull.Value;
                commands[(table.Id, where)] = command;
            }

            return command;
        }
    }
}
