using System.Text;

namespace AElf.Bench.Harness.Progress;

/// <summary>Writes whole lines where the progress of a call is shown.</summary>
/// <param name="call">The call.</param>
public sealed class CallLines(CallProgress call) : TextWriter
{
    /// <inheritdoc/>
    public override Encoding Encoding => Encoding.UTF8;

    /// <inheritdoc/>
    public override void WriteLine(string? value) => call.WriteLine(value ?? "");
}
