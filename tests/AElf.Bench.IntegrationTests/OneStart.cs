using System.Runtime.CompilerServices;

namespace AElf.Bench.IntegrationTests;

/// <summary>
/// Tests make one process start per run unless they set another number. A call inside the process of the tests cannot
/// start itself again, and only tests of starts need several.
/// </summary>
internal static class OneStart
{
    public const string Variable = "AELF_MEASURE_STARTS";

    [ModuleInitializer]
    internal static void Set() => Environment.SetEnvironmentVariable(Variable, "1");
}
