using System.Globalization;
using System.Text;
using AElf.Bench.Core.Generation;
using AElf.Bench.Transfers.Contracts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// Files of contracts with random accounts, conditions, dependencies and conflicts. They are written as text, so that
/// the reader is tested too.
/// </summary>
internal static class RandomContracts
{
    private static readonly string[] Signs = ["+", "-", "*", "/", "%"];
    private static readonly string[] Comparisons = ["<", "<=", ">", ">=", "==", "!="];

    /// <summary>Draws files until one has a repeatable order of writes.</summary>
    public static (ContractFile File, string Text) Draw(SeededRandom random)
    {
        while (true)
        {
            var text = Write(random);
            var (file, errors) = ContractReader.Read(text);
            if (file is not null)
            {
                return (file, text);
            }

            if (errors.FirstOrDefault(error => !error.Problem.Contains("is computed from", StringComparison.Ordinal))
                is { } error)
            {
                throw new InvalidOperationException($"{error}\n{text}");
            }
        }
    }

    private static string Write(SeededRandom random)
    {
        var text = new StringBuilder();
        var fields = new int[1 + random.Next(3)];
        for (var pool = 0; pool < fields.Length; pool++)
        {
            fields[pool] = 1 + random.Next(3);
            var names = Enumerable.Range(0, fields[pool]).Select(field => Text($"f{field} 0..{random.Next(60)}"));
            text.AppendLine(Text($"pool p{pool}: {string.Join(", ", names)}"));
        }

        var hot = random.Next(4) == 0 ? random.Next(fields.Length) : -1;
        var contracts = 1 + random.Next(4);
        for (var contract = 0; contract < contracts; contract++)
        {
            WriteContract(text, contract, fields, hot, random);
        }

        var weights = Enumerable.Range(0, contracts).Select(contract => Text($"c{contract} {1 + random.Next(4)}"));
        return text.AppendLine(Text($"mix {string.Join(", ", weights)}")).ToString();
    }

    private static void WriteContract(StringBuilder text, int number, int[] fields, int hot, SeededRandom random)
    {
        text.AppendLine(Text($"contract c{number}"));
        var pools = new int[1 + random.Next(4)];
        for (var role = 0; role < pools.Length; role++)
        {
            pools[role] = random.Next(fields.Length);
            var properties = pools[role] == hot ? ", hot 5" : "";
            text.AppendLine(Text($"  account a{role}: pool p{pools[role]}{properties}"));
        }

        text.AppendLine("  param n: -3..9 or 1..20");
        text.AppendLine("  param m: 0..3 zipf 0.9");
        var slots = pools.Index()
            .SelectMany(role => Enumerable.Range(0, fields[role.Item]).Select(f => Text($"a{role.Index}.f{f}")))
            .ToList();
        var values = slots.Concat(["n", "m"]).ToList();
        var steps = random.Next(6);
        for (var step = 0; step < steps; step++)
        {
            switch (random.Next(5))
            {
                case 0:
                    text.AppendLine(Text($"  require {Condition(values, random, 2)} \"r{step}\""));
                    break;
                case 1:
                    text.AppendLine(Text($"  let v{step} = {Expression(values, random, 2)}"));
                    values.Add(Text($"v{step}"));
                    break;
                default:
                    // Mostly with few accounts, otherwise nearly all would depend on each other in circles.
                    var target = slots[random.Next(slots.Count)];
                    var own = random.Next(3) == 0
                        ? values
                        : values.Where(name => name[0] != 'a' || name[..2] == target[..2]);
                    var sign = Signs[random.Next(2)];
                    text.AppendLine(Text($"  {target} {sign}= {Expression([.. own], random, 2)}"));
                    break;
            }
        }
    }

    private static string Expression(List<string> values, SeededRandom random, int depth) =>
        random.Next(depth == 0 ? 3 : 8) switch
        {
            0 => Text($"{random.Next(12)}"),
            1 or 2 => values[random.Next(values.Count)],
            3 => Text($"min({Expression(values, random, depth - 1)}, {Expression(values, random, depth - 1)})"),
            4 => Text($"max({Expression(values, random, depth - 1)}, 0 - {Expression(values, random, depth - 1)})"),
            5 => Text($"(if {Condition(values, random, depth - 1)} then {Expression(values, random, depth - 1)} ")
                + Text($"else {Expression(values, random, depth - 1)})"),
            _ => Text($"({Expression(values, random, depth - 1)} {Signs[random.Next(Signs.Length)]} ")
                + Text($"{Expression(values, random, depth - 1)})"),
        };

    private static string Condition(List<string> values, SeededRandom random, int depth) =>
        random.Next(depth == 0 ? 1 : 5) switch
        {
            0 or 1 => Text($"{Expression(values, random, 0)} {Comparisons[random.Next(Comparisons.Length)]} ")
                + Expression(values, random, depth),
            2 => Text($"({Condition(values, random, depth - 1)} and {Condition(values, random, depth - 1)})"),
            3 => Text($"({Condition(values, random, depth - 1)} or {Condition(values, random, depth - 1)})"),
            _ => Text($"(not {Condition(values, random, depth - 1)})"),
        };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
