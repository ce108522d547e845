using System.Diagnostics;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>A contract with its code.</summary>
/// <param name="Stages">The order of its writes.</param>
internal sealed record RunnableContract(Contract Contract, ContractCode Code, ContractCode CodeOfAccepted, int[] Stages)
{
    public int Roles { get; } = Contract.Roles.Count;

    public int Written { get; } = Contract.Order.Written;
}

/// <summary>The guards of the rule for contracts. Tests remove them one by one to show that each is needed.</summary>
internal sealed record ContractGuards
{
    /// <summary>All guards, as in every product.</summary>
    public static readonly ContractGuards All = new();

    /// <summary>An account is written before its source accounts change.</summary>
    public bool Order { get; init; } = true;

    /// <summary>A later attempt learns from any write whether the transaction was declined.</summary>
    public bool Outcome { get; init; } = true;

    /// <summary>A script skips a transaction that all written accounts contain.</summary>
    public bool Repeat { get; init; } = true;

    /// <summary>A script refuses a transaction that only some accounts contain.</summary>
    public bool Torn { get; init; } = true;

    /// <summary>Without groups, a script refuses an attempt that does not own the job.</summary>
    public bool Epoch { get; init; } = true;

    /// <summary>Without groups, a script stores the number of its transaction in the job.</summary>
    public bool Last { get; init; } = true;

    /// <summary>Without groups, an attempt takes over the job when it requests the last transaction.</summary>
    public bool Raise { get; init; } = true;
}

/// <summary>The contracts of a file, compiled once, and the way to execute them.</summary>
internal sealed class ContractPlan
{
    private static readonly ContractCode NotHere =
        (_, _, _) => throw new UnreachableException("the store executes the contracts");

    private readonly Lazy<RunnableContract[]> contracts;

    public ContractPlan(ContractFile file, TransferPacing pacing, ContractGuards? guards = null)
    {
        (File, Pacing, Guards, Layout) = (file, pacing, guards ?? ContractGuards.All, new RowLayout(file));
        contracts = new(Compile);
        Scripts = pacing.Executor == Executor.Client ? [] : StoreScript.Of(file, pacing.IsGrouped, Guards);
    }

    public ContractFile File { get; }

    public TransferPacing Pacing { get; }

    public ContractGuards Guards { get; }

    public RowLayout Layout { get; }

    /// <summary>The scripts for the store; empty if the client executes.</summary>
    public StoreScript[] Scripts { get; }

    /// <summary>The contracts, compiled on first use.</summary>
    public RunnableContract[] Contracts => contracts.Value;

    private RunnableContract[] Compile()
    {
        var isHere = Scripts.Length == 0;
        return
        [
            .. File.Contracts.Select(contract => new RunnableContract(
                contract,
                isHere ? ContractCompiler.Compile(contract) : NotHere,
                isHere ? ContractCompiler.CompileAccepted(contract) : NotHere,
                Guards.Order ? [.. contract.Order.Stages] : [contract.Order.Written])),
        ];
    }
}
