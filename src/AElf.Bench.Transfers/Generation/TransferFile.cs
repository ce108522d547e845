using System.Globalization;
using System.Numerics;
using System.Text;
using System.Text.Json;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using CsvHelper;

namespace AElf.Bench.Transfers.Generation;

/// <summary>
/// Reads transfers from a file: a <see cref="BlockFile"/>, CSV or JSON. The first bytes decide the format. CSV has the
/// columns <c>from</c>, <c>to</c> and optionally <c>amount</c>. JSON has objects with these members, one after the
/// other or in an array. Other columns and members are ignored. Any text can name an account. Without an amount a
/// transfer moves 1.
/// </summary>
/// <remarks>
/// Skips transfers from an account to itself, and transfers without a receiver, such as creations of contracts. The
/// opening balance of an account covers its payments of <see cref="EvenGroups.MaxRounds"/> blocks, or of fewer blocks
/// if a balance cannot hold them.
/// </remarks>
internal static class TransferFile
{
    /// <summary>The minimum number of times that a block must be affordable.</summary>
    private const int MinBlocks = 10_000;

    private static readonly string[] FromNames = ["from", "from_address", "sender"];
    private static readonly string[] ToNames = ["to", "to_address", "receiver"];
    private static readonly string[] AmountNames = ["amount", "value"];

    internal static readonly CsvReaderOptions Csv = new()
    {
        TrimWhitespace = true,
        TrackLineNumbers = true,
        MalformedData = CsvMalformedDataHandling.Throw,
        FieldCountMismatch = CsvFieldCountHandling.Throw,
        IncludeValuesInExceptions = false,
    };

    private static readonly JsonSerializerOptions Json =
        new() { AllowTrailingCommas = true, AllowDuplicateProperties = false };

    /// <summary>Reads the whole file.</summary>
    /// <returns>The block, the number of skipped transfers, and the ignored columns or members.</returns>
    /// <exception cref="FormatException">The file has another format; the message says where and why.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <param name="path">The file.</param>
    /// <param name="work">Counts the bytes read, for progress; null for no progress.</param>
    public static (Block Block, int LeftOut, IReadOnlyList<string> Unused) Read(
        string path, WorkCounter? work = null)
    {
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 1 << 16);
        work?.Begin(file.Length);
        var start = new byte[8];
        var read = file.ReadAtLeast(start, start.Length, throwOnEndOfStream: false);
        file.Position = 0;
        if (BlockFile.IsOne(start.AsSpan(0, read)))
        {
            return (BlockFile.Read(file, path, work), 0, []);
        }

