using System.Reflection;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.Top;

/// <summary>The verb <c>top</c>: shows a manager's cluster live.</summary>
internal sealed class TopVerb : Verb<TopOptions>
{
    public const string Word = "top";

    public override ProgramDescription Program { get; } = new()
    {
        Assembly = Assembly.GetExecutingAssembly(),
        Verb = Word,
        Program = Programs.Top,
        Table = CommonSettings.All,
        Purpose =
            "Shows a cluster as its manager sees it: members, mailboxes, progress, speed, stuck groups, shards "
                + "and events.",
        Usage = "--manager HOST:PORT [options]",
        Sections = [new("Manager", Topic.Cluster, Topic.Actors, Topic.Security), new("Output", Topic.Output)],
        Notes = """
            A terminal shows the cluster, updated twice a second, until Ctrl-C. A file or pipe gets a line every
            five seconds and a line for each event; with --once it gets one picture as plain text. The page
            http://HOST:PORT/ shows the same.

            Exit codes: 0 shown, 1 usage, 2 no answer, or not from a manager
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--manager 127.0.0.1:4053",
        Examples =
        [
            new("the manager of this machine", "--manager 127.0.0.1:4053"),
            new("one picture, into a file", "--manager 127.0.0.1:4053 --once > picture.txt"),
        ],
    };

    protected override string Refusal => "Nothing was done. top --help all lists the options.";

    public override TopOptions? Read(IReadOnlyList<string> words)
    {
        var given = CommandLineReader.Read(Program, words).Settings;
        var settings = Resolve(given);
        Problems.AddRange(ClusterRules.CheckOneManager(settings));
        return Problems.Count == 0
            ? new TopOptions(
                SettingsBinder.Manager(settings),
                settings.Get(CommonSettings.Once),
                settings.Get(TlsSettings.AuthorityFile))
            : null;
    }

    protected override Task<ExitCode> RunAsync(TopOptions request)
    {
        using var top = new TopCommand(Console.Out, Console.IsOutputRedirected);
        return Task.FromResult(top.Watch(request));
    }
}

/// <summary>The checked words of <c>top</c>.</summary>
/// <param name="Manager">HTTP address of the manager.</param>
/// <param name="Once">Whether to show one picture and end.</param>
/// <param name="AuthorityFile">
/// PEM file with the authority of the manager's certificate; null for a manager without TLS.
/// </param>
internal sealed record TopOptions(Uri Manager, bool Once, string? AuthorityFile);
