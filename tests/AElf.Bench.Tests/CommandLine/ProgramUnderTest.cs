using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Tests.Settings;

namespace AElf.Bench.Tests.CommandLine;

/// <summary>Parses a program's arguments, environment, folder and user data.</summary>
internal delegate ParseOutcome ParseProgram(
    string[] args, IReadOnlyDictionary<string, string> environment, string programDirectory, string userData);

/// <summary>The command line of one program over a new folder; DIR in arguments and messages is this folder.</summary>
internal sealed class ProgramUnderTest(ParseProgram parse) : IDisposable
{
    public TemporaryFolder Folder { get; } = new();

    /// <summary>The user's data folder, or empty for a user without one.</summary>
    public string UserData { get; set; } = "DIR/user";

    public void Dispose() => Folder.Dispose();

    public ParseOutcome Parse(string[] args, params (string Name, string Text)[] environment) =>
        parse(
            [.. args.Select(Whole)],
            environment.ToDictionary(
                variable => variable.Name, variable => Whole(variable.Text), StringComparer.Ordinal),
            Folder.Path,
            Whole(UserData));

    public ProgramOptions Options(string line, params (string Name, string Text)[] environment)
    {
        var outcome = Parse(Words(line), environment);
        return outcome is ParseOutcome.Run run
            ? run.Options
            : throw new InvalidOperationException(
                $"'{line}' was refused: {string.Join('\n', ((ParseOutcome.Rejected)outcome).Problems)}");
    }

    public string Problems(string[] args, params (string Name, string Text)[] environment) =>
        Folder.Shorten(string.Join('\n', Assert.IsType<ParseOutcome.Rejected>(Parse(args, environment)).Problems));

    public IReadOnlyList<ValidationError> Refusals(string line) =>
        Assert.IsType<ParseOutcome.Rejected>(Parse(Words(line), [])).Problems;

    public string Problems(string line, params (string Name, string Text)[] environment) =>
        Problems(Words(line), environment);

    /// <summary>All texts of the outcome that a user, a log or a debugger can show.</summary>
    public static string Everything(ParseOutcome outcome)
    {
        using var writer = new StringWriter();
        outcome.Print(writer, writer);
        writer.WriteLine(outcome.ToString());
        if (outcome is ParseOutcome.Run run)
        {
            writer.WriteLine(run.Options.Hosts.ToString());
            writer.WriteLine(run.Options.Store.ToString());
            writer.WriteLine(string.Join(
                '\n', run.Options.Effective.Select(option => $"{option.Key}={option.Value}")));
        }

        return writer.ToString();
    }

    private static string[] Words(string line) => line.Length == 0 ? [] : line.Split(' ');

    private string Whole(string text) => text.Replace("DIR", Folder.Path, StringComparison.Ordinal);
}
