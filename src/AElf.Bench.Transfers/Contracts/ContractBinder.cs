using System.Diagnostics;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>Checks the statements of one contract, and replaces names by slots.</summary>
/// <param name="fieldCount">Fields of an account in this file.</param>
/// <param name="errors">Receives the errors.</param>
/// <param name="refused">Words of refused statements; also receives the names of surplus declarations.</param>
internal sealed class ContractBinder(
    Statement.Contract head,
    IReadOnlyList<Pool> pools,
    int fieldCount,
    List<ContractError> errors,
    HashSet<string> refused)
{
    private readonly List<Role> roles = [];
    private readonly List<Parameter> parameters = [];
    private readonly List<string> locals = [];
    private readonly List<string> owners = [];
    private readonly List<string> reasons = ["accepted", "overflow", "division by zero"];
    private readonly List<Statement> body = [];

    public string Name => head.Name.Text;

    private int FirstParameter => roles.Count * fieldCount;

    private int FirstLocal => FirstParameter + parameters.Count;

    private IEnumerable<string> Declared =>
        roles.Select(role => role.Name).Concat(parameters.Select(each => each.Name)).Concat(locals);

    public void Declare(Statement.Account account, Func<Spelled, int> placeOfPool)
    {
        foreach (var name in account.Names)
        {
            if (!MayDeclare(account, name, roles.Count, ContractLimits.Roles, "accounts"))
            {
                continue;
            }

            var owner = account.Properties.FirstOrDefault(property => property.Word is "of").Name ?? $".{name.Text}";
            if (!owners.Contains(owner))
            {
                owners.Add(owner);
            }

            var role = new Role(
                name.Text,
                placeOfPool(name),
                owners.IndexOf(owner),
                account.Properties.Any(property => property.Word is "read"),
                (double)account.Properties.FirstOrDefault(property => property.Word is "zipf").Number);
            if (roles.Find(other => other.Owner == role.Owner && other.Pool == role.Pool) is { } same
                && !same.Name.Equals(role.Name, StringComparison.Ordinal))
            {
                Add(account.Line, name.Column, $"{name.Text} and {same.Name} are the same account of {owner}",
                    "give one of them another pool or another owner");
            }

            roles.Add(role);
        }
    }

    public void Declare(Statement.Param param)
    {
        foreach (var name in param.Names)
        {
            if (MayDeclare(param, name, parameters.Count, ContractLimits.Parameters, "parameters"))
            {
                parameters.Add(new Parameter(name.Text, param.Ranges, param.Zipf));
            }
        }
    }

    /// <summary>Keeps a step until all accounts and parameters are declared.</summary>
    public void Add(Statement step) => body.Add(step);

    /// <summary>The contract of all its statements.</summary>
    public Contract Finish(int weight)
    {
        if (roles.Count == 0 && !refused.Contains("account"))
        {
            Add(head.Line, head.Name.Column, $"contract {Name} has no account", "add a line: account NAME");
        }

        List<Step> steps = [.. body.Select(StepOf)];
        var slots = FirstLocal + locals.Count;
        var isWhole = steps.TrueForAll(step => step.Target < slots);
        return new Contract(Name, roles, parameters, fieldCount)
        {
            Steps = steps,
            Reasons = reasons,
            SlotCount = slots,
            Weight = weight,
            Order = isWhole && roles.Count > 0 ? OrderOf(steps, slots) : new WriteOrder([], []),
        };
    }

    private Step StepOf(Statement statement)
    {
        var line = statement.Line;
        switch (statement)
        {
            case Statement.Require require:
                var condition = Bind(require.Condition, isCondition: true, line, 1);
                reasons.Add(require.Reason ?? $"the condition of line {line}");
                return new Step(-reasons.Count, condition, line);
            case Statement.Let let:
                var value = Bind(let.Value, isCondition: false, line, 1);
                CheckNew(line, let.Name);
                locals.Add(let.Name.Text);
                return new Step(FirstLocal + locals.Count - 1, value, line);
            case Statement.Assign assign:
                var changed = Bind(assign.Value, isCondition: false, line, 1);
                return new Step(TargetOf(assign.Target, line), changed, line);
            default:
                throw new UnreachableException($"{statement.GetType().Name} is not a step");
        }
    }

    private WriteOrder OrderOf(List<Step> steps, int slots)
    {
        var order = WriteOrder.Of(steps, roles.Count, fieldCount, slots, out var circle);
        if (circle != 0)
        {
            // Each remaining account is a source of another one: the path from a source to its user ends in a circle.
            var (place, other) = (WriteOrder.Places(circle).First(), 0);
            for (var step = 0; step < ContractLimits.Roles; step++)
            {
                (place, other) = (WriteOrder.Places(circle).First(each => order.Uses(each, place)), place);
            }

            var line = steps.FindLast(step => step.Target >= 0 && step.Target / fieldCount == place).Line;
            Add(line, 0,
                $"{roles[place].Name} is computed from {roles[other].Name}, and {roles[other].Name} from "
                    + $"{NameOfSource(order, other, circle)}: after a crash one of the old values is lost, so that the "
                    + "transaction cannot be repeated",
                $"compute {roles[place].Name} or {roles[other].Name} from its own fields and parameters only, "
                    + "or keep both values in fields of one account");
        }

        return order;
    }

    private string NameOfSource(WriteOrder order, int place, int circle) =>
        string.Join(" and ", WriteOrder.Places(circle & order.Sources[place]).Select(each => roles[each].Name));

    private int TargetOf(Name target, int line)
    {
        var found = Bind(target, line, 1);
        if (found is not Slot { Index: var index })
        {
            return int.MaxValue;
        }

        if (index >= FirstParameter)
        {
            Add(line, target.Column, $"{Quoted.Text(target.Text)} cannot be changed",
                "assign to a field of an account");
        }
        else if (roles[index / fieldCount].IsReadOnly)
        {
            Add(line, target.Column, $"account {Quoted.Text(target.Text)} is read only",
                "remove the assignment, or 'read only' from the account");
        }

        return index;
    }

    private Term Bind(Term term, int line, int depth)
    {
        if (depth > ContractLimits.Depth)
        {
            if (depth == ContractLimits.Depth + 1)
            {
                Add(line, term.Column, $"the expression has more than {ContractLimits.Depth} nested parts",
                    "split it: let NAME = …");
            }

            return new Number(0, term.Column);
        }

        return term switch
        {
            Name name => Find(name, line),
            Operation operation => BindOperation(operation, line, depth + 1),
            Inversion inversion => inversion with { Of = Bind(inversion.Of, isCondition: true, line, depth + 1) },
            Choice choice => BindChoice(choice, line, depth + 1),
            _ => term,
        };
    }

    private Operation BindOperation(Operation operation, int line, int depth)
    {
        var ofConditions = operation.Operator is Operator.And or Operator.Or;
        return operation with
        {
            Left = Bind(operation.Left, ofConditions, line, depth),
            Right = Bind(operation.Right, ofConditions, line, depth),
        };
    }

    private Choice BindChoice(Choice choice, int line, int depth)
    {
        var then = Bind(choice.Then, line, depth);
        return choice with
        {
            If = Bind(choice.If, isCondition: true, line, depth),
            Then = then,
            Else = Bind(choice.Else, then.IsCondition, line, depth),
        };
    }

    /// <summary>Binds a term that must be a condition, or must be a number.</summary>
    private Term Bind(Term term, bool isCondition, int line, int depth)
    {
        var bound = Bind(term, line, depth);
        if (bound.IsCondition != isCondition)
        {
            Add(line, bound.Column, $"found {bound.Kind}", isCondition ? "expected a condition" : "expected a number");
        }

        return bound;
    }

    private Term Find(Name name, int line)
    {
        if (name.Field is not null && roles.FindIndex(role =>
            role.Name.Equals(name.Text, StringComparison.Ordinal)) is >= 0 and var place)
        {
            var fields = pools[roles[place].Pool].Fields;
            var field = fields.Select(each => each.Name).ToList().IndexOf(name.Field);
            if (field >= 0)
            {
                return new Slot((place * fieldCount) + field, name.Column);
            }

            Unknown(line, name, $"account {name.Text} has no field {Quoted.Text(name.Field)}", name.Field,
                fields.Select(each => each.Name));
        }
        else if (name.Field is not null)
        {
            Unknown(line, name, $"{Quoted.Text(name.Text)} is not an account of contract {Name}", name.Text,
                roles.Select(role => role.Name));
        }
        else if (parameters.FindIndex(each =>
            each.Name.Equals(name.Text, StringComparison.Ordinal)) is >= 0 and var parameter)
        {
            return new Slot(FirstParameter + parameter, name.Column);
        }
        else if (locals.IndexOf(name.Text) is >= 0 and var local)
        {
            return new Slot(FirstLocal + local, name.Column);
        }
        else if (roles.Find(each => each.Name.Equals(name.Text, StringComparison.Ordinal)) is { } role)
        {
            Add(line, name.Column, $"{name.Text} is an account",
                $"name one of its fields, such as {name.Text}.{pools[role.Pool].Fields[0].Name}");
        }
        else
        {
            Unknown(line, name, $"{Quoted.Text(name.Text)} is not a parameter of contract {Name}", name.Text,
                parameters.Select(each => each.Name).Concat(locals));
        }

        return new Number(0, name.Column);
    }

    private void Unknown(int line, Name name, string problem, string given, IEnumerable<string> known)
    {
        if (refused.Contains(given))
        {
            return;
        }

        var names = known.ToList();
        Add(line, name.Column, problem, NearestName.Suggest(
            given, names, names.Count == 0 ? "declare it first" : $"expected {string.Join(", ", names)}"));
    }

    private bool MayDeclare(Statement statement, Spelled name, int count, int limit, string noun)
    {
        CheckNew(statement.Line, name);
        if (count < limit)
        {
            return true;
        }

        Add(statement.Line, name.Column, $"too many {noun}, from {Quoted.Text(name.Text)} on",
            $"a contract has at most {limit} {noun}");
        refused.Add(name.Text);
        return false;
    }

    private void CheckNew(int line, Spelled name)
    {
        if (Declared.Contains(name.Text, StringComparer.Ordinal))
        {
            Add(line, name.Column, $"{Quoted.Text(name.Text)} is declared twice in contract {Name}",
                "choose another name");
        }
    }

    private void Add(int line, int column, string problem, string advice) =>
        errors.Add(new ContractError(line, column, problem, advice));
}
