using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Node;

namespace AElf.Benchmark.Verbs.Electrum.Node;

/// <summary>The verb <c>electrum node</c>: serves a chain until it is asked to end.</summary>
internal sealed class NodeVerb : Verb<NodeOptions>
{
    private const int ProgressEach = 1000;

    /// <inheritdoc/>
    public override ProgramDescription Program => NodeOptions.Program;

    /// <inheritdoc/>
    protected override NodeOptions? Read(IReadOnlyList<string> words) => NodeOptions.Read(words, Problems);

    /// <inheritdoc/>
    protected override async Task<ExitCode> RunAsync(NodeOptions request)
    {
        using var ended = new Termination();
        var isOfFile = request.LoginFile is not null;
        try
        {
            // Read or written before anything long.
            var login = isOfFile
                ? NodeLogin.ReadCookie(request.LoginFile!)
                : NodeLogin.WriteCookie(request.CookieFile);
            var (started, chain) = await StartAsync(request, login, ended.Token);
            await using var server = started;
            Console.WriteLine($"listening at http://{server.Endpoint}/");
            Console.WriteLine(
                isOfFile ? $"user and password: as in {request.LoginFile}" : $"cookie: {request.CookieFile}");
            await GrowAsync(chain, request.BlocksEvery ?? Timeout.InfiniteTimeSpan, ended.Token);
            return ExitCode.Ok;
        }
        catch (OperationCanceledException)
        {
            return ExitCode.Ok;
        }
        catch (Exception exception) when (exception is ChainException)
        {
            throw new IOException(exception.Message, exception);
        }
        finally
        {
            if (!isOfFile)
            {
                File.Delete(request.CookieFile);
            }
        }
    }

    private static async Task<(NodeServer Server, GrowingChain? Chain)> StartAsync(
        NodeOptions options, NodeLogin login, CancellationToken cancellation)
    {
        if (options.Chain.Synthetic is not { } made)
        {
            var source = options.Chain.Open();
            using var connection = source as IDisposable;
            var node = new NodeChain(options.Chain.Network);
            foreach (var block in source.ReadFrom(0))
            {
                cancellation.ThrowIfCancellationRequested();
                node.Append(block.Bytes.ToArray());
                Show(block.Height, source.Height);
            }

            return (await NodeServer.StartAsync(node, options.Listen, login), null);
        }

        var chain = new GrowingChain(made);
        for (var height = 1; height <= made.Blocks; height++)
        {
            cancellation.ThrowIfCancellationRequested();
            chain.Generate(1);
            Show(height, made.Blocks);
        }

        if (options.Waiting > 0)
        {
            chain.FillMempool(options.Waiting);
        }

        return (await NodeServer.StartAsync(chain, options.Listen, login), chain);
    }

    private static void Show(int height, int all)
    {
        if ((height > 0 && height % ProgressEach == 0) || height == all)
        {
            Console.Error.WriteLine(FormattableString.Invariant($"block {height:N0} of {all:N0}"));
        }
    }

    private static async Task GrowAsync(GrowingChain? chain, TimeSpan pause, CancellationToken ended)
    {
        while (true)
        {
            await Task.Delay(pause, ended);
            chain!.Generate(1);
        }
    }
}
