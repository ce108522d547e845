using Akka.Actor;
using Akka.Event;

namespace AElf.Bench.Akka.Nodes;

/// <summary>Writes what Akka warns of, one line each, where the process writes its own problems.</summary>
internal sealed class AkkaLog : UntypedActor
{
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
                Console.Error.WriteLine($"akka: {text}{cause}");
                break;
            default:
                Unhandled(message);
                break;
        }
    }
}
