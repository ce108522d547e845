using AElf.Bench.Core.Options;

namespace AElf.Bench.Transfers.Generation;

/// <summary>
/// A load by its name and parameters. <c>sizes:FILE</c> is read by the process that gets the option, and stored as
/// sizes. So a manager needs no file.
/// </summary>
public sealed class LoadRule() : ValueRule(
    "even, zipf:S, sizes:1x5000,10x200 (SIZE or SIZExCOUNT, or a file of them), hot:ACCOUNTS,SHARE, conflict:RATE, "
        + "receiver, chain:LENGTH or exchange:HUBS,SHARE, shares from 0 to 1",
    JsonForm.Text), IRuleOf<LoadShape>
{
    private const string Sizes = "sizes:";

    public override object? Parse(string text) =>
        FileOf(text) is { } file ? Read(file).Shape : LoadShape.Parse(text);

    public override string Show(string text) =>
        Quoted.Text(text) + (FileOf(text) is { } file && Read(file).Problem is { } problem ? $" ({problem})" : "");

    private static string? FileOf(string text) =>
        text.StartsWith(Sizes, StringComparison.OrdinalIgnoreCase) && File.Exists(text[Sizes.Length..])
            ? text[Sizes.Length..]
            : null;

    private static (LoadShape? Shape, string? Problem) Read(string file)
    {
        var sizes = new List<(int, int)>();
        foreach (var (index, line) in File.ReadLines(file).Index().Where(line => line.Item.Trim().Length > 0))
        {
            if (LoadShape.SizeOf(line.Trim()) is not { } size)
            {
                return (null, $"line {index + 1}: {Quoted.Text(line)} is neither SIZE nor SIZExCOUNT");
            }

            sizes.Add(size);
        }

        return LoadShape.OfSizes(sizes) is { } shape
            ? (shape, null)
            : (null, "its groups have no transfers, or more than 100,000,000");
    }
}
