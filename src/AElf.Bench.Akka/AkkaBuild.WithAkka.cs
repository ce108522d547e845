using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Akka;

/// <summary>This build has Akka.NET.</summary>
public static partial class AkkaBuild
{
    /// <summary>Akka's own messages have to fit into a frame too, and none of them can be split.</summary>
    private const int MinFrameBytes = 32_000;

    static partial void CheckAkka(MergedSettings settings, ref IEnumerable<ValidationError> problems) =>
        problems = Rules(settings);

    static partial void OpenAkka(ActorSystemOptions hosts, ref IActorEngine engine) => engine = new AkkaEngine(hosts);

    private static IEnumerable<ValidationError> Rules(MergedSettings settings)
    {
        if (!settings.IsRejected(Settings.MaximumFrameBytes)
            && settings.Int(Settings.MaximumFrameBytes) < MinFrameBytes)
        {
            yield return ValidationError.Invalid(
                settings.What(Settings.MaximumFrameBytes),
                $"{settings[Settings.MaximumFrameBytes]} bytes",
                $"at least {MinFrameBytes} with the engine akka, whose own messages must fit too");
        }

        if (settings[Settings.Router] is "akka" && settings[Settings.Routing] is "pull" or "least-outstanding-work"
            && settings.Program == Programs.Benchmark && !settings.Flag(Settings.IsCluster))
        {
            yield return ValidationError.Invalid(
                settings.What(Settings.Routing),
                $"Akka has no router '{settings[Settings.Routing]}'",
                "one of round-robin, round-robin-group, random, smallest-mailbox, consistent-hash with --router akka");
        }
    }
}
