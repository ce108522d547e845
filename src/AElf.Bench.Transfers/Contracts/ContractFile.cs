namespace AElf.Bench.Transfers.Contracts;

/// <summary>A problem of a contract file: its place, the text found, and the expected text.</summary>
/// <param name="Line">From 1; 0 for the whole file.</param>
/// <param name="Column">From 1; 0 for the whole line.</param>
internal sealed record ContractError(int Line, int Column, string Problem, string Advice)
{
    /// <summary>The place as a suffix of the file's path, such as <c>:4:11</c>.</summary>
    public string Place => (Line, Column) switch
    {
        (0, _) => "",
        (_, 0) => FormattableString.Invariant($":{Line}"),
        _ => FormattableString.Invariant($":{Line}:{Column}"),
    };
}

/// <summary>The limits of a contract file. They bound the cost of a transaction before it runs.</summary>
internal static class ContractLimits
{
    public const int Characters = 65_536;
    public const int Contracts = 32;

    /// <summary>Accounts of a contract.</summary>
    public const int Roles = 8;

    /// <summary>Fields of an account. With its number, an account fills one cache line.</summary>
    public const int Fields = 7;

    public const int Parameters = 16;

    /// <summary>Nested parts of an expression.</summary>
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
/// <param name="Fields">The names of their fields, each with the range of its opening values.</param>
/// <param name="Hot">Number of accounts that all groups share; null if it follows from the load.</param>
internal sealed record Pool(string Name, IReadOnlyList<(string Name, NumberRange Opening)> Fields, int? Hot);

/// <summary>An account of a transaction.</summary>
/// <param name="Pool">Index of its pool in the file.</param>
/// <param name="Owner">The number of its owner in the contract: accounts of one owner are drawn together.</param>
/// <param name="IsReadOnly">Whether the contract declares that it does not write the account.</param>
/// <param name="Zipf">The exponent of Zipf's law that the draws follow; 0 for even draws.</param>
internal sealed record Role(string Name, int Pool, int Owner, bool IsReadOnly, double Zipf);

/// <summary>A number in each transaction of a contract.</summary>
/// <param name="Ranges">The possible ranges of the number, all equally likely.</param>
/// <param name="Zipf">
/// The exponent of Zipf's law for the numbers of a range; the first number is the most frequent.
/// </param>
internal sealed record Parameter(string Name, IReadOnlyList<NumberRange> Ranges, double Zipf);

/// <summary>A step of a contract: a condition that must hold, or a value for a slot.</summary>
/// <param name="Target">The slot; a value below 0 means: a false condition declines for the reason −1 − target.</param>
/// <param name="Line">Line of the step in the file.</param>
internal readonly record struct Step(int Target, Term Value, int Line)
{
    public bool IsRequirement => Target < 0;

    /// <summary>Index of the reason in <see cref="Contract.Reasons"/>.</summary>
    public int Reason => -1 - Target;
}

/// <summary>A checked contract of a file.</summary>
/// <param name="FieldCount">Fields of an account in this file. In slots, the fields of a role lie side by side.</param>
internal sealed record Contract(
    string Name, IReadOnlyList<Role> Roles, IReadOnlyList<Parameter> Parameters, int FieldCount)
{
    public const int Accepted = 0;
    public const int Overflow = 1;
    public const int DivisionByZero = 2;

    public required IReadOnlyList<Step> Steps { get; init; }

    /// <summary>The reasons to decline a transaction; the first means accepted.</summary>
    public required IReadOnlyList<string> Reasons { get; init; }

    /// <summary>The slots of fields, parameters and values of <c>let</c>.</summary>
    public required int SlotCount { get; init; }

    /// <summary>Its share of the transactions.</summary>
    public required int Weight { get; init; }

    /// <summary>Its writes, in an order that can be repeated.</summary>
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
/// <param name="FieldCount">Fields of each account: the largest number of all pools.</param>
internal sealed record ContractFile(List<Contract> Contracts, IReadOnlyList<Pool> Pools, int FieldCount)
{
    public int MaxRoles => Contracts.Max(each => each.Roles.Count);

    public int MaxParameters => Contracts.Max(each => each.Parameters.Count);

    /// <summary>The maximum length of a row array, in transactions.</summary>
    public int MaxTransactions => Array.MaxLength / new RowLayout(this).Stride;

    /// <summary>The index of the contract with this name; −1 for an unknown name.</summary>
    public int PlaceOf(string? name) =>
        Contracts.FindIndex(contract => contract.Name.Equals(name, StringComparison.Ordinal));

    /// <summary>Whether a contract of the mix writes accounts of a pool.</summary>
    public bool Writes(int pool) => Contracts.Any(contract => contract.Weight > 0
        && contract.Roles.Index().Any(role => role.Item.Pool == pool && contract.Order.Writes(role.Index)));

    /// <summary>The written pools whose accounts all groups share.</summary>
    public IEnumerable<Pool> SharedPools => Pools.Where((pool, place) => pool.Hot is not null && Writes(place));
}
