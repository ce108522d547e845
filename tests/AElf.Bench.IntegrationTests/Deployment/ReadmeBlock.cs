namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>A block of commands in the README or a document, to be pasted into a shell.</summary>
/// <param name="Title">The heading it is under.</param>
/// <param name="Number">Which block of those under it, from 1.</param>
/// <param name="Script">The commands.</param>
/// <param name="Output">What the README says they print; null where it does not say.</param>
/// <param name="Mark">The comment before it: how a test runs it, or why none does.</param>
internal sealed record ReadmeBlock(string Title, int Number, string Script, string? Output, string Mark)
{
    private const string Fence = "```";
    private const string Kinds = "'<!-- run -->', '<!-- run by TEST: why -->' or '<!-- not run: why -->'";

    /// <summary>Whether it needs nothing but an empty folder.</summary>
    public bool RunsAnywhere => Mark is "run" || Mark.StartsWith("run: ", StringComparison.Ordinal);

    /// <summary>The test of its own that runs it; null for none.</summary>
    public string? RunBy => After("run by ")?.Split(':')[0];

    /// <summary>Why no test runs it; null for one that a test runs.</summary>
    public string? NotRun => After("not run: ");

    /// <summary>All of them, in their order.</summary>
    /// <exception cref="FormatException">A block does not say whether it is run.</exception>
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
