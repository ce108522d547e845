using System.Text;

namespace AElf.Bench.Harness.Progress;

/// <summary>A writer whose lines appear above the progress of a call.</summary>
public sealed class CallLines(CallProgress call) : TextWriter
{
    public override Encoding Encoding => Encoding.UTF8;

    public override void WriteLine(string? value) => call.WriteLine(value ?? "");
}
