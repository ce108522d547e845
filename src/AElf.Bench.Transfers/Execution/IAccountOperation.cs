using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>What the pump does next with a lane.</summary>
internal enum NextStep
{
    /// <summary>Waits for the replies to queued operations.</summary>
    Wait,

    /// <summary>Starts the transaction at the lane's slot.</summary>
    Start,

    /// <summary>Begins the next transaction: an earlier attempt has applied and timed this one.</summary>
    Pass,

    /// <summary>Counts the transaction as done, and begins the next one.</summary>
    Commit,

    /// <summary>Ends the unit as done.</summary>
    End,

    /// <summary>Ends the attempt as failed.</summary>
    Fail,
}

/// <summary>
/// Defines how <see cref="AccountPump{TOperation, TState, TConnection}"/> executes transactions over accounts. It is a
/// struct, so that the runtime compiles a pump for it, with direct calls. Each pump has its own instance.
/// </summary>
/// <typeparam name="TState">The data that a lane keeps of its transaction.</typeparam>
internal interface IAccountOperation<TState>
    where TState : struct
{
    /// <summary>Number of kinds of transactions; <see cref="AccountLane.Kind"/> numbers them from 0.</summary>
    int Kinds { get; }

    /// <summary>Fields of an account after its balance.</summary>
    int More { get; }

    /// <summary>Makes an empty work, to decode grants into.</summary>
    AccountWork NewWork();

    /// <summary>Prepares the lane's state for the unit at its cursor.</summary>
    void Open(AccountLane<TState> lane);

    /// <summary>Continues a later attempt: its unit has no accounts to copy, or all copies are written.</summary>
    NextStep Resume<TConnection>(AccountLane<TState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection;

    /// <summary>Number of transactions that end together.</summary>
    int CountOf(AccountLane<TState> lane);

    /// <summary>Queues the first operations of the transaction at the lane's slot.</summary>
    void Read<TConnection>(AccountLane<TState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection;

    /// <summary>Receives an account that was read.</summary>
    /// <param name="part">The number of the lane's operation.</param>
    /// <param name="index">Index of the reply in the exchange.</param>
    /// <returns>The requested key.</returns>
    AccountKey Receive<TConnection>(
        AccountLane<TState> lane, int part, in AccountReply reply, int index, TConnection connection)
        where TConnection : struct, IAccountConnection;

    /// <summary>Receives the answer of a script; false if the lane expects no answer.</summary>
    bool TakesAnswer(AccountLane<TState> lane, long answer);

    /// <summary>Computes the transaction after all its accounts were read.</summary>
    NextStep Apply<TConnection>(AccountLane<TState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection;

    /// <summary>Continues after all writes were acknowledged.</summary>
    NextStep Confirm<TConnection>(AccountLane<TState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection;

    /// <summary>The object of an operation of the lane, for messages.</summary>
    string ItemOf(AccountLane<TState> lane, int part);
}
