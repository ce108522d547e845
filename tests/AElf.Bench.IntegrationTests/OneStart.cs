using System.Runtime.CompilerServices;

namespace AElf.Bench.IntegrationTests;

/// <summary>
/// Tests make one process start of each run, unless they say otherwise: a call inside the process of the tests could
/// not start itself again, and a test that is not about starts has no use for three.
/// </summary>
internal static class OneStart
{
    public const string Variable = "AELF_MEASURE_STARTS";

    [ModuleInitializer]
    internal static void Set() => Environment.SetEnvironmentVariable(Variable, "1");
}
