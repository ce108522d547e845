using System.Globalization;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Harness.Processors;

/// <summary>
/// Finds the processes that listen at TCP ports of this machine, by <c>/proc/net/tcp</c> and the sockets that processes
/// have open (proc_pid_net(5)). Root alone sees processes of other users.
/// </summary>
internal static class ListeningProcesses
{
    private const string Listening = "0A";

    private static readonly string[] Tables = ["/proc/net/tcp", "/proc/net/tcp6"];

    /// <summary>The ids of the processes by port, whatever the address.</summary>
    public static ILookup<int, int> Find(IReadOnlyCollection<int> ports)
    {
        var sockets = Tables.SelectMany(KernelFile.Lines).Select(Parse).OfType<(int Port, string Socket)>()
            .Where(listener => ports.Contains(listener.Port))
            .DistinctBy(listener => listener.Socket, StringComparer.Ordinal)
            .ToDictionary(listener => listener.Socket, listener => listener.Port, StringComparer.Ordinal);
        return (sockets.Count == 0 ? [] : Processes()
            .SelectMany(process => SocketsOf(process).Where(sockets.ContainsKey)
                .Select(socket => (Port: sockets[socket], Process: process))))
            .Distinct().ToLookup(listener => listener.Port, listener => listener.Process);
    }

    /// <summary>Port and socket of a line such as <c>0: 0100007F:18EB 00000000:0000 0A … 4711 …</c>.</summary>
    internal static (int Port, string Socket)? Parse(string line) =>
        line.Split(' ', StringSplitOptions.RemoveEmptyEntries) is
            [_, var local, _, Listening, _, _, _, _, _, var inode, ..]
            && int.TryParse(
                local[(local.LastIndexOf(':') + 1)..],
                NumberStyles.HexNumber,
                CultureInfo.InvariantCulture,
                out var port)
            ? (port, $"socket:[{inode}]")
            : null;

    private static IEnumerable<int> Processes() => Try(() => Directory.GetDirectories("/proc"))
        .Select(path => int.TryParse(Path.GetFileName(path), CultureInfo.InvariantCulture, out var id) ? id : 0)
        .Where(id => id > 0);

    private static string[] SocketsOf(int process) => Try(() => Directory.GetFiles(FormattableString.Invariant(
        $"/proc/{process}/fd")).Select(link => new FileInfo(link).LinkTarget).OfType<string>().ToArray());

    // A process may end, and another user may get its id, while it is looked at.
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
