namespace AElf.Bench.Core.Stores;

/// <summary>What a store does when nothing but reads, then nothing but writes, are asked of it.</summary>
/// <param name="GetPerSecond">GET per second.</param>
/// <param name="SetPerSecond">SET per second.</param>
/// <param name="Command">How it was measured.</param>
public sealed record BaselineRates(double GetPerSecond, double SetPerSecond, string Command)
{
    /// <summary>Transfers per second at two reads and two writes each: 1 ÷ (2 ÷ GET + 2 ÷ SET).</summary>
    public double TransfersPerSecond => 1 / ((2 / GetPerSecond) + (2 / SetPerSecond));
}
