using AElf.Bench.Core.Generation;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>The transactions of one part of a block. Only they use the accounts of the part.</summary>
/// <param name="Size">Number of transactions.</param>
/// <param name="IsStar">Whether each transaction has the same hot account, and separate other accounts.</param>
internal readonly record struct BlockPart(int Size, bool IsStar);

/// <summary>
/// Draws blocks of contracts in parts. Parts share no account, except accounts of shared pools. A part has an account
/// of each pool for every ten transactions. The first transaction of a new account also has an account that the part
/// has written. So each part becomes one group, if its contracts allow it.
/// </summary>
internal sealed class ContractGenerator
{
    private const int TransactionsOfAccount = 10;

    // After this number of draws, a transaction is accepted unchanged: contracts that share no pool cannot be joined.
    private const int MaxDraws = 24;
    private const int DrawsOfContract = 6;

    private readonly ContractFile file;
    private readonly RowLayout layout;
    private readonly SeededRandom random;
    private readonly int[] contracts;

    // By contract: the owners of its accounts, without shared accounts.
    private readonly int[][] owners;
    // By contract: whether it writes an account that all transactions of its part share.
    private readonly bool[] joined;
    private readonly bool[] isWritten;
    private readonly int[] firstOfPool;
    private readonly int[] numbers;
    private readonly Part[] parts;
    private readonly byte[] states;
    private readonly long[] row;

    private ContractGenerator(ContractFile file, ReadOnlySpan<BlockPart> sizes, ulong seed)
    {
        this.file = file;
        layout = new RowLayout(file);
        random = new SeededRandom(seed);
        row = new long[layout.Stride];
        contracts = [.. file.Contracts.SelectMany((contract, kind) => Enumerable.Repeat(kind, contract.Weight))];
        parts = new Part[sizes.Length];
        var members = 0;
        owners = [.. file.Contracts.Select(contract => contract.Roles.Where(role => file.Pools[role.Pool].Hot is null)
            .Select(role => role.Owner).Distinct().ToArray())];
        joined = [.. file.Contracts.Select(contract => contract.Roles.Index().Any(
            role => contract.Order.Writes(role.Index) && file.Pools[role.Item.Pool].Hot is not null))];
        isWritten = [.. file.Pools.Select((_, pool) => file.Writes(pool))];
        var max = Math.Max(1, owners.Max(each => each.Length));
        for (var part = 0; part < parts.Length; part++)
        {
            var (size, isStar) = sizes[part];
            var count = isStar
                ? 1 + (size * Math.Max(1, max - 1))
                : Math.Max(max, (size + TransactionsOfAccount - 1) / TransactionsOfAccount);
            parts[part] = new Part(members, count, isStar);
            members = checked(members + count);
        }

        firstOfPool = new int[file.Pools.Count + 1];
        for (var pool = 0; pool < file.Pools.Count; pool++)
        {
            firstOfPool[pool + 1] = checked(firstOfPool[pool] + (file.Pools[pool].Hot ?? members));
        }

        numbers = GroupedTransfers.Numbers(firstOfPool[^1], random);
        states = new byte[numbers.Length];
    }

    /// <summary>The parts of a load.</summary>
    /// <param name="n">Transactions of all parts.</param>
    /// <param name="groups">Number of parts, if the load does not set it.</param>
    /// <param name="skew">The exponent of the law for the sizes of the parts.</param>
    public static BlockPart[] Parts(ContractSource source, LoadShape shape, int n, int groups, double skew)
    {
        if (source.HasOwnGroups)
        {
            var largest = source.File.SharedPools.MaxBy(pool => pool.Hot)!;
            var exponent = source.File.Contracts.SelectMany(contract => contract.Roles)
                .Where(role => source.File.Pools[role.Pool] == largest).Max(role => role.Zipf);
            return Of(SkewedGroups.Sizes(n, Math.Min(n, largest.Hot!.Value), exponent));
        }

        if (shape.Kind == LoadKind.Hot)
        {
            var hot = (int)Math.Round(n * shape.Share);
            var stars = hot == 0 ? [] : SkewedGroups.Sizes(hot, Math.Min(hot, shape.Count), skew: 0);
            return
            [
                .. stars.Select(size => new BlockPart(size, IsStar: true)),
                .. Enumerable.Repeat(new BlockPart(1, IsStar: false), n - hot),
            ];
        }

        return Of(shape.Kind == LoadKind.Sizes
            ? shape.Sizes.SelectMany(each => Enumerable.Repeat(each.Size, each.Groups))
            : SkewedGroups.Sizes(n, groups, skew));

        static BlockPart[] Of(IEnumerable<int> sizes) => [.. sizes.Select(size => new BlockPart(size, IsStar: false))];
    }

