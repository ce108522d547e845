namespace AElf.Bench.Core.Stores;

/// <summary>What a store does when nothing but reads, then nothing but writes, are asked of it.</summary>
/// <param name="GetPerSecond">GET per second.</param>
/// <param name="SetPerSecond">SET per second.</param>
/// <param name="Command">How it was measured.</param>
public sealed record ProbeRates(double GetPerSecond, double SetPerSecond, string Command)
{
    /// <summary>Things per second that take so many reads and writes each: 1 ÷ (reads ÷ GET + writes ÷ SET).</summary>
    public double PerSecond(double reads, double writes) => 1 / ((reads / GetPerSecond) + (writes / SetPerSecond));
}
