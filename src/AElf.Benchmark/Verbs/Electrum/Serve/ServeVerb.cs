using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;

namespace AElf.Benchmark.Verbs.Electrum.Serve;

/// <summary>The verb <c>electrum serve</c>.</summary>
internal sealed class ServeVerb : Verb<ServeOptions>
{
    /// <inheritdoc/>
    public override ProgramDescription Program => ServeOptions.Program;

    /// <inheritdoc/>
    protected override ServeOptions? Read(IReadOnlyList<string> words) => ServeOptions.Read(words, Problems);

    /// <inheritdoc/>
    protected override async Task<ExitCode> RunAsync(ServeOptions request)
    {
        using var ended = new Termination();
        try
        {
            await new ServeCommand(request, Console.Out, ended.Token).ServeAsync();
            return ExitCode.Ok;
        }
        catch (OperationCanceledException)
        {
            return ExitCode.Ok;
        }
        catch (Exception exception) when (
            exception is ChainException or InvalidDataException or ArgumentException or NotSupportedException)
        {
            return Fail(ExitCode.Environment, exception.Message);
        }
    }
}
