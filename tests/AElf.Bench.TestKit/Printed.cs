using AElf.Bench.Core.Options;

namespace AElf.Bench.TestKit;

/// <summary>Parses the output of programs like a script.</summary>
public static class Printed
{
    /// <summary>The kind of the first problem in a text, where it is in brackets; unnamed without a kind.</summary>
    public static ProblemKind KindIn(string text) => Enum.GetValues<ProblemKind>()
        .Select(kind => (Kind: kind, At: text.IndexOf($"[{Problem.NameOf(kind)}]", StringComparison.Ordinal)))
        .Where(each => each.At >= 0).OrderBy(each => each.At).FirstOrDefault().Kind;
}