    /// <summary>Draws a block. Equal arguments give equal blocks.</summary>
    /// <exception cref="OverflowException">There are more accounts than numbers.</exception>
    public static ContractBlock Generate(ContractFile file, ReadOnlySpan<BlockPart> sizes, ulong seed) =>
        new ContractGenerator(file, sizes, seed).Draw(sizes);

    /// <summary>Draws the opening values of accounts.</summary>
    /// <param name="pools">The pool of each account.</param>
    public static Block Open(ContractFile file, ReadOnlySpan<int> pools, SeededRandom random)
    {
        var more = file.FieldCount - 1;
        var (balances, fields) = (new long[pools.Length], new long[pools.Length * more]);
        for (var account = 0; account < pools.Length; account++)
        {
            foreach (var (place, field) in file.Pools[pools[account]].Fields.Index())
            {
                var value = Between(field.Opening, random);
                (place == 0 ? ref balances[account] : ref fields[(account * more) + place - 1]) = value;
            }
        }

        return new Block([], balances, fields);
    }

    private ContractBlock Draw(ReadOnlySpan<BlockPart> sizes)
    {
        var order = new List<int>();
        for (var part = 0; part < sizes.Length; part++)
        {
            order.AddRange(Enumerable.Repeat(part, sizes[part].Size));
        }

        var shuffled = order.ToArray();
        random.Shuffle(shuffled);
        var rows = new long[checked(shuffled.Length * layout.Stride)];
        for (var index = 0; index < shuffled.Length; index++)
        {
            DrawRow(shuffled[index]);
            row.CopyTo(rows, index * layout.Stride);
        }

        var pools = new int[numbers.Length];
        for (var pool = 0; pool < file.Pools.Count; pool++)
        {
            for (var member = firstOfPool[pool]; member < firstOfPool[pool + 1]; member++)
            {
                pools[numbers[member]] = pool;
            }
        }

        return new ContractBlock(file, rows, Open(file, pools, random));
    }

    private void DrawRow(int number)
    {
        ref var part = ref parts[number];
        var kind = contracts[random.Next(contracts.Length)];
        for (var draw = 1; ; draw++)
        {
            var known = DrawAccounts(part, number, kind);
            if (draw == MaxDraws || part.Known == 0 || part.IsStar || Connects(file.Contracts[kind]))
            {
                part.Known = known;
                break;
            }

            kind = draw % DrawsOfContract == 0 ? contracts[random.Next(contracts.Length)] : kind;
        }

        var contract = file.Contracts[kind];
        for (var place = 0; place < contract.Roles.Count; place++)
        {
            states[(int)row[RowLayout.FirstRole + place]] |= (byte)(contract.Order.Writes(place) ? 3 : 1);
        }

        foreach (var (place, parameter) in contract.Parameters.Index())
        {
            var range = parameter.Ranges[random.Next(parameter.Ranges.Count)];
            row[layout.FirstParameter + place] = parameter.Zipf > 0 && range.To - range.From < int.MaxValue
                ? range.From + Zipf.Draw((int)(range.To - range.From) + 1, parameter.Zipf, random)
                : Between(range, random);
        }
    }

