using System.Runtime.CompilerServices;

namespace AElf.Bench.IntegrationTests;

/// <summary>A test that takes seconds. It runs only with <c>scripts/test.sh --all</c>.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class SlowFactAttribute : FactAttribute
{
    /// <summary>Skips the test unless AELF_TESTS_ALL is 1.</summary>
    public SlowFactAttribute(
        [CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
        : base(sourceFilePath, sourceLineNumber)
    {
        if (Environment.GetEnvironmentVariable("AELF_TESTS_ALL") is not "1")
        {
            Skip = "takes seconds: set AELF_TESTS_ALL=1 (scripts/test.sh --all) to run it";
        }
    }
}
