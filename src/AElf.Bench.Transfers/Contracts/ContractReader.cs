using AElf.Bench.Core.Options;
using Superpower.Model;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>
/// Reads and checks a contract file, and finds all errors at once. It parses each statement separately, so that an
/// error does not hide later errors.
/// </summary>
internal sealed class ContractReader
{
    private const string DefaultPool = "account";
    private const int MaxErrors = 20;
    private static readonly NumberRange DefaultOpening = new(1_000_000_000, 1_000_999_999);

    private readonly List<ContractError> errors = [];
    private readonly List<Statement> statements = [];
    private readonly List<Pool> pools = [];

    // The words of refused statements. Errors about names that these statements would declare are suppressed.
    private readonly HashSet<string> refused = new(StringComparer.Ordinal);

    private ContractReader()
    {
    }

    /// <summary>The file, or its errors: the file is null if there is an error.</summary>
    public static (ContractFile? File, IReadOnlyList<ContractError> Errors) Read(string text)
    {
        var reader = new ContractReader();
        var file = reader.ReadAll(text);
        var found = reader.errors.Distinct()
            .OrderBy(error => error.Line).ThenBy(error => error.Column).Take(MaxErrors).ToList();
        return (found.Count == 0 ? file : null, found);
    }

    private ContractFile? ReadAll(string text)
    {
        if (text.Length > ContractLimits.Characters)
        {
            Add(0, 0, $"it has more than {ContractLimits.Characters} characters",
                "a contract file has at most that many");
            return null;
        }

        if (text.AsSpan().ContainsAny('\0', '\uFFFD'))
        {
            Add(0, 0, "it is not a text in UTF-8", "expected a contract file");
            return null;
        }

        foreach (var (index, line) in text.Split('\n').Index())
        {
            ParseLine(index + 1, line.TrimEnd('\r').TrimStart('\uFEFF').Replace('\t', ' '));
        }

        DeclarePools();
        var contracts = BindContracts();
        return errors.Count > 0 ? null : new ContractFile(contracts, pools, FieldCount);
    }

    private int FieldCount => pools.Count == 0 ? 1 : pools.Max(pool => pool.Fields.Count);

    private void ParseLine(int line, string text)
    {
        var words = ContractGrammar.Words.TryTokenize(text);
        if (!words.HasValue)
        {
            var column = words.ErrorPosition.HasValue ? words.ErrorPosition.Column : 1;
            var rest = text[Math.Min(text.Length, column - 1)..];
            refused.UnionWith(text.Split([' ', ',', ':', '.'], StringSplitOptions.RemoveEmptyEntries));
            Add(line, column, $"found {Quoted.Text(rest)}", rest switch
            {
                ['"', ..] => "expected a text that ends with \" in its line",
                [var letter, ..] when char.IsLetter(letter) => "a name has ASCII letters, digits and _",
                _ => "expected a word of a contract",
            });
            return;
        }

        var start = 0;
        var all = words.Value.ToArray();
        for (var end = 0; end <= all.Length; end++)
        {
            if (end == all.Length || all[end].Kind == Word.Semicolon)
            {
                ParseStatement(line, all.AsSpan(start, end - start), text);
                start = end + 1;
            }
        }
    }

    private void ParseStatement(int line, Span<Token<Word>> words, string text)
    {
        if (words.Length == 0)
        {
            return;
        }

        var (first, before) = (words[0], statements.Count);
        ReadStatement(line, words, text);
        if (statements.Count == before)
        {
            refused.UnionWith(words.ToArray().Select(word => word.ToStringValue()));
            if (words is [_, { Kind: Word.Name } name, ..] && first.ToStringValue() is "contract")
            {
                // The following statements belong to this contract.
                statements.Add(new Statement.Contract(new(name.ToStringValue(), name.Position.Column)) { Line = line });
            }
        }
    }

