using System.Globalization;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Processors;

/// <summary>
/// Finds the processes that listen on TCP ports and Unix sockets of this machine, by <c>/proc/net</c> and the open
/// sockets of processes (proc_pid_net(5)). Only root sees processes of other users.
/// </summary>
internal static class ListeningProcesses
{
    private const string Listening = "0A";

    // __SO_ACCEPTCON of Linux.
    private const string Accepting = "00010000";

    private static readonly string[] Tables = ["/proc/net/tcp", "/proc/net/tcp6", "/proc/net/unix"];

    /// <summary>The key of an address in these tables: the port without the host, or the path.</summary>
    public static string PlaceOf(Endpoint address) => address.IsUnix ? address.Host : $"{address.Port:X4}";

    /// <summary>The ids of the processes by <see cref="PlaceOf"/>.</summary>
    public static ILookup<string, int> Find(IReadOnlyCollection<string> places)
    {
        var sockets = Tables.SelectMany(KernelFile.Lines).Select(Parse).OfType<(string Place, string Socket)>()
            .Where(listener => places.Contains(listener.Place, StringComparer.Ordinal))
            .DistinctBy(listener => listener.Socket, StringComparer.Ordinal)
            .ToDictionary(listener => listener.Socket, listener => listener.Place, StringComparer.Ordinal);
        return (sockets.Count == 0 ? [] : Processes()
            .SelectMany(process => SocketsOf(process).Where(sockets.ContainsKey)
                .Select(socket => (Place: sockets[socket], Process: process))))
            .Distinct().ToLookup(listener => listener.Place, listener => listener.Process, StringComparer.Ordinal);
    }

    /// <summary>
    /// Place and socket of a line such as <c>0: 0100007F:18EB 00000000:0000 0A … 4711 …</c> or
    /// <c>0000000000000000: 00000002 00000000 00010000 0001 01 4711 /run/redis.sock</c>.
    /// </summary>
    internal static (string Place, string Socket)? Parse(string line) =>
        line.Split(' ', StringSplitOptions.RemoveEmptyEntries) switch
        {
            [_, var local, _, Listening, _, _, _, _, _, var inode, ..] =>
                (local[(local.LastIndexOf(':') + 1)..], $"socket:[{inode}]"),
            [_, _, _, Accepting, _, _, var inode, ['/', ..], ..] =>
                (line[line.IndexOf('/', StringComparison.Ordinal)..], $"socket:[{inode}]"),
            _ => null,
        };

    private static IEnumerable<int> Processes() => Try(() => Directory.GetDirectories("/proc"))
        .Select(path => int.TryParse(Path.GetFileName(path), CultureInfo.InvariantCulture, out var id) ? id : 0)
        .Where(id => id > 0);

    private static string[] SocketsOf(int process) => Try(() => Directory.GetFiles(FormattableString.Invariant(
        $"/proc/{process}/fd")).Select(link => new FileInfo(link).LinkTarget).OfType<string>().ToArray());

    // A process may end during the read, and another user's process may get its id.
    private static string[] Try(Func<string[]> read)
    {
        try
        {
            return read();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
