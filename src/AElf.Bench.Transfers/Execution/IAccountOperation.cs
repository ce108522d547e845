using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>What the pump does next with a lane.</summary>
internal enum NextStep
{
    /// <summary>Waits for the replies to queued operations.</summary>
    Wait,

    /// <summary>Starts the transaction at the lane's slot.</summary>
    Start,

    /// <summary>Begins the next transaction: an earlier attempt has applied, and timed, this one.</summary>
    Pass,

    /// <summary>Counts the transaction as done, and begins the next one.</summary>
    Commit,

    /// <summary>Ends the unit as done.</summary>
    End,

    /// <summary>Ends the attempt as failed.</summary>
    Fail,
}

/// <summary>
/// A way to execute transactions over accounts, for <see cref="AccountPump{TOperation, TState, TConnection}"/>. It is a
/// struct, so that the pump is compiled for it, with direct calls. Each pump has its own.
/// </summary>
/// <typeparam name="TState">What a lane keeps of its transaction.</typeparam>
internal interface IAccountOperation<TState>
    where TState : struct
{
    /// <summary>How many kinds of transactions there are; <see cref="AccountLane.Kind"/> numbers them from 0.</summary>
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

    /// <summary>How many transactions are done together.</summary>
    int CountOf(AccountLane<TState> lane);

    /// <summary>Queues the first operations of the transaction at the lane's slot.</summary>
    void Read<TConnection>(AccountLane<TState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection;

    /// <summary>Takes an account that was read.</summary>
    /// <param name="part">Which of the lane's operations it answers.</param>
    /// <param name="index">The reply's place in the exchange.</param>
    /// <returns>The key that was asked for.</returns>
    AccountKey Receive<TConnection>(
        AccountLane<TState> lane, int part, in AccountReply reply, int index, TConnection connection)
        where TConnection : struct, IAccountConnection;

    /// <summary>Takes the answer of a script; false where none was asked for.</summary>
    bool TakesAnswer(AccountLane<TState> lane, long answer);

    /// <summary>Computes the transaction from the accounts, all of which are read.</summary>
    NextStep Apply<TConnection>(AccountLane<TState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection;

    /// <summary>Continues after writes, all of which are acknowledged.</summary>
    NextStep Confirm<TConnection>(AccountLane<TState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection;

    /// <summary>What an operation of the lane is about, for messages.</summary>
    string ItemOf(AccountLane<TState> lane, int part);
}
