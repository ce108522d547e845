using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>
/// A contract as a script that the server executes as a whole; or the script <c>raise</c>, by which an attempt takes
/// over a job. Next: <see cref="ScriptWriter"/>, which writes the text.
/// </summary>
/// <param name="Contract">The contract to execute; null raises the epoch of a job.</param>
/// <param name="FieldCount">Fields of each account.</param>
/// <param name="IsGrouped">Whether groups define the order; otherwise the store does.</param>
/// <param name="Guards">The checks that a simulated server makes.</param>
internal sealed record StoreScript(
    int Index, Contract? Contract, int FieldCount, bool IsGrouped, ContractGuards Guards) : AccountScript(Index)
{
    /// <summary>An answer: the transaction was applied before. All answers from 0 on are reasons.</summary>
    public const int Repeated = -1;

    /// <summary>An answer: another attempt owns the job.</summary>
    public const int Stale = -2;

    /// <summary>An answer: a key does not exist.</summary>
    public const int Missing = -3;

    /// <summary>An answer: some accounts contain the transaction and others do not.</summary>
    public const int Torn = -4;

    /// <summary>An answer: the job's last transaction is not the previous one, so the store has lost some.</summary>
    public const int Lost = -5;

    public override string Text => field ??= ScriptWriter.Write(this);

    public override OperationCounts Inside { get; } = Contract is null
        ? new OperationCounts(1, 1, 0, 0, 1, 1)
        : InsideOf(Contract.Roles.Count + (IsGrouped ? 0 : 1), Contract.Order.Count + (IsGrouped ? 0 : 1));

    /// <summary>A script for each contract, and without groups another one to take over a job.</summary>
    public static StoreScript[] Of(ContractFile file, bool isGrouped, ContractGuards guards) =>
    [
        .. file.Contracts.Select(
            (contract, index) => new StoreScript(index, contract, file.FieldCount, isGrouped, guards)),
        .. isGrouped ? [] : new[] { new StoreScript(file.Contracts.Count, null, file.FieldCount, isGrouped, guards) },
    ];

    private static OperationCounts InsideOf(int read, int written) =>
        new(0, 0, 1, written == 0 ? 0 : 1, read, written);
}

/// <summary>
/// Writes the Lua text from the tree of a contract. Lua has only doubles. If a number exceeds 2^53, the script computes
/// the transaction again with the exact numbers of <c>exact.lua</c>.
/// </summary>
/// <remarks>
/// Values have the format of <see cref="AccountCodec"/>, with another magic number, and with a sum in place of the
/// CRC-32C, which would take longer than the rest of the script. A job has a separate value: the number of its last
/// transaction, and in place of a balance its epoch (lower half) and its number of declined transactions (upper half).
/// </remarks>
internal sealed class ScriptWriter
{
    // Lua allows 200 variables in a function. A contract with more values stores them in a table.
    private const int MaxVariables = 150;

    private static readonly string ExactNumbers = ShippedContracts.ReadResource("exact.lua")!;

    private readonly Contract contract;
    private readonly bool isGrouped;
    private readonly bool usesTable;
    private readonly int firstKey;
    private readonly int firstParameter;
    private readonly List<string> lines = [];

    private ScriptWriter(StoreScript script)
    {
        (contract, isGrouped) = (script.Contract!, script.IsGrouped);
        usesTable = (3 * contract.Roles.Count) + (2 * contract.FirstParameter) + contract.SlotCount > MaxVariables;
        (firstKey, firstParameter) = isGrouped ? (1, 2) : (2, 4);
    }

    public static string Write(StoreScript script) => script.Contract is null
        ? WriteRaise(script.FieldCount)
        : new ScriptWriter(script).Write();

    private static string Format(int fields) => "<I4I4I4I4I4I4i4I4" + string.Concat(
        Enumerable.Repeat("I4i4", fields - 1)) + (fields > 1 ? "I4" : "");