    /// <summary>Draws the accounts of a row.</summary>
    /// <returns>Number of known members of the part after this row.</returns>
    private int DrawAccounts(Part part, int number, int kind)
    {
        var contract = file.Contracts[kind];
        var drawn = owners[kind];
        Span<int> members = stackalloc int[ContractLimits.Roles];
        members.Fill(-1);
        var known = part.Known;
        var lead = drawn.Length == 0 ? -1 : drawn[random.Next(drawn.Length)];
        if (lead >= 0)
        {
            // The row also writes an account of the whole part, so any other account may be new.
            members[lead] = joined[kind] switch
            {
                _ when known == 0 || part.IsStar => 0,
                true => Math.Min(MemberOf(contract, lead, part.Count), known),
                false => MemberOf(contract, lead, known),
            };
            known = Math.Max(known, members[lead] + 1);
        }

        foreach (var owner in drawn)
        {
            if (owner != lead)
            {
                // The next new account gets the next number.
                var member = part.IsStar ? known : Math.Min(MemberOf(contract, owner, part.Count), known);
                while (members.Contains(member))
                {
                    member = (member + 1) % part.Count;
                }

                members[owner] = member;
                known = Math.Max(known, member + 1);
            }
        }

        row.AsSpan().Clear();
        row[0] = kind;
        foreach (var (place, role) in contract.Roles.Index())
        {
            var pool = file.Pools[role.Pool];
            var member = pool.Hot is { } hot
                ? HotMemberOf(role, hot, number)
                : part.First + members[role.Owner];
            while (TakenBefore(place, numbers[firstOfPool[role.Pool] + member]))
            {
                member = (member + 1) % pool.Hot!.Value;
            }

            row[RowLayout.FirstRole + place] = numbers[firstOfPool[role.Pool] + member];
        }

        return known;
    }

    // Each part has its share of the shared accounts; a reader reads any of them.
    private int HotMemberOf(Role role, int hot, int part) => isWritten[role.Pool]
        ? part % hot
        : Draw(hot, role.Zipf);

    private bool TakenBefore(int place, long account) =>
        row.AsSpan(RowLayout.FirstRole, place).Contains(account);

    private int MemberOf(Contract contract, int owner, int count) =>
        Draw(count, contract.Roles.First(role => role.Owner == owner).Zipf);

    private int Draw(int count, double exponent) =>
        exponent > 0 ? Zipf.Draw(count, exponent, random) : random.Next(count);

    // Whether the row shares a written account with earlier rows of its part.
    private bool Connects(Contract contract)
    {
        for (var place = 0; place < contract.Roles.Count; place++)
        {
            var state = states[(int)row[RowLayout.FirstRole + place]];
            if (state == 3 || (state == 1 && contract.Order.Writes(place)))
            {
                return true;
            }
        }

        return false;
    }

    private static long Between(NumberRange range, SeededRandom random) =>
        range.From + (long)Math.BigMul(random.NextBits(), (ulong)(range.To - range.From) + 1, out _);

    /// <summary>The members of a part. The first <see cref="Known"/> of them are in use.</summary>
    private record struct Part(int First, int Count, bool IsStar)
    {
        public int Known { get; set; }
    }
}

/// <summary>Draws by Zipf's law (rejection inversion: Hörmann and Derflinger 1996).</summary>
internal static class Zipf
{
    /// <summary>
    /// A number from 0 to <paramref name="count"/> − 1. The probability of k is proportional to (k + 1) to the power of
    /// −s.
    /// </summary>
    public static int Draw(int count, double exponent, SeededRandom random)
    {
        var (low, high) = (Integral(1.5, exponent) - 1, Integral(count + 0.5, exponent));
        while (true)
        {
            var drawn = high + ((random.NextBits() >> 11) * (1.0 / (1L << 53)) * (low - high));
            var value = Inverse(drawn, exponent);
            var number = Math.Clamp((int)(value + 0.5), 1, count);
            if (drawn >= Integral(number + 0.5, exponent) - Math.Pow(number, -exponent))
            {
                return number - 1;
            }
        }
    }

    private static double Integral(double value, double exponent) => Math.Abs(exponent - 1) < 1e-9
        ? Math.Log(value)
        : (Math.Pow(value, 1 - exponent) - 1) / (1 - exponent);

    private static double Inverse(double value, double exponent) => Math.Abs(exponent - 1) < 1e-9
        ? Math.Exp(value)
        : Math.Pow(1 + (value * (1 - exponent)), 1 / (1 - exponent));
}