    private void ReadStatement(int line, Span<Token<Word>> words, string text)
    {
        var first = words[0];
        if (words.Length > ContractLimits.Words)
        {
            Add(line, first.Position.Column, $"the statement has {words.Length} words",
                $"a statement has at most {ContractLimits.Words}");
        }
        else if (words.ToArray().FirstOrDefault(IsTooLarge) is { HasValue: true } large)
        {
            Add(line, large.Position.Column, $"found {Quoted.Text(large.ToStringValue())}",
                "a whole number below 2 to the power of 63 is expected");
        }
        else if (ContractGrammar.ParserOf(words) is not { } parser)
        {
            var known = ContractGrammar.Beginnings.Order(StringComparer.Ordinal).ToList();
            Add(line, first.Position.Column, $"found {Quoted.Text(first.ToStringValue())}", NearestName.Suggest(
                first.ToStringValue(), known, $"expected {string.Join(", ", known)} or an assignment"));
        }
        else
        {
            var parsed = parser(new TokenList<Word>(words.ToArray()));
            if (parsed is { HasValue: true, Remainder.IsAtEnd: true })
            {
                statements.Add(parsed.Value with { Line = line });
                return;
            }

            var rest = parsed.Remainder;
            var at = rest.IsAtEnd ? text.TrimEnd().Length + 1 : rest.ConsumeToken().Value.Position.Column;
            var found = rest.IsAtEnd ? "the end of the line" : Quoted.Text(rest.ConsumeToken().Value.ToStringValue());
            var expected = parsed is { HasValue: false, Expectations: { Length: > 0 } names }
                ? $"expected {string.Join(", ", names.Distinct(StringComparer.Ordinal))}"
                : parsed.ErrorMessage ?? "expected the end of the statement";
            Add(line, at, $"found {found}", expected);
        }
    }

    private static bool IsTooLarge(Token<Word> word) => word.Kind == Word.Number && ContractGrammar.Whole(word) is null;

    private void Add(int line, int column, string problem, string advice) =>
        errors.Add(new ContractError(line, column, problem, advice));

    private void DeclarePools()
    {
        foreach (var declared in statements.OfType<Statement.Pool>())
        {
            var fields = declared.Fields.Select(field => (field.Name.Text, field.Opening ?? DefaultOpening)).ToList();
            CheckNames(declared.Line, declared.Fields.Select(field => field.Name), [], "field");
            foreach (var (name, opening) in declared.Fields)
            {
                CheckRange(declared.Line, name, opening ?? DefaultOpening, 0, ContractLimits.Opening);
            }

            if (fields.Count > ContractLimits.Fields)
            {
                Add(declared.Line, 0, $"an account has {fields.Count} fields", $"at most {ContractLimits.Fields}");
            }

            CheckNames(declared.Line, declared.Names, pools.Select(pool => pool.Name), "pool");
            pools.AddRange(declared.Names.Select(name => new Pool(name.Text, fields, Hot: null)));
        }

        foreach (var account in statements.OfType<Statement.Account>())
        {
            foreach (var name in account.Names)
            {
                PlaceOfPool(account, name);
            }
        }
    }

    /// <summary>Finds the pool of a role, and adds a pool that no statement declares.</summary>
    private int PlaceOfPool(Statement.Account account, Spelled role)
    {
        var named = account.Properties.FirstOrDefault(property => property.Word is "pool");
        var hot = account.Properties.Where(property => property.Word is "hot" or "shared")
            .Select(property => property.Word is "hot" ? (decimal?)property.Number : 1).FirstOrDefault();
        var isOwn = account.Properties.Any(property => property.Word is "hot" or "shared" or "of");
        var place = pools.FindIndex(pool => pool.Name.Equals(named.Name ?? role.Text, StringComparison.Ordinal));
        if (place < 0)
        {
            var name = named.Name ?? (isOwn ? role.Text : DefaultPool);
            place = pools.FindIndex(pool => pool.Name.Equals(name, StringComparison.Ordinal));
            if (named.Name is not null && place < 0 && !refused.Contains(named.Name))
            {
                var known = pools.Select(pool => pool.Name).ToList();
                Add(account.Line, named.Column, $"pool {Quoted.Text(named.Name)} is not declared", NearestName.Suggest(
                    named.Name, known, $"declare it: pool {named.Name}: balance 1000..2000"));
            }

            if (place < 0)
            {
                pools.Add(new Pool(name, [("balance", DefaultOpening)], Hot: null));
                place = pools.Count - 1;
            }
        }

        if (hot is { } count)
        {
            if (count is < 1 or > ContractLimits.HotAccounts)
            {
                Add(account.Line, role.Column, $"hot {count}", $"expected 1 to {ContractLimits.HotAccounts} accounts");
            }
            else if (pools[place].Hot is { } other && other != count)
            {
                Add(account.Line, role.Column, $"pool {pools[place].Name} has {other} hot accounts in another contract",
                    "give it the same number everywhere");
            }
            else
            {
                pools[place] = pools[place] with { Hot = (int)count };
            }
        }

        return place;
    }

    private void CheckNames(
        int line,
        IEnumerable<Spelled> names,
        IEnumerable<string> taken,
        string what,
        string advice = "choose another name")
    {
        var met = taken.ToHashSet(StringComparer.Ordinal);
        foreach (var name in names)
        {
            if (!met.Add(name.Text))
            {
                Add(line, name.Column, $"{what} {Quoted.Text(name.Text)} is declared twice", advice);
            }
        }
    }

