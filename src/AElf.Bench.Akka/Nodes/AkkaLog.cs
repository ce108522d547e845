using Akka.Actor;
using Akka.Event;

namespace AElf.Bench.Akka.Nodes;

/// <summary>Writes what Akka warns of, one line each, where the process writes its own problems.</summary>
internal sealed class AkkaLog : UntypedActor
{
    private string last = "";

    /// <inheritdoc/>
    protected override void OnReceive(object message)
    {
        switch (message)
        {
            case InitializeLogger:
                Sender.Tell(new LoggerInitialized());
                break;
            case LogEvent logged:
                var text = $"{logged.Message}".ReplaceLineEndings(" ");
                var cause = logged.Cause is null ? "" : $": {logged.Cause.GetBaseException().Message}";
                if (!string.Equals(text, last, StringComparison.Ordinal))
                {
                    // Who cannot be reached is tried again and again.
                    Console.Error.WriteLine($"akka: {text}{cause}");
                }

                last = text;
                break;
            default:
                Unhandled(message);
                break;
        }
    }
}
