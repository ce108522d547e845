namespace AElf.Bench.Core.Stores;

/// <summary>A store's rates of reads only, and of writes only.</summary>
/// <param name="GetPerSecond">GET commands per second.</param>
/// <param name="SetPerSecond">SET commands per second.</param>
/// <param name="Command">How it was measured.</param>
public sealed record ProbeRates(double GetPerSecond, double SetPerSecond, string Command)
{
    /// <summary>
    /// Items per second, if each takes this number of reads and writes: 1 ÷ (reads ÷ GET + writes ÷ SET).
    /// </summary>
    public double PerSecond(double reads, double writes) => 1 / ((reads / GetPerSecond) + (writes / SetPerSecond));
}
