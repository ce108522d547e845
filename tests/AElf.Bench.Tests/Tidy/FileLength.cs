namespace AElf.Bench.Tests.Tidy;

/// <summary>The lines of the longest file of code.</summary>
internal sealed class FileLength : TidyRule
{
    public override IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files) =>
        Measure.Largest(
            "lines of the longest file",
            files,
            file => [(file.Text.Count(character => character == '\n'), file.Path)]);
}
