using System.Globalization;
using Superpower;
using Superpower.Display;
using Superpower.Model;
using Superpower.Parsers;
using Superpower.Tokenizers;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>The words of a contract file.</summary>
internal enum Word
{
    [Token(Description = "a name")]
    Name,

    [Token(Description = "a word of the language")]
    Reserved,

    [Token(Description = "a whole number")]
    Number,

    [Token(Description = "a decimal number")]
    Decimal,

    [Token(Description = "a text in double quotes")]
    Text,

    [Token(Example = "..")]
    To,

    [Token(Description = "=, += or another assignment")]
    Assignment,

    [Token(Description = "a comparison")]
    Comparison,

    [Token(Example = ".")]
    Dot,

    [Token(Example = ",")]
    Comma,

    [Token(Example = ":")]
    Colon,

    [Token(Example = ";")]
    Semicolon,

    [Token(Description = "+ or -")]
    Sum,

    [Token(Description = "*, / or %")]
    Product,

    [Token(Example = "(")]
    Open,

    [Token(Example = ")")]
    Close,
}

/// <summary>A property of an account: a word, optionally with a name or a number after it.</summary>
internal readonly record struct RoleProperty(string Word, string? Name, decimal Number, int Column);

/// <summary>A name and its place.</summary>
internal readonly record struct Spelled(string Text, int Column);

/// <summary>A statement as parsed, with names.</summary>
internal abstract record Statement
{
    public int Line { get; init; }

    internal sealed record Contract(Spelled Name) : Statement;

    internal sealed record Pool(Spelled[] Names, (Spelled Name, NumberRange? Opening)[] Fields) : Statement;

    internal sealed record Account(Spelled[] Names, RoleProperty[] Properties) : Statement;

    internal sealed record Param(Spelled[] Names, NumberRange[] Ranges, double Zipf) : Statement;

    internal sealed record Require(Term Condition, string? Reason) : Statement;

    internal sealed record Let(Spelled Name, Term Value) : Statement;

    internal sealed record Assign(Name Target, Term Value) : Statement;

    internal sealed record Mix((Spelled Name, long Weight)[] Shares) : Statement;
}

/// <summary>Parses the words of one statement. Next: <see cref="ContractReader"/>.</summary>
internal static class ContractGrammar
{
    public static readonly Tokenizer<Word> Words = new TokenizerBuilder<Word>()
        .Ignore(Span.WhiteSpace)
        .Ignore(Comment.ShellStyle)
        .Match(Span.Regex(@"(and|or|not|if|then|else|min|max)(?![A-Za-z0-9_])"), Word.Reserved)
        .Match(Span.Regex("[A-Za-z_][A-Za-z0-9_]*"), Word.Name)
        .Match(Span.Regex(@"[0-9]+\.[0-9]+"), Word.Decimal)
        .Match(Span.Regex("[0-9]+(_[0-9]+)*"), Word.Number)
        .Match(Span.Regex("\"[^\"]*\""), Word.Text)
        .Match(Span.EqualTo(".."), Word.To)
        .Match(Span.Regex("(==|!=|<=|>=|<|>)"), Word.Comparison)
        .Match(Span.Regex(@"[-+*/%]?="), Word.Assignment)
        .Match(Character.EqualTo('.'), Word.Dot)
        .Match(Character.EqualTo(','), Word.Comma)
        .Match(Character.EqualTo(':'), Word.Colon)
        .Match(Character.EqualTo(';'), Word.Semicolon)
        .Match(Character.In('+', '-'), Word.Sum)
        .Match(Character.In('*', '/', '%'), Word.Product)
        .Match(Character.EqualTo('('), Word.Open)
        .Match(Character.EqualTo(')'), Word.Close)
        .Build();

    private static readonly TokenListParser<Word, Spelled> Identifier =
        Token.EqualTo(Word.Name).Select(token => new Spelled(token.ToStringValue(), token.Position.Column));

    private static readonly TokenListParser<Word, Spelled[]> Identifiers =
        Identifier.AtLeastOnceDelimitedBy(Token.EqualTo(Word.Comma));

    private static readonly TokenListParser<Word, long> Unsigned =
        Token.EqualTo(Word.Number).Select(token => Whole(token)!.Value);

    private static readonly TokenListParser<Word, long> Signed =
        from minus in Token.EqualToValue(Word.Sum, "-").OptionalOrDefault()
        from number in Unsigned
        select minus.HasValue ? -number : number;

