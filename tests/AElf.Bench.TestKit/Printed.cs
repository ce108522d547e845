using AElf.Bench.Core.Options;

namespace AElf.Bench.TestKit;

/// <summary>Reads what programs print, as a script does.</summary>
public static class Printed
{
    /// <summary>The kind of the first problem in a text, which is in brackets there; unnamed for none.</summary>
    public static ProblemKind KindIn(string text) => Enum.GetValues<ProblemKind>()
        .Select(kind => (Kind: kind, At: text.IndexOf($"[{Problem.NameOf(kind)}]", StringComparison.Ordinal)))
        .Where(each => each.At >= 0).OrderBy(each => each.At).FirstOrDefault().Kind;
}
