using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Akka;

/// <summary>
/// The engines of this build. The one on Akka.NET is only in builds with <c>-p:WithAkka=true</c>, which bring the other
/// part of this class.
/// </summary>
public static partial class AkkaBuild
{
    /// <summary>What is wrong with the engine that is asked for, and with its settings.</summary>
    /// <param name="settings">The settings of a process.</param>
    /// <param name="hasActors">Whether it has actors, or starts the processes that have them.</param>
    public static IEnumerable<ValidationError> Check(MergedSettings settings, bool hasActors)
    {
        ArgumentNullException.ThrowIfNull(settings);
        if (settings[Settings.Engine] is not "akka")
        {
            return hasActors && settings[Settings.Router] is "akka" && settings[Settings.Engine] is "built-in"
                ? [ValidationError.Warning(
                    settings.What(Settings.Router), "has no effect without --engine akka", "remove it")]
                : [];
        }

        IEnumerable<ValidationError> problems =
        [
            ValidationError.Error(
                settings.What(Settings.Engine),
                "'akka' is not in this build",
                "build with: dotnet build -c Release -p:WithAkka=true, where a package source has Akka.NET "
                    + "(Akka in config/README.md)"),
        ];
        CheckAkka(settings, hasActors, ref problems);
        return problems;
    }

    /// <summary>The engine of a process.</summary>
    public static IActorEngine Open(ActorSystemOptions hosts)
    {
        ArgumentNullException.ThrowIfNull(hosts);
        IActorEngine engine = new BuiltInEngine(hosts);
        if (hosts.Engine == Engine.Akka)
        {
            OpenAkka(hosts, ref engine);
        }

        return engine;
    }

    static partial void CheckAkka(
        MergedSettings settings, bool hasActors, ref IEnumerable<ValidationError> problems);

    static partial void OpenAkka(ActorSystemOptions hosts, ref IActorEngine engine);
}
