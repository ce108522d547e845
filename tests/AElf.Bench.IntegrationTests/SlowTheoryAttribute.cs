using System.Runtime.CompilerServices;

namespace AElf.Bench.IntegrationTests;

/// <summary>A theory that takes seconds. It runs only with <c>scripts/test.sh --all</c>.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class SlowTheoryAttribute : TheoryAttribute
{
    /// <summary>Skips the theory unless AELF_TESTS_ALL is 1.</summary>
    public SlowTheoryAttribute(
        [CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
        : base(sourceFilePath, sourceLineNumber)
    {
        Skip = new SlowFactAttribute().Skip;
    }
}