    // Returns the number of the job's last transaction. A late attempt must not take the job back.
    private static string WriteRaise(int fields) =>
        "local v=redis.call('GET',KEYS[1])\n"
        + $"if not v then return {StoreScript.Missing} end\n"
        + $"local g,u,a,q,Q,l,h=struct.unpack('{Format(1)}',v)\n"
        + $"if l>=ARGV[1]+0 then return {StoreScript.Stale} end\n"
        + "l=ARGV[1]+0\n"
        + $"redis.call('SET',KEYS[1],{PackJob("u,a,q,Q", "l", "h", fields)})\n"
        + "return Q*4294967296+q";

    // A job uses one of the fields of an account.
    private static string PackJob(string head, string epoch, string declined, int fields)
    {
        string[] others = [.. Enumerable.Repeat("0", fields - 1)];
        return Pack(head, [epoch, .. others], [declined, .. others]);
    }

    /// <param name="head">The version, the account, and the two halves of the mark.</param>
    /// <param name="lows">The lower halves of the fields.</param>
    /// <param name="highs">The upper halves of the fields.</param>
    private static string Pack(string head, string[] lows, string[] highs)
    {
        var first = $"{head},{lows[0]},{highs[0]}";
        var more = string.Concat(lows.Zip(highs).Skip(1).Select(each => $",{each.First},{each.Second}"));
        var tail = more.Length == 0 ? "" : $"{more},{SumOf(first + more)}";
        return $"struct.pack('{Format(lows.Length)}',{AccountCodec.ScriptMagic},{first},{SumOf(first)}{tail})";

        static string SumOf(string words) => $"({words.Replace(',', '+')})%4294967296";
    }

    private string Write()
    {
        Add("local v=redis.call('MGET',unpack(KEYS))");
        Add("local _,r,big,z,floor,q,Q,c=nil,0,false,0,math.floor");
        Add("local n=ARGV[1]+0");
        Declare();
        for (var key = 1; key < firstKey + contract.Roles.Count; key++)
        {
            Add($"if not v[{key}] then return {StoreScript.Missing} end");
        }

        if (!isGrouped)
        {
            CheckJob();
        }

        ReadAccounts();
        if (isGrouped && contract.Order.Count > 0)
        {
            CheckSequences();
        }

        Compute(isExact: false);
        Add("if big then");
        Add(ExactNumbers);
        Compute(isExact: true);
        Add("end");
        WriteBack();
        Add("return r");
        return string.Join('\n', lines);
    }

    private void Add(string line) => lines.Add(line);

    private string Name(string kind, int number) => (usesTable ? "t." : "") + kind + Plain(number);

    private IEnumerable<int> FieldsOf(int place) => Enumerable.Range(place * contract.FieldCount, contract.FieldCount);

    private void Declare()
    {
        (string Kind, int Count)[] kinds =
        [
            ("e", contract.Roles.Count), ("a", contract.Roles.Count), ("m", contract.Roles.Count),
            ("l", contract.FirstParameter), ("h", contract.FirstParameter), ("x", contract.SlotCount),
        ];
        var names = kinds.SelectMany(kind => Enumerable.Range(0, kind.Count).Select(number => Name(kind.Kind, number)));
        Add(usesTable ? "local t={}" : $"local {string.Join(',', names)}");
    }

    private void CheckJob()
    {
        Add($"local _,ju,ja,jq,jQ,jl,jh=struct.unpack('{Format(1)}',v[1])");
        Add($"if jl~=ARGV[2]+0 then return {StoreScript.Stale} end");
        Add($"if jQ*4294967296+jq~=ARGV[3]+0 then return {StoreScript.Lost} end");
    }

    private void ReadAccounts()
    {
        var format = Format(contract.FieldCount);
        for (var place = 0; place < contract.Roles.Count; place++)
        {
            var fields = FieldsOf(place).Select(slot => $"{Name("l", slot)},{Name("h", slot)}").ToList();
            fields.Insert(1, "_");
            Add($"_,{Name("e", place)},{Name("a", place)},q,Q,{string.Join(',', fields)}"
                + $"=struct.unpack('{format}',v[{Plain(place + firstKey)}])");
            Add($"{Name("m", place)}=Q*4294967296+q");
        }
    }

