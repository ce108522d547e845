using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Verification;

namespace AElf.Benchmark.Verbs.Verify;

/// <summary>The verb <c>verify</c>.</summary>
internal sealed class VerifyVerb : Verb<VerifyOptions>
{
    /// <inheritdoc/>
    public override ProgramDescription Program => VerifyOptions.Program;

    /// <inheritdoc/>
    protected override VerifyOptions? Read(IReadOnlyList<string> words) => VerifyOptions.Read(words, Problems);

    /// <inheritdoc/>
    protected override Task<ExitCode> RunAsync(VerifyOptions request)
    {
        var console = new ConsoleExporter(ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected));
        var checkedFiles = new List<ReportVerification>();
        var isUnreadable = false;
        foreach (var path in request.Files)
        {
            try
            {
                var file = ReportVerification.Read(path);
                checkedFiles.Add(file);
                console.Write(VerificationSections.From(file, request.IsVerbose));
            }
            catch (FormatException exception)
            {
                // The others are checked all the same.
                isUnreadable = true;
                Console.Error.WriteLine($"error: {exception.Message}");
            }
        }

        if (request.JsonOutput is { } output)
        {
            new VerificationReport(checkedFiles).Write(output);
        }

        var outcomes = checkedFiles.SelectMany(file => file.Runs).Select(run => run.Outcome).ToList();
        return Task.FromResult(isUnreadable ? ExitCode.Usage
            : outcomes.Contains(VerificationOutcome.Refused) ? ExitCode.Regression
            : outcomes.Contains(VerificationOutcome.NoClaim) ? ExitCode.DegradedOrFailed
            : ExitCode.Ok);
    }
}
