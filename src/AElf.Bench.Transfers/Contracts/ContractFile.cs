namespace AElf.Bench.Transfers.Contracts;

/// <summary>A problem of a contract file: where, what was found, and what is expected.</summary>
/// <param name="Line">From 1; 0 for the whole file.</param>
/// <param name="Column">From 1; 0 for the whole line.</param>
internal sealed record ContractError(int Line, int Column, string Problem, string Advice)
{
    /// <summary>Where it is, to stand behind the file's path, such as <c>:4:11</c>.</summary>
    public string Place => (Line, Column) switch
    {
        (0, _) => "",
        (_, 0) => FormattableString.Invariant($":{Line}"),
        _ => FormattableString.Invariant($":{Line}:{Column}"),
    };
}

/// <summary>The limits of a contract file: what one transaction may cost is bounded before it runs.</summary>
internal static class ContractLimits
{
    public const int Characters = 65_536;
    public const int Contracts = 32;

    /// <summary>Accounts of a contract.</summary>
    public const int Roles = 8;

    /// <summary>Fields of an account. With its number, an account fills one cache line.</summary>
    public const int Fields = 7;

    public const int Parameters = 16;

    /// <summary>Parts inside each other in an expression.</summary>
    public const int Depth = 64;

    /// <summary>Words of a statement, which bound the recursion of the parser.</summary>
    public const int Words = 256;

    public const int HotAccounts = 1_000_000;

    /// <summary>The largest weight of a contract in a mix.</summary>
    public const int Weight = 1000;

    /// <summary>The largest opening value of a field.</summary>
    public const long Opening = 1_000_000_000_000_000;
}

/// <summary>Whole numbers from <paramref name="From"/> to <paramref name="To"/>, both included.</summary>
internal readonly record struct NumberRange(long From, long To);

/// <summary>Accounts of one kind.</summary>
/// <param name="Fields">The names of their fields, each with the values it opens with.</param>
/// <param name="Hot">How many accounts all groups share; null for a number that follows from the load.</param>
internal sealed record Pool(string Name, IReadOnlyList<(string Name, NumberRange Opening)> Fields, int? Hot);

/// <summary>An account of a transaction.</summary>
/// <param name="Pool">The place of its pool in the file.</param>
/// <param name="Owner">The number of its owner in the contract: accounts of one owner are drawn together.</param>
/// <param name="IsReadOnly">Whether the contract promises not to write it.</param>
/// <param name="Zipf">The exponent of Zipf's law that the draws follow; 0 for even draws.</param>
internal sealed record Role(string Name, int Pool, int Owner, bool IsReadOnly, double Zipf);

/// <summary>A number that each transaction brings along.</summary>
/// <param name="Ranges">One of them is chosen, each as likely, and a number of it.</param>
/// <param name="Zipf">The exponent of Zipf's law that the numbers of a range follow, the first most often.</param>
internal sealed record Parameter(string Name, IReadOnlyList<NumberRange> Ranges, double Zipf);

/// <summary>A step of a contract: a condition that must hold, or a value for a slot.</summary>
/// <param name="Target">The slot; below 0, −1 − the reason for which a false condition declines.</param>
/// <param name="Line">Where it stands in the file.</param>
internal readonly record struct Step(int Target, Term Value, int Line)
{
    public bool IsRequirement => Target < 0;

    /// <summary>The reason's place in <see cref="Contract.Reasons"/>.</summary>
    public int Reason => -1 - Target;
}

/// <summary>A transaction as its file describes it, checked.</summary>
/// <param name="FieldCount">Fields of an account in this file; a role's fields lie side by side in slots.</param>
internal sealed record Contract(
    string Name, IReadOnlyList<Role> Roles, IReadOnlyList<Parameter> Parameters, int FieldCount)
{
    public const int Accepted = 0;
    public const int Overflow = 1;
    public const int DivisionByZero = 2;

    public required IReadOnlyList<Step> Steps { get; init; }

    /// <summary>Why it declines a transaction; the first stands for none.</summary>
    public required IReadOnlyList<string> Reasons { get; init; }

    /// <summary>The slots of fields, parameters and values of <c>let</c>.</summary>
    public required int SlotCount { get; init; }

    /// <summary>How often it comes.</summary>
    public required int Weight { get; init; }

    /// <summary>What it writes, in the order that can be repeated.</summary>
    public required WriteOrder Order { get; init; }

    public int FirstParameter => Roles.Count * FieldCount;

    public int FirstLocal => FirstParameter + Parameters.Count;

    /// <summary>The fields and parameters that its steps read, in order.</summary>
    public IEnumerable<int> Inputs =>
        Steps.SelectMany(step => step.Value.Slots).Distinct().Where(slot => slot < FirstLocal).Order();

    /// <summary>The fields that its steps set.</summary>
    public IEnumerable<int> Outputs =>
        Steps.Select(step => step.Target).Distinct().Where(target => target >= 0 && target < FirstParameter);
}

/// <summary>The contracts of a file with their shares and pools.</summary>
/// <param name="FieldCount">Fields of each account: those of the pool with most.</param>
internal sealed record ContractFile(IReadOnlyList<Contract> Contracts, IReadOnlyList<Pool> Pools, int FieldCount)
{
    public int MaxRoles => Contracts.Max(each => each.Roles.Count);

    public int MaxParameters => Contracts.Max(each => each.Parameters.Count);

    /// <summary>The longest row array there can be, in transactions.</summary>
    public int MaxTransactions => Array.MaxLength / new RowLayout(this).Stride;

    /// <summary>The place of the contract with this name; −1 for none.</summary>
    public int PlaceOf(string? name)
    {
        for (var place = 0; place < Contracts.Count; place++)
        {
            if (Contracts[place].Name.Equals(name, StringComparison.Ordinal))
            {
                return place;
            }
        }

        return -1;
    }

    /// <summary>Whether a contract that the mix offers writes accounts of a pool.</summary>
    public bool Writes(int pool) => Contracts.Any(contract => contract.Weight > 0
        && contract.Roles.Index().Any(role => role.Item.Pool == pool && contract.Order.Writes(role.Index)));

    /// <summary>The written pools whose accounts all groups share.</summary>
    public IEnumerable<Pool> SharedPools => Pools.Where((pool, place) => pool.Hot is not null && Writes(place));
}
