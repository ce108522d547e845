namespace AElf.Bench.Core.Options;

/// <summary>A password that no report, log or exception can print by accident.</summary>
public sealed class Secret(string value)
{
    /// <summary>The secret itself: for the wire only.</summary>
    public string Reveal() => value;

    public override string ToString() => "[redacted]";
}
