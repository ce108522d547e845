using System.Threading.Channels;

namespace AElf.Concurrency.Manager;

/// <summary>Prints lines on a thread of its own, so that who has something to say never waits for a terminal.</summary>
internal sealed class ConsoleLog : IDisposable
{
    private readonly Channel<string> lines = Channel.CreateBounded<string>(
        new BoundedChannelOptions(1000) { FullMode = BoundedChannelFullMode.DropOldest, SingleReader = true });
    private readonly Task printing;

    public ConsoleLog(TextWriter output, bool quiet) => printing = Task.Run(async () =>
    {
        await foreach (var line in lines.Reader.ReadAllAsync().ConfigureAwait(false))
        {
            if (!quiet)
            {
                await output.WriteLineAsync(line).ConfigureAwait(false);
            }
        }
    });

    public void Write(string line) => lines.Writer.TryWrite(line);

    public void Dispose()
    {
        lines.Writer.Complete();
        printing.GetAwaiter().GetResult();
    }
}