    // Scripts are atomic. Copies are torn only if another attempt still wrote while they were read.
    private void CheckSequences()
    {
        Add("local w,s=0,0");
        for (var place = 0; place < contract.Roles.Count; place++)
        {
            var counter = contract.Order.Writes(place) ? "w" : "s";
            Add($"if {Name("m", place)}>=2*n then {counter}={counter}+1 end");
        }

        Add($"if w=={Plain(contract.Order.Count)} then return {StoreScript.Repeated} end");
        Add($"if w+s>0 then return {StoreScript.Torn} end");
    }

    private void Compute(bool isExact)
    {
        var expressions = new ScriptExpressions(isExact, slot => isExact ? $"y[{Plain(slot)}]" : Name("x", slot));

        // The needed functions are known after the last step.
        var steps = contract.Steps.SelectMany(expressions.Of).ToList();
        if (isExact)
        {
            Add("local y={}");
        }
        else
        {
            lines.AddRange(expressions.Functions);
        }

        foreach (var slot in contract.Inputs)
        {
            Load(slot, isExact);
        }

        Add(isExact ? "r=0 repeat" : "repeat");
        lines.AddRange(steps);
        Add("until true");
        Add(isExact ? "if r==0 then" : "if r==0 and not big then");
        foreach (var slot in contract.Outputs)
        {
            var (low, high, value) = (Name("l", slot), Name("h", slot), Name("x", slot));
            Add(isExact
                ? $"{low},{high}=T(y[{Plain(slot)}])"
                : $"{high}=floor({value}/4294967296) {low}={value}-{high}*4294967296");
        }

        Add("end");
    }

    private void Load(int slot, bool isExact)
    {
        var (low, high) = (Name("l", slot), Name("h", slot));
        var given = $"ARGV[{Plain(slot - contract.FirstParameter + firstParameter)}]";
        var isField = slot < contract.FirstParameter;
        Add((isField, isExact) switch
        {
            (true, false) => $"{Name("x", slot)}={high}*4294967296+{low}",
            (true, true) => $"y[{Plain(slot)}]=W({low},{high})",
            (false, false) => $"{Name("x", slot)}={given}+0.0",
            (false, true) => $"y[{Plain(slot)}]=P({given})",
        });
        if (!isExact)
        {
            Add(ScriptExpressions.Watch(Name("x", slot)));
        }
    }

    private void WriteBack()
    {
        var pairs = new List<string>();
        if (!isGrouped)
        {
            Add("if r>0 then jh=(jh+1)%2147483648 end");
            Add("jQ=floor(n/4294967296) jq=n-jQ*4294967296");
            pairs.Add($"KEYS[1],{PackJob("ju,ja,jq,jQ", "jl", "jh", contract.FieldCount)}");
        }

        foreach (var place in WriteOrder.Places(contract.Order.Written))
        {
            var mark = Name("m", place);
            Add(isGrouped
                ? $"{mark}=2*n+(r>0 and 1 or 0)"
                : $"{mark}=2*floor({mark}/2)+2+((r>0 or {mark}%2==1) and 1 or 0)");
            Add($"Q=floor({mark}/4294967296) q={mark}-Q*4294967296");
            string[] lows = [.. FieldsOf(place).Select(slot => Name("l", slot))];
            string[] highs = [.. FieldsOf(place).Select(slot => Name("h", slot))];
            var key = Plain(place + firstKey);
            Add($"v[{key}]={Pack($"{Name("e", place)},{Name("a", place)},q,Q", lows, highs)}");
            pairs.Add($"KEYS[{key}],v[{key}]");
        }

        if (pairs.Count > 0)
        {
            Add($"redis.call('MSET',{string.Join(',', pairs)})");
        }
    }
}