    private void CheckRange(int line, Spelled name, NumberRange range, long least, long most)
    {
        if (range.From > range.To)
        {
            Add(line, name.Column, $"{name.Text} is from {range.From} to {range.To}", "put the lower number first");
        }
        else if (range.From < least || range.To > most)
        {
            Add(line, name.Column, $"{name.Text} is from {range.From} to {range.To}", $"expected {least} to {most}");
        }
    }

    private List<Contract> BindContracts()
    {
        var weights = ReadMix();
        var contracts = new List<Contract>();
        ContractBinder? binder = null;
        foreach (var statement in statements)
        {
            switch (statement)
            {
                case Statement.Contract contract:
                    Finish();
                    CheckNames(contract.Line, [contract.Name], contracts.Select(each => each.Name), "contract");
                    binder = new ContractBinder(contract, pools, FieldCount, errors, refused);
                    break;
                case Statement.Pool or Statement.Mix:
                    break;
                case var _ when binder is null && refused.Contains("contract"):
                    break;
                case var _ when binder is null:
                    Add(statement.Line, 0, "the statement belongs to no contract", "begin with contract NAME");
                    break;
                case Statement.Account account:
                    binder.Declare(account, name => PlaceOfPool(account, name));
                    break;
                case Statement.Param param:
                    foreach (var (name, range) in param.Names.SelectMany(
                        _ => param.Ranges, (name, each) => (name, each)))
                    {
                        CheckRange(param.Line, name, range, -ContractLimits.Opening, ContractLimits.Opening);
                    }

                    binder.Declare(param);
                    break;
                default:
                    binder.Add(statement);
                    break;
            }
        }

        Finish();
        CheckMix(contracts, weights);
        return contracts;

        void Finish()
        {
            if (binder is not null)
            {
                contracts.Add(binder.Finish(weights is null ? 1 : weights.GetValueOrDefault(binder.Name)));
            }
        }
    }

    private Dictionary<string, int>? ReadMix()
    {
        var mixes = statements.OfType<Statement.Mix>().ToList();
        foreach (var second in mixes.Skip(1))
        {
            Add(second.Line, 0, "a second mix", "a file has one");
        }

        if (mixes is not [var mix, ..])
        {
            return null;
        }

        CheckNames(
            mix.Line, mix.Shares.Select(share => share.Name), [], "the share of", "give each contract one share");
        var known = statements.OfType<Statement.Contract>().Select(contract => contract.Name.Text).ToList();
        var weights = new Dictionary<string, int>(StringComparer.Ordinal);
        foreach (var (name, weight) in mix.Shares)
        {
            if (!known.Contains(name.Text) && !refused.Contains(name.Text))
            {
                Add(mix.Line, name.Column, $"contract {Quoted.Text(name.Text)} is not in the file",
                    NearestName.Suggest(name.Text, known, $"expected {string.Join(", ", known)}"));
            }

            if (weight > ContractLimits.Weight)
            {
                Add(mix.Line, name.Column, $"a share of {weight}", $"expected 0 to {ContractLimits.Weight}");
            }

            weights[name.Text] = (int)Math.Min(weight, ContractLimits.Weight);
        }

        if (weights.Values.Sum() == 0)
        {
            Add(mix.Line, 0, "the shares of the mix sum to 0", "give one contract a share above 0");
        }

        return weights;
    }

    private void CheckMix(List<Contract> contracts, Dictionary<string, int>? weights)
    {
        if (contracts.Count == 0 && errors.Count == 0)
        {
            Add(0, 0, "the file has no contract", "begin with contract NAME");
        }
        else if (contracts.Count > ContractLimits.Contracts)
        {
            Add(0, 0, $"the file has {contracts.Count} contracts", $"at most {ContractLimits.Contracts}");
        }

        foreach (var contract in contracts)
        {
            foreach (var shared in contract.Roles.GroupBy(role => role.Pool)
                .Where(roles => pools[roles.Key].Hot is { } hot && hot < roles.Count()))
            {
                Add(0, 0, $"contract {contract.Name} needs {shared.Count()} accounts of pool {pools[shared.Key].Name}, "
                    + $"which has {pools[shared.Key].Hot}", "give it more hot accounts");
            }
        }

        if (weights is null && contracts.Count > 1 && !refused.Contains("mix"))
        {
            Add(0, 0, "the file has several contracts and no mix",
                $"add their shares: mix {string.Join(", ", contracts.Select(each => $"{each.Name} 1"))}");
        }
    }
}