    private static readonly TokenListParser<Word, decimal> Exponent = Token.EqualTo(Word.Decimal)
        .Or(Token.EqualTo(Word.Number))
        .Where(token => ExponentOf(token) is >= 0 and <= 3, "an exponent is from 0 to 3")
        .Select(token => ExponentOf(token)!.Value);

    private static readonly TokenListParser<Word, NumberRange> Range =
        from first in Signed
        from last in Token.EqualTo(Word.To).IgnoreThen(Signed).Select(value => (long?)value).OptionalOrDefault()
        select new NumberRange(first, last ?? first);

    private static readonly TokenListParser<Word, Term> Reference =
        from name in Identifier
        from field in Token.EqualTo(Word.Dot).IgnoreThen(Identifier)
            .Select(string? (found) => found.Text).OptionalOrDefault()
        select (Term)new Name(name.Text, field, name.Column);

    private static readonly TokenListParser<Word, Term> Nested = Parse.Ref(() => Expression!);

    private static readonly TokenListParser<Word, Term> Call =
        from name in Reserved("min").Or(Reserved("max"))
        from open in Token.EqualTo(Word.Open)
        from left in Nested
        from comma in Token.EqualTo(Word.Comma)
        from right in Nested
        from close in Token.EqualTo(Word.Close)
        select (Term)new Operation(
            name.ToStringValue() is "min" ? Operator.Min : Operator.Max, left, right, name.Position.Column);

    private static readonly TokenListParser<Word, Term> Conditional =
        from start in Reserved("if")
        from condition in Nested
        from then in Reserved("then").IgnoreThen(Nested)
        from otherwise in Reserved("else").IgnoreThen(Nested)
        select (Term)new Choice(condition, then, otherwise, start.Position.Column);

    private static readonly TokenListParser<Word, Term> Primary =
        Token.EqualTo(Word.Number).Select(token => (Term)new Number(Whole(token)!.Value, token.Position.Column))
            .Or(Reference)
            .Or(Call)
            .Or(Conditional)
            .Or(Nested.Between(Token.EqualTo(Word.Open), Token.EqualTo(Word.Close)))
            .Named("an expression");

    private static readonly TokenListParser<Word, Term> Unary =
        (from minus in Token.EqualToValue(Word.Sum, "-")
         from of in Parse.Ref(() => Unary!)
         select (Term)new Operation(Operator.Subtract, new Number(0, of.Column), of, minus.Position.Column))
        .Or(Primary)
        .Named("an expression");

    private static readonly TokenListParser<Word, Term> Product =
        Parse.Chain(Token.EqualTo(Word.Product), Unary, Combine);

    private static readonly TokenListParser<Word, Term> Sum = Parse.Chain(Token.EqualTo(Word.Sum), Product, Combine);

    private static readonly TokenListParser<Word, Term> Comparison =
        from left in Sum
        from rest in (from token in Token.EqualTo(Word.Comparison)
                      from right in Sum
                      select (Token: token, Right: right)).Select(found => ((Token<Word>, Term)?)found)
            .OptionalOrDefault()
        select rest is { } found ? Combine(found.Item1, left, found.Item2) : left;

    private static readonly TokenListParser<Word, Term> Inverted =
        (from start in Reserved("not")
         from of in Parse.Ref(() => Inverted!)
         select (Term)new Inversion(of, start.Position.Column))
        .Or(Comparison)
        .Named("an expression");

    private static readonly TokenListParser<Word, Term> Both = Parse.Chain(Reserved("and"), Inverted, Combine);

    private static readonly TokenListParser<Word, Term> Expression = Parse.Chain(Reserved("or"), Both, Combine);

    private static readonly TokenListParser<Word, RoleProperty> Property =
        (from word in Named("hot")
         from number in Unsigned
         select new RoleProperty(word.ToStringValue(), null, number, word.Position.Column))
        .Or(from word in Named("zipf")
            from number in Exponent
            select new RoleProperty(word.ToStringValue(), null, number, word.Position.Column))
        .Or(from word in Named("of").Or(Named("pool"))
            from name in Identifier
            select new RoleProperty(word.ToStringValue(), name.Text, 0, name.Column))
        .Or(Named("shared").Or(Named("read").Then(read => Named("only").Select(_ => read)))
            .Select(word => new RoleProperty(word.ToStringValue(), null, 0, word.Position.Column)))
        .Named("hot N, shared, read only, of OWNER, pool NAME or zipf S");

