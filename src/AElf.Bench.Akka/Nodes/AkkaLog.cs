using AElf.Bench.Akka.Secrets;
using AElf.Bench.Core.Reports;
using Akka.Actor;
using Akka.Event;

namespace AElf.Bench.Akka.Nodes;

/// <summary>
/// Writes Akka's warnings, one line each, to the output of the process' own problems. Links and the cluster report the
/// end of a node in their own words.
/// </summary>
internal sealed class AkkaLog : UntypedActor
{
    /// <summary>Maximum length of a line, because Akka's texts contain whole stacks.</summary>
    private const int MaxLength = 300;

    // Not logged: attempts of members to reach members that they do not need, messages of unknown peers, probes of the
    // port, and failures that the link or the joining side reports anyway.
    private static readonly string[] Noise =
    [
        SecretTransport.NotDialled, "TLS handshake fail", "from connection group", "this member has been downed",
        "unreachable remote address", "Couldn't join seed nodes",
    ];

    // One quota for the process: a worker has a node for each try to join, and unknown peers can cause any number of
    // lines.
    private static readonly LineQuota Quota = new(20, TimeProvider.System);

    private string last = "";

    protected override void OnReceive(object message)
    {
        switch (message)
        {
            case InitializeLogger:
                Sender.Tell(new LoggerInitialized());
                break;
            case LogEvent logged:
                Write(logged);
                break;
            default:
                Unhandled(message);
                break;
        }
    }

    // These types are internal to Akka. The handshake reports the ends of connections.
    private static bool IsLeave(LogEvent logged) => logged.LogClass.Name is "ReliableDeliverySupervisor"
        || logged.LogClass.Namespace?.StartsWith("Akka.Remote.Transport", StringComparison.Ordinal) is true
        || logged.Cause?.GetType().Name is "EndpointDisassociatedException";

    private static bool IsNoise(string text) =>
        Array.Exists(Noise, noise => text.Contains(noise, StringComparison.Ordinal));

    private void Write(LogEvent logged)
    {
        var cause = logged.Cause is null ? "" : $": {logged.Cause.GetBaseException().Message}";
        var text = NumberFormat.OneLine($"{logged.Message}{cause}");

        // Unreachable peers are retried, with the same warning each time.
        if (IsLeave(logged) || IsNoise(text) || string.Equals(text, last, StringComparison.Ordinal))
        {
            return;
        }

        last = text;
        if (Quota.TryTake(out var leftOut))
        {
            Console.Error.Write(leftOut > 0 ? $"akka: suppressed {leftOut} lines in a minute\n" : "");
            Console.Error.WriteLine($"akka: {(text.Length > MaxLength ? text[..MaxLength] + " ..." : text)}");
        }
    }
}
