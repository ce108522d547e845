namespace AElf.Bench.Core.Options;

/// <summary>The settings of the actors of one process.</summary>
public static class ActorSettings
{
    private static readonly ActorOptions Defaults = new();

    private static readonly SettingGroup Rows =
        new("Actor", Topic.Actors, Programs.Runs) { File = SettingFile.Actor, Submission = Submission.Always };

    private static readonly SettingGroup OfHocon = Rows with
    { Topic = Topic.Process, Programs = Programs.None, File = SettingFile.None };

    public static readonly Setting<int> ActorCount = new(
        Rows, "WorkerCount", new WholeNumberRule(1, 1024), Defaults.Actors,
        "actors in this process; with a manager, the maximum in each worker", "--actors N")
    {
        Programs = Programs.Runs | Programs.Worker,
        Submission = Submission.WhenTyped,
        ScenarioKey = "actors",
        Property = nameof(ActorOptions.Actors),
        Purposes = [(Programs.Scenario, "actors in each process")],
    };

    public static readonly Setting<int> Lanes = new(
        Rows, "Lanes", new WholeNumberRule(1, ActorOptions.MaxLanes), Defaults.Lanes,
        "jobs in flight inside one actor", "--lanes N")
    {
        Programs = Programs.Runs | Programs.Worker,
        ScenarioKey = "lanes",
        Defaults = [(Programs.Worker, 65_536)],
        Purposes = [(Programs.Worker, "maximum of jobs in flight inside one actor (default no limit)")],
    };

    public static readonly Setting<int> Dispatchers = new(
        Rows, "Dispatchers", new NumberOrWordRule(1024, ("auto", 0), ("per-actor", ActorOptions.PerActor)),
        Defaults.Dispatchers,
        "threads with one connection each that serve the actors of a process; auto chooses by the load",
        "--dispatchers N|per-actor|auto")
    { ScenarioKey = "dispatchers" };

    public static readonly Setting<bool> RoutingComparison = new(
        OfHocon with { Topic = Topic.Actors, Submission = Submission.Never },
        "RoutingComparison", SettingRules.Flag, false, "compare all routings: --routing all");

    public static readonly Setting<RoutingStrategy> Routing = new(
        Rows, "Routing", SettingRules.Routing, Defaults.Routing,
        $"how to choose the actor for a job: {string.Join(", ", SettingRules.Routing.Words)}; "
            + "all compares them on even and skewed groups",
        "--routing NAME")
    {
        OptionExpects = $"{SettingRules.Routing.Expected}, or all to compare them",
        Implies = new("all", RoutingComparison),
        Programs = Programs.Runs | Programs.Worker,
        Purposes = [(Programs.Worker, "with --router akka, the router that chooses the actor for a job")],
    };

    public static readonly Setting<int> ConcurrencyLevel = new(
        Rows, "ConcurrencyLevel", new WholeNumberRule(0, 4_194_304), Defaults.ConcurrencyLevel,
        "maximum of jobs in a round; 0 for actors x lanes", "--concurrency N")
    { OtherNames = ["--conlevel"] };

    public static readonly Setting<int> MailboxCapacity = new(
        OfHocon, "MailboxCapacity", new WholeNumberRule(1, 100_000_000), Defaults.MailboxCapacity,
        "maximum of jobs waiting in one mailbox");

    public static readonly Setting<int> VirtualNodes = new(
        OfHocon, "VirtualNodes", new WholeNumberRule(1, 4096), Defaults.VirtualNodes,
        "points of an actor on the hash ring");

    public static IReadOnlyList<Setting> All => Rows.All;
}
