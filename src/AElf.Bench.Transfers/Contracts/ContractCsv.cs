using System.Globalization;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Generation;
using CsvHelper;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>
/// Transactions of contracts from a CSV file. Columns have the names of accounts and parameters. With several
/// contracts, the column <c>contract</c> names one of them. Any text can name an account of a pool.
/// </summary>
internal static class ContractCsv
{
    private const string ContractColumn = "contract";

    /// <summary>Reads the whole file.</summary>
    /// <param name="seed">Decides the opening values.</param>
    /// <param name="work">Counts the bytes read, for progress; null for no progress.</param>
    /// <returns>The block, and the columns that are not used.</returns>
    /// <exception cref="FormatException">The file has another format; the message says where and why.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static (ContractBlock Block, IReadOnlyList<string> Unused) Read(
        string path, ContractFile file, ulong seed, WorkCounter? work)
    {
        using var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 1 << 16);
        work?.Begin(stream.Length);
        var start = new byte[8];
        if (BlockFile.IsOne(start.AsSpan(0, stream.ReadAtLeast(start, start.Length, throwOnEndOfStream: false))))
        {
            throw new FormatException($"{path} is a block file, which contains transfers: remove --contract");
        }

        stream.Position = 0;
        try
        {
            using var csv = CsvReader.Create(stream, TransferFile.Csv, leaveOpen: true);
            csv.ReadHeader();
            string[] heading = [.. csv.Headers.Select(column => column.Trim())];
            var columns = ColumnsOf(path, file, heading);
            HashSet<int> used = [.. columns.Named.SelectMany(places => places), columns.Contract];
            string[] unused = [.. heading.Where((_, place) => !used.Contains(place))];
            TransferFile.RefuseTwice(path, heading, used);
            TransferFile.RefuseMistyped(path, unused, KnownOf(file).Except(heading, StringComparer.OrdinalIgnoreCase));
            var (rows, pools, layout) = (new List<long>(), new List<int>(), new RowLayout(file));
            var numbers = new Dictionary<(int Pool, string Name), int>();
            while (csv.Read())
            {
                work?.Reach(stream.Position);
                ReadRow(csv, $"{path}, line {csv.LineNumber}", layout, columns, rows, (pool, name) =>
                {
                    if (!numbers.TryGetValue((pool, name), out var number))
                    {
                        numbers[(pool, name)] = number = pools.Count;
                        pools.Add(pool);
                    }

                    return number;
                });
            }

            if (rows.Count == 0)
            {
                throw new FormatException($"{path} contains no transaction");
            }

            return (
                new ContractBlock(
                    file, [.. rows], ContractGenerator.Open(file, [.. pools], new SeededRandom(seed))),
                unused);
        }
        catch (CsvFormatException exception)
        {
            throw TransferFile.NotCsv(path, exception);
        }
        catch (ArgumentException exception)
        {
            throw new FormatException($"{path}: {exception.Message}", exception);
        }
    }

    /// <summary>
    /// Finds the column of the contract, and for each contract the columns of its accounts and parameters.
    /// </summary>
    private static (int Contract, int[][] Named) ColumnsOf(string path, ContractFile file, string[] heading)
    {
        var contract = Array.FindIndex(
            heading, column => column.Equals(ContractColumn, StringComparison.OrdinalIgnoreCase));
        if (contract < 0 && file.Contracts.Count > 1)
        {
            throw new FormatException(
                $"{path} has no column contract, which names one of {string.Join(", ", Names(file))}");
        }

        int[][] named =
            [.. file.Contracts.Select(each => NamesOf(each).Select(name => ColumnOf(each, name)).ToArray())];
        return (contract, named);

        int ColumnOf(Contract each, string name)
        {
            var at = Array.FindIndex(heading, column => column.Equals(name, StringComparison.OrdinalIgnoreCase));
            return at >= 0 || (contract >= 0 && each.Weight == 0)
                ? at
                : throw new FormatException(
                    $"{path} has no column {name}, which contract {each.Name} needs; "
                        + TransferFile.FirstLine(heading));
        }
    }

    private static void ReadRow(
        CsvReader csv,
        string place,
        RowLayout layout,
        (int Contract, int[][] Named) columns,
        List<long> rows,
        Func<int, string, int> numberOf)
    {
        var kind = columns.Contract < 0 ? 0 : layout.File.PlaceOf(csv.GetString(columns.Contract));
        if (kind < 0)
        {
            throw new FormatException(
                $"{place}: contract '{csv.GetString(columns.Contract)}' is not one of "
                    + string.Join(", ", Names(layout.File)));
        }

        var (contract, named) = (layout.File.Contracts[kind], columns.Named[kind]);
        var row = new long[layout.Stride];
        row[0] = kind;
        for (var role = 0; role < contract.Roles.Count; role++)
        {
            var account = named[role] < 0 ? null : csv.GetString(named[role]);
            var number = string.IsNullOrEmpty(account)
                ? throw new FormatException($"{place}: no account for {contract.Roles[role].Name}")
                : numberOf(contract.Roles[role].Pool, account);
            if (row.AsSpan(RowLayout.FirstRole, role).IndexOf(number) is >= 0 and var other)
            {
                throw new FormatException(
                    $"{place}: it names account {account} twice, as {contract.Roles[other].Name} and as "
                        + contract.Roles[role].Name);
            }

            row[RowLayout.FirstRole + role] = number;
        }

        for (var parameter = 0; parameter < contract.Parameters.Count; parameter++)
        {
            var (column, (name, ranges, _)) =
                (named[contract.Roles.Count + parameter], contract.Parameters[parameter]);
            var text = column < 0 ? null : csv.GetString(column);
            row[layout.FirstParameter + parameter] = long.TryParse(
                text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value)
                && ranges.Any(range => value >= range.From && value <= range.To)
                ? value
                : throw new FormatException(
                    $"{place}, column {name}: found {Quoted.Text(text)}; contract {contract.Name} expects a whole "
                        + $"number from {string.Join(" or ", ranges.Select(range => $"{range.From} to {range.To}"))}");
        }

        if (layout.ProblemOf(row, int.MaxValue) is { } wrong)
        {
            throw new FormatException($"{place}: {wrong}");
        }

        rows.AddRange(row);
    }

    private static IEnumerable<string> Names(ContractFile file) => file.Contracts.Select(each => each.Name);

    private static IEnumerable<string> KnownOf(ContractFile file) =>
        file.Contracts.SelectMany(NamesOf).Append(ContractColumn);

    private static IEnumerable<string> NamesOf(Contract contract) =>
        contract.Roles.Select(role => role.Name).Concat(contract.Parameters.Select(each => each.Name));
}
