using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;

namespace AElf.Benchmark.Verbs.Top;

/// <summary>The verb <c>top</c>.</summary>
internal sealed class TopVerb : Verb<TopOptions>
{
    /// <inheritdoc/>
    public override ProgramDescription Program => TopOptions.Program;

    /// <inheritdoc/>
    protected override string Refusal => "Nothing was asked. top --help lists the options.";

    /// <inheritdoc/>
    protected override TopOptions? Read(IReadOnlyList<string> words) => TopOptions.Read(words, Problems);

    /// <inheritdoc/>
    protected override Task<ExitCode> RunAsync(TopOptions request)
    {
        using var top = new TopCommand(Console.Out, Console.IsOutputRedirected);
        return Task.FromResult(top.Watch(request));
    }
}
