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

/// <summary>
/// The guards of the rule for contracts. Tests take them away one by one to show that each is needed.
/// </summary>
internal sealed record ContractGuards
{
    /// <summary>What every product has.</summary>
    public static readonly ContractGuards All = new();

    /// <summary>An account is written before those change that it is computed from.</summary>
    public bool Order { get; init; } = true;

    /// <summary>A later attempt takes from a write that it finds whether the transaction was declined.</summary>
    public bool Outcome { get; init; } = true;

    /// <summary>A script skips a transaction that all written accounts have.</summary>
    public bool Repeat { get; init; } = true;

    /// <summary>A script refuses a transaction that only some accounts have.</summary>
    public bool Torn { get; init; } = true;

    /// <summary>Without groups, a script refuses an attempt that does not have the job.</summary>
    public bool Epoch { get; init; } = true;

    /// <summary>Without groups, a script writes the number of its transaction to the job.</summary>
    public bool Last { get; init; } = true;

    /// <summary>Without groups, an attempt takes over the job when it asks for the last transaction.</summary>
    public bool Raise { get; init; } = true;
}

/// <summary>What pumps execute: the contracts of a file, compiled once, and how.</summary>
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

    /// <summary>What the store executes; empty where the client does.</summary>
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
