using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Akka;

/// <summary>This build has Akka.NET.</summary>
public static partial class AkkaBuild
{
    /// <summary>Akka's own messages have to fit into a frame too, and none of them can be split.</summary>
    private const int MinFrameBytes = 32_000;

    static partial void CheckAkka(
        MergedSettings settings, bool hasActors, ref IEnumerable<ValidationError> problems) =>
        problems = Rules(settings, hasActors);

    static partial void OpenAkka(ActorSystemOptions hosts, ref IActorEngine engine) => engine = new AkkaEngine(hosts);

    private static IEnumerable<ValidationError> Rules(MergedSettings settings, bool hasActors)
    {
        if (!settings.IsRejected(Settings.MaximumFrameBytes)
            && settings.Int(Settings.MaximumFrameBytes) < MinFrameBytes)
        {
            yield return ValidationError.Invalid(
                settings.What(Settings.MaximumFrameBytes),
                $"{settings[Settings.MaximumFrameBytes]} bytes",
                $"at least {MinFrameBytes} with the engine akka, whose own messages must fit too");
        }

        if (hasActors && settings[Settings.Router] is "akka"
            && settings[Settings.Routing] is "pull" or "least-outstanding-work")
        {
            yield return ValidationError.Error(
                settings.What(Settings.Routing),
                $"Akka has no router '{settings[Settings.Routing]}'",
                "with --router akka, expected one of round-robin, round-robin-group, random, smallest-mailbox, "
                    + "consistent-hash");
        }
    }
}
