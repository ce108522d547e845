using AElf.Bench.Core.Options;

namespace AElf.Bench.Akka;

/// <summary>The rules over settings of a process on Akka.</summary>
internal static class AkkaRules
{
    /// <summary>Akka's own messages have to fit into a frame too, and none of them can be split.</summary>
    private const int MinFrameBytes = 32_000;

    /// <summary>Every rule that is broken.</summary>
    public static IEnumerable<ValidationError> Check(MergedSettings settings)
    {
        if (settings[Settings.Engine] is not "akka")
        {
            yield break;
        }

        if (!settings.IsRejected(Settings.MaximumFrameBytes)
            && settings.Int(Settings.MaximumFrameBytes) < MinFrameBytes)
        {
            yield return ValidationError.Invalid(
                settings.What(Settings.MaximumFrameBytes),
                $"{settings[Settings.MaximumFrameBytes]} bytes",
                $"at least {MinFrameBytes} with the engine akka, whose own messages must fit too");
        }
    }
}
