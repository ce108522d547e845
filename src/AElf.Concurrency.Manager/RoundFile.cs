using System.Text;
using AElf.Bench.Core.Files;
using AElf.Bench.Harness.Runs;

namespace AElf.Concurrency.Manager;

/// <summary>
/// The measurements of a run's rounds, one line each, for a manager that resumes the run. If a round could not be
/// written, that manager measures it and all later rounds again.
/// </summary>
internal sealed class RoundFile : IDisposable
{
    private readonly FileStream file;
    private bool isWhole = true;

    /// <summary>Opens the file, and cuts off an incomplete last line.</summary>
    /// <exception cref="IOException">The file cannot be read or written.</exception>
    public RoundFile(string path)
    {
        file = new FileStream(path, new FileStreamOptions
        {
            Mode = FileMode.OpenOrCreate,
            Access = FileAccess.ReadWrite,
            UnixCreateMode = WholeFile.OwnerOnly,
        });
        var bytes = new byte[file.Length];
        file.ReadExactly(bytes);
        var rounds = new List<MeasuredRound>();
        var at = 0;
        while (bytes.AsSpan(at).IndexOf((byte)'\n') is >= 0 and var length
            && MeasuredRound.Parse(Encoding.UTF8.GetString(bytes, at, length)) is { } round)
        {
            rounds.Add(round);
            at += length + 1;
        }

        file.SetLength(at);
        file.Position = at;
        Rounds = rounds;
    }

    /// <summary>The rounds that earlier managers added, in order.</summary>
    public IReadOnlyList<MeasuredRound> Rounds { get; }

    /// <summary>Adds the next round.</summary>
    public void Add(MeasuredRound round)
    {
        try
        {
            if (isWhole)
            {
                file.Write(Encoding.UTF8.GetBytes($"{round.Format()}\n"));
                file.Flush();
            }
        }
        catch (IOException)
        {
            isWhole = false;
        }
    }

    public void Dispose()
    {
        try
        {
            file.Dispose();
        }
        catch (IOException)
        {
            // The disk has no room for the buffered bytes either.
        }
    }
}
