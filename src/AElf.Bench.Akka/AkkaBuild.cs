using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Akka;

/// <summary>The engines of this build; the one on Akka.NET is only in builds with <c>-p:WithAkka=true</c>.</summary>
public static class AkkaBuild
{
    /// <summary>What is wrong with the engine that is asked for; empty where this build has it.</summary>
    public static IEnumerable<ValidationError> Check(MergedSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
#if WITH_AKKA
        return AkkaRules.Check(settings);
#else
        return settings[Settings.Engine] is "built-in"
            ? []
            : [ValidationError.Error(
                settings.What(Settings.Engine),
                $"'{settings[Settings.Engine]}' is not in this build",
                "build with: dotnet build -c Release -p:WithAkka=true, where a package source has Akka.NET "
                    + "(Akka in config/README.md)")];
#endif
    }

    /// <summary>The engine of a process.</summary>
    public static IActorEngine Open(ActorSystemOptions hosts)
    {
        ArgumentNullException.ThrowIfNull(hosts);
#if WITH_AKKA
        return hosts.Engine == Engine.Akka ? new AkkaEngine(hosts) : new BuiltInEngine(hosts);
#else
        return new BuiltInEngine(hosts);
#endif
    }
}