        // A text file may begin with a byte order mark.
        var text = Encoding.UTF8.GetString(start, 0, read).TrimStart('\uFEFF').TrimStart();
        var unused = new List<string>();
        try
        {
            var (block, leftOut) = Gather(path, text switch
            {
                ['[', ..] => ReadJson(file, unused, oneAfterTheOther: false, path),
                ['{', ..] => ReadJson(file, unused, oneAfterTheOther: true, path),
                _ => ReadCsv(file, unused, path),
            }, () => work?.Reach(file.Position));
            return (block, leftOut, unused);
        }
        catch (JsonException exception)
        {
            throw new FormatException($"{path} is not JSON: {JsonFault.Of(exception)}", exception);
        }
        catch (CsvFormatException exception)
        {
            throw NotCsv(path, exception);
        }
    }

    private static IEnumerable<Row> ReadCsv(Stream file, List<string> unused, string path)
    {
        using var csv = CsvReader.Create(file, Csv, leaveOpen: true);
        csv.ReadHeader();
        string[] heading = [.. csv.Headers];
        var (from, to, amount) = (Place(heading, FromNames), Place(heading, ToNames), Place(heading, AmountNames));
        if (from < 0 || to < 0)
        {
            throw new FormatException(
                $"{path} is not a block file, JSON, or CSV with the columns from and to: {FirstLine(heading)}");
        }

        RefuseTwice(path, heading, [from, to, amount]);
        unused.AddRange(heading.Where((_, place) => place != from && place != to && place != amount));
        RefuseMistyped(path, unused, amount < 0 ? AmountNames : []);
        while (csv.Read())
        {
            yield return new Row(
                $"line {csv.LineNumber}",
                csv.GetString(from),
                csv.GetString(to),
                amount < 0 ? null : csv.GetString(amount));
        }
    }

    /// <summary>The heading in messages.</summary>
    internal static string FirstLine(string[] heading) =>
        heading is [] or [""] ? "it is empty" : $"its first line is {Quoted.Text(string.Join(',', heading))}";

    internal static FormatException NotCsv(string path, CsvFormatException exception) => new(
        $"{path}, line {exception.LineNumber}: it cannot be read as CSV: {exception.Message}", exception);

    /// <summary>Refuses a heading that names a used column twice.</summary>
    /// <param name="used">The indexes of the used columns; below 0 for a missing one.</param>
    /// <exception cref="FormatException">The heading has a used column twice.</exception>
    internal static void RefuseTwice(string path, string[] heading, IEnumerable<int> used)
    {
        foreach (var place in used.Where(place => place >= 0))
        {
            var last = Array.FindLastIndex(heading, column =>
                column.Trim().Equals(heading[place].Trim(), StringComparison.OrdinalIgnoreCase));
            if (last != place)
            {
                throw new FormatException(
                    $"{path}, line 1: columns {place + 1} and {last + 1} have the name {heading[place].Trim()}; remove "
                        + "one of them");
            }
        }
    }

    /// <summary>Refuses an unused column or member whose name is close to a missing one.</summary>
    /// <exception cref="FormatException">There is such a column or member.</exception>
    internal static void RefuseMistyped(string path, IEnumerable<string> unused, IEnumerable<string> missing)
    {
        foreach (var name in unused)
        {
            if (NearestName.Find(name, missing) is { } meant)
            {
                throw new FormatException($"{path}: {Quoted.Text(name)} is not used; did you mean {meant}?");
            }
        }
    }

    private static IEnumerable<Row> ReadJson(Stream file, List<string> unused, bool oneAfterTheOther, string path)
    {
        var number = 0;
        var objects = JsonSerializer.DeserializeAsyncEnumerable<JsonElement>(file, oneAfterTheOther, Json);
        foreach (var each in objects.ToBlockingEnumerable())
        {
            number++;
            if (each.ValueKind != JsonValueKind.Object)
            {
                throw new JsonException($"transfer {number} is not an object but {each.ValueKind}");
            }

            if (number == 1)
            {
                string[] used = [.. FromNames, .. ToNames, .. AmountNames];
                unused.AddRange(each.EnumerateObject().Select(member => member.Name)
                    .Except(used, StringComparer.OrdinalIgnoreCase));
                RefuseMistyped(path, unused, Member(each, AmountNames) is null ? AmountNames : []);
            }

            yield return new Row(
                $"transfer {number}", Member(each, FromNames), Member(each, ToNames), Member(each, AmountNames));
        }
    }

    private static (Block Block, int LeftOut) Gather(string path, IEnumerable<Row> rows, Action gathered)
    {
        var numbers = new Dictionary<string, int>(StringComparer.Ordinal);
        var transfers = new List<Transfer>();
        var sum = BigInteger.Zero;
        var leftOut = 0;
        foreach (var row in rows)
        {
            gathered();
            if (string.IsNullOrEmpty(row.From))
            {
                throw new FormatException($"{path}, {row.Place}: no account to pay from");
            }

            if (string.IsNullOrEmpty(row.To) || string.Equals(row.From, row.To, StringComparison.Ordinal))
            {
                leftOut++;
                continue;
            }

            var amount = Amount(row, path);
            sum += amount;

            // An amount that does not fit makes the sum too large, which is refused below.
            transfers.Add(new Transfer(
                Number(row.From), Number(row.To), (long)BigInteger.Min(amount, long.MaxValue)));
        }

        return transfers.Count > 0
            ? (new Block([.. transfers], Openings(path, transfers, sum, numbers.Count)), leftOut)
            : throw new FormatException($"{path} contains no transfer from one account to another");

        int Number(string account)
        {
            if (!numbers.TryGetValue(account, out var number))
            {
                numbers[account] = number = numbers.Count;
            }

            return number;
        }
    }

    private static long[] Openings(string path, List<Transfer> transfers, BigInteger sum, int accounts)
    {
        var available = long.MaxValue - (accounts * EvenGroups.OpeningBalance);
        if (sum * MinBlocks > available)
        {
            throw new FormatException(
                $"{path}: the sum of the amounts, {sum}, is too large for balances over {MinBlocks} blocks; divide all "
                    + $"by {Divisor()} or more and round them up, as wei to gwei, or omit the column to let each "
                    + "transfer move 1");
        }

        return AccountOpenings.For(
            [.. transfers], accounts, (int)BigInteger.Min(EvenGroups.MaxRounds, available / sum));

        // Rounding up adds less than 1 to each transfer.
        BigInteger Divisor() => Enumerable.Range(1, int.MaxValue).Select(digits => BigInteger.Pow(10, digits))
            .First(divisor => ((sum / divisor) + transfers.Count) * MinBlocks <= available);
    }

    private static BigInteger Amount(Row row, string path) => row.Amount switch
    {
        null => BigInteger.One,
        var text when BigInteger.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var amount)
            && amount > 0 => amount,
        _ => throw new FormatException(
            $"{path}, {row.Place}: the amount '{Shortened(row.Amount)}' is not a whole number above 0; omit "
                + "amounts to let each transfer move 1"),
    };

    private static int Place(string[] heading, string[] names) => Array.FindIndex(
        heading, column => names.Contains(column.Trim(), StringComparer.OrdinalIgnoreCase));

    private static string? Member(JsonElement each, string[] names)
    {
        foreach (var member in each.EnumerateObject())
        {
            if (names.Contains(member.Name, StringComparer.OrdinalIgnoreCase))
            {
                return member.Value.ValueKind == JsonValueKind.Null ? null : member.Value.ToString();
            }
        }

        return null;
    }

    private static string Shortened(string text) => text.Length <= 60 ? text : $"{text[..60]}…";

    private readonly record struct Row(string Place, string? From, string? To, string? Amount);
}
