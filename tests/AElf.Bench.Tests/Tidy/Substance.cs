using System.Text.RegularExpressions;

namespace AElf.Bench.Tests.Tidy;

/// <summary>The size of code in lines of substance: neither blank, nor a comment, a using, or braces alone.</summary>
internal static partial class Substance
{
    public static int Of(SourceFile file) => file.Text.Split('\n').Count(line => !Thin().IsMatch(line));

    [GeneratedRegex(@"^\s*(//.*|using (static )?[\w.= ]+;|namespace .*;|[{}\[\]();,]*)\s*$")]
    private static partial Regex Thin();
}
