using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.History;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Benchmark.Verbs.History;

/// <summary>The verb <c>history</c>.</summary>
internal sealed class HistoryVerb : Verb<HistoryOptions>
{
    /// <inheritdoc/>
    public override ProgramDescription Program => HistoryOptions.Program;

    /// <inheritdoc/>
    protected override HistoryOptions? Read(IReadOnlyList<string> words) => HistoryOptions.Read(words, Problems);

    /// <inheritdoc/>
    protected override Task<ExitCode> RunAsync(HistoryOptions request)
    {
        var sections = HistorySections.From(HistoryFile.Read(request.Path));
        new ConsoleExporter(ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected)).Write(sections);
        if (request.MarkdownOutput is { } markdown)
        {
            MarkdownExporter.Write(markdown, sections);
        }

        return Task.FromResult(ExitCode.Ok);
    }
}
