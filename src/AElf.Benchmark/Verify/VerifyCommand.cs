using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Verification;

namespace AElf.Benchmark.Verify;

/// <summary>The verb <c>verify</c>.</summary>
internal static class VerifyCommand
{
    /// <summary>Runs it; <paramref name="words"/> is what followed the verb. Returns the exit code.</summary>
    public static int Run(string[] words)
    {
        if (ProgramCommandLine.Text(VerifyOptions.Program, words)?.Print(Console.Out, Console.Error) is { } code)
        {
            return (int)code;
        }

        var problems = new List<ValidationError>();
        return (int)(VerifyOptions.Read(words, problems) is { } options
            ? Verify(options)
            : new ParseOutcome.Rejected(problems).Print(Console.Out, Console.Error) ?? ExitCode.Usage);
    }

    private static ExitCode Verify(VerifyOptions options)
    {
        var console = new ConsoleExporter(ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected));
        var checkedFiles = new List<ReportVerification>();
        var isUnreadable = false;
        foreach (var path in options.Files)
        {
            try
            {
                var file = ReportVerification.Read(path);
                checkedFiles.Add(file);
                console.Write(VerificationSections.From(file, options.IsVerbose));
            }
            catch (FormatException exception)
            {
                // The others are checked all the same.
                isUnreadable = true;
                Console.Error.WriteLine($"error: {exception.Message}");
            }
        }

        if (options.JsonOutput is { } output)
        {
            new VerificationReport(checkedFiles).Write(output);
        }

        var outcomes = checkedFiles.SelectMany(file => file.Runs).Select(run => run.Outcome).ToList();
        return isUnreadable ? ExitCode.Usage
            : outcomes.Contains(VerificationOutcome.Refused) ? ExitCode.Regression
            : outcomes.Contains(VerificationOutcome.NoClaim) ? ExitCode.DegradedOrFailed
            : ExitCode.Ok;
    }
}
