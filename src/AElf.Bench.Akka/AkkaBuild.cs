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
    public static IEnumerable<ValidationError> Check(MergedSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        if (settings[Settings.Engine] is not "akka")
        {
            return [];
        }

        IEnumerable<ValidationError> problems =
        [
            ValidationError.Error(
                settings.What(Settings.Engine),
                "'akka' is not in this build",
                "build with: dotnet build -c Release -p:WithAkka=true, where a package source has Akka.NET "
                    + "(Akka in config/README.md)"),
        ];
        CheckAkka(settings, ref problems);
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

    static partial void CheckAkka(MergedSettings settings, ref IEnumerable<ValidationError> problems);

    static partial void OpenAkka(ActorSystemOptions hosts, ref IActorEngine engine);
}
