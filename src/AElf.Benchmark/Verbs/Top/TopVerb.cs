using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Submitted;

namespace AElf.Benchmark.Verbs.Top;

/// <summary>The verb <c>top</c>: shows a manager's cluster live.</summary>
internal sealed class TopVerb : Verb<ResolvedSettings>
{
    public const string Word = "top";

    public override ProgramDescription Program { get; } = new()
    {
        Verb = Word,
        Program = Programs.Top,
        Table = ProgramSettings.All,
        Purpose =
            "Shows a cluster as its manager sees it: members, mailboxes, progress, speed, stuck groups, shards "
                + "and events.",
        Usage = "--manager HOST:PORT [options]",
        Refusal = "Nothing was done.",
        Sections = [new("Manager", Topic.Cluster, Topic.Actors, Topic.Security), new("Output", Topic.Output)],
        Notes = """
            A terminal shows the cluster, updated twice a second, until Ctrl-C. A file or pipe gets a line every
            five seconds and a line for each event; with --once it gets the current state as plain text. The page
            http://HOST:PORT/ shows the same.

            Exit codes: 0 shown, 1 usage, 2 no answer, or not from a manager
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--manager 127.0.0.1:4053",
        Examples =
        [
            new("the manager of this machine", "--manager 127.0.0.1:4053"),
            new("the current state, into a file", "--manager 127.0.0.1:4053 --once > picture.txt"),
        ],
    };

    public override ResolvedSettings? Read(IReadOnlyList<string> words)
    {
        var settings = Resolve(words);
        Problems.AddRange(ClusterRules.CheckOneManager(settings));
        return Problems.Count == 0 ? settings : null;
    }

    protected override Task<ExitCode> RunAsync(ResolvedSettings request)
    {
        var address = SettingsBinder.Manager(request);
        try
        {
            using var manager = new RunClient(
                address, new ConnectionOptions(SettingsBinder.Hosts(request, secret: null)))
            {
                AnswerDeadline = TimeSpan.FromSeconds(5),
            };
            using var top = new TopCommand(manager, Console.Out, Console.IsOutputRedirected);
            top.Watch(request.Get(CommonSettings.Once));
            return Task.FromResult(ExitCode.Ok);
        }
        catch (WireException exception)
        {
            return Task.FromResult(
                Fail(ExitCode.Environment, $"no manager at {address.Authority}: {exception.Message}"));
        }
    }
}
