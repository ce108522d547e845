namespace AElf.Bench.Transfers.Contracts;

/// <summary>The operators of an expression: of numbers, comparisons, and of conditions.</summary>
internal enum Operator
{
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Min,
    Max,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
    And,
    Or,
}

/// <summary>A part of an expression. The parser creates names; the binder replaces them by slots.</summary>
/// <param name="Column">Column in its line, from 1.</param>
internal abstract record Term(int Column)
{
    /// <summary>Whether its value is true or false; otherwise it is a number.</summary>
    public bool IsCondition => this switch
    {
        Operation operation => operation.Operator >= Operator.Less,
        Inversion => true,
        Choice choice => choice.Then.IsCondition,
        _ => false,
    };

    /// <summary>The term itself and all terms in it.</summary>
    public IEnumerable<Term> All => this switch
    {
        Operation operation => [this, .. operation.Left.All, .. operation.Right.All],
        Inversion inversion => [this, .. inversion.Of.All],
        Choice choice => [this, .. choice.If.All, .. choice.Then.All, .. choice.Else.All],
        _ => [this],
    };

    /// <summary>The slots that it reads, some of them several times.</summary>
    public IEnumerable<int> Slots => All.OfType<Slot>().Select(slot => slot.Index);

    /// <summary>Its kind in messages.</summary>
    public string Kind => IsCondition ? "a condition" : "a number";
}

internal sealed record Number(long Value, int Column) : Term(Column);

/// <summary>A parameter or a value of <c>let</c>; with a field, the field of an account.</summary>
internal sealed record Name(string Text, string? Field, int Column) : Term(Column)
{
    public override string ToString() => Field is null ? Text : $"{Text}.{Field}";
}

/// <summary>A value by its place: fields by role, then parameters, then the values of <c>let</c>.</summary>
internal sealed record Slot(int Index, int Column) : Term(Column);

internal sealed record Operation(Operator Operator, Term Left, Term Right, int Column) : Term(Column);

/// <summary>The opposite of a condition.</summary>
internal sealed record Inversion(Term Of, int Column) : Term(Column);

/// <summary><c>if … then … else</c>: only the chosen value is computed.</summary>
internal sealed record Choice(Term If, Term Then, Term Else, int Column) : Term(Column);
