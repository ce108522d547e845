namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>A block of shell commands in the README or another document.</summary>
/// <param name="Title">The heading of its section.</param>
/// <param name="Number">The number of the block in its section, from 1.</param>
/// <param name="Script">The commands.</param>
/// <param name="Output">The output that the document shows; null for none.</param>
/// <param name="Mark">The comment before the block: how a test runs it, or why no test does.</param>
internal sealed record ReadmeBlock(string Title, int Number, string Script, string? Output, string Mark)
{
    private const string Fence = "```";
    private const string Kinds = "'<!-- run -->', '<!-- run by TEST: why -->' or '<!-- not run: why -->'";

    /// <summary>Whether the block needs only an empty folder.</summary>
    public bool RunsAnywhere => Mark is "run" || Mark.StartsWith("run: ", StringComparison.Ordinal);

    /// <summary>The test that runs only this block; null for none.</summary>
    public string? RunBy => After("run by ")?.Split(':')[0];

    /// <summary>Why no test runs the block; null if a test runs it.</summary>
    public string? NotRun => After("not run: ");

    /// <summary>All blocks of a document, in order.</summary>
    /// <exception cref="FormatException">A block has no mark, or is neither sh nor text.</exception>
    public static IReadOnlyList<ReadmeBlock> Read(string markdown)
    {
        var blocks = new List<ReadmeBlock>();
        var (title, mark) = ("", "");
        var lines = new Queue<string>(markdown.Split('\n'));
        while (lines.TryDequeue(out var line))
        {
            if (line.StartsWith('#'))
            {
                title = line.TrimStart('#', ' ');
            }
            else if (line.StartsWith("<!-- ", StringComparison.Ordinal))
            {
                mark = line["<!-- ".Length..].Replace(" -->", "", StringComparison.Ordinal);
            }
            else if (line is $"{Fence}sh")
            {
                var number = blocks.Count(block => string.Equals(block.Title, title, StringComparison.Ordinal)) + 1;
                blocks.Add(Checked(new(title, number, TextOf(lines), null, mark)));
                mark = "";
            }
            else if (line is $"{Fence}text" && blocks.Count > 0)
            {
                blocks[^1] = blocks[^1] with { Output = TextOf(lines) };
            }
            else if (line.StartsWith(Fence, StringComparison.Ordinal))
            {
                throw new FormatException($"a block under '{title}' is neither sh nor text: {line}");
            }
        }

        return blocks;
    }

    private static string TextOf(Queue<string> lines)
    {
        var text = new List<string>();
        while (lines.Dequeue() is var line && line is not Fence)
        {
            text.Add(line);
        }

        return string.Join('\n', text);
    }

    private static ReadmeBlock Checked(ReadmeBlock block) =>
        block.RunsAnywhere || block.RunBy is not null || block.NotRun is not null
            ? block
            : throw new FormatException($"a block under '{block.Title}' has no comment before it, {Kinds}");

    private string? After(string beginning) =>
        Mark.StartsWith(beginning, StringComparison.Ordinal) ? Mark[beginning.Length..] : null;
}