    private static readonly Dictionary<string, TokenListParser<Word, Statement>> Statements =
        new(StringComparer.Ordinal)
        {
            ["contract"] = Identifier.Select(name => (Statement)new Statement.Contract(name)),
            ["pool"] =
            from names in Identifiers
            from fields in Token.EqualTo(Word.Colon).IgnoreThen(
                (from name in Identifier
                 from opening in Range.Select(range => (NumberRange?)range).OptionalOrDefault()
                 select (name, opening)).AtLeastOnceDelimitedBy(Token.EqualTo(Word.Comma)))
            select (Statement)new Statement.Pool(names, fields),
            ["account"] =
            from names in Identifiers
            from properties in Token.EqualTo(Word.Colon)
                .IgnoreThen(Property.AtLeastOnceDelimitedBy(Token.EqualTo(Word.Comma)))
                .OptionalOrDefault([])
            select (Statement)new Statement.Account(names, properties),
            ["param"] =
            from names in Identifiers
            from ranges in Token.EqualTo(Word.Colon).IgnoreThen(Range.AtLeastOnceDelimitedBy(Reserved("or")))
            from zipf in Named("zipf").IgnoreThen(Exponent).OptionalOrDefault()
            select (Statement)new Statement.Param(names, ranges, (double)zipf),
            ["require"] =
            from condition in Expression
            from reason in Token.EqualTo(Word.Text)
                .Select(string? (text) => text.ToStringValue()[1..^1]).OptionalOrDefault()
            select (Statement)new Statement.Require(condition, reason),
            ["let"] =
            from name in Identifier
            from sign in Token.EqualToValue(Word.Assignment, "=")
            from value in Expression
            select (Statement)new Statement.Let(name, value),
            ["mix"] =
            (from name in Identifier
             from weight in Unsigned
             select (name, weight)).AtLeastOnceDelimitedBy(Token.EqualTo(Word.Comma))
            .Select(shares => (Statement)new Statement.Mix(shares)),
        };

    private static readonly TokenListParser<Word, Statement> Assignment =
        from target in Reference
        from sign in Token.EqualTo(Word.Assignment)
        from value in Expression
        select (Statement)new Statement.Assign(
            (Name)target,
            sign.ToStringValue() is "=" ? value : Combine(sign, target, value));

    /// <summary>The words that statements begin with.</summary>
    public static IEnumerable<string> Beginnings => Statements.Keys;

    /// <summary>The parser for a statement; null for an unknown first word.</summary>
    public static TokenListParser<Word, Statement>? ParserOf(ReadOnlySpan<Token<Word>> words) => words switch
    {
        [{ Kind: Word.Name }, { Kind: Word.Dot or Word.Assignment }, ..] => Assignment,
        [{ Kind: Word.Name } first, ..] when Statements.TryGetValue(first.ToStringValue(), out var parser) =>
            Token.EqualTo(Word.Name).IgnoreThen(parser),
        _ => null,
    };

    private static TokenListParser<Word, Token<Word>> Reserved(string word) =>
        Token.EqualToValue(Word.Reserved, word).Named(word);

    private static TokenListParser<Word, Token<Word>> Named(string word) =>
        Token.EqualToValue(Word.Name, word).Named(word);

    private static Term Combine(Token<Word> sign, Term left, Term right) => new Operation(
        sign.ToStringValue() switch
        {
            "+" or "+=" => Operator.Add,
            "-" or "-=" => Operator.Subtract,
            "*" or "*=" => Operator.Multiply,
            "/" or "/=" => Operator.Divide,
            "%" or "%=" => Operator.Remainder,
            "<" => Operator.Less,
            "<=" => Operator.LessOrEqual,
            ">" => Operator.Greater,
            ">=" => Operator.GreaterOrEqual,
            "==" => Operator.Equal,
            "!=" => Operator.NotEqual,
            "and" => Operator.And,
            _ => Operator.Or,
        },
        left,
        right,
        sign.Position.Column);

    /// <summary>The number of a word; null if it does not fit into 64 bits.</summary>
    public static long? Whole(Token<Word> token) => long.TryParse(
        token.ToStringValue().Replace("_", "", StringComparison.Ordinal),
        NumberStyles.None,
        CultureInfo.InvariantCulture,
        out var value) ? value : null;

    private static decimal? ExponentOf(Token<Word> token) => decimal.TryParse(
        token.ToStringValue(), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var value)
            ? value
            : null;
}
