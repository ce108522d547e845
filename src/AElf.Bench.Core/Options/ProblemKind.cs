namespace AElf.Bench.Core.Options;

/// <summary>
/// The kind of a problem. Scripts and tests distinguish problems by their kind, and not by their text.
/// </summary>
public enum ProblemKind
{
    /// <summary>A problem without a kind.</summary>
    Unnamed,

    /// <summary>A setting has an invalid value.</summary>
    InvalidValue,

    /// <summary>An option has no effect together with the other options.</summary>
    NoEffect,

    /// <summary>A cluster was given a store inside one process.</summary>
    SharedStore,

    /// <summary>A process without the cluster's secret was refused.</summary>
    SecretMissing,

    /// <summary>A process with a secret was refused by a manager that has none.</summary>
    SecretUnexpected,

    /// <summary>A process with another secret than the manager's was refused.</summary>
    SecretWrong,

    /// <summary>Two processes of different builds cannot work together.</summary>
    ProtocolVersion,

    /// <summary>A worker of the current run has no connection to the manager.</summary>
    WorkerLost,

    /// <summary>The manager cannot write to its state folder.</summary>
    StateFolder,

    /// <summary>The user cancelled the run.</summary>
    Cancelled,

    /// <summary>The manager could not store a report.</summary>
    ReportNotKept,

    /// <summary>A run did not use all workers that had joined.</summary>
    IdleWorkers,

    /// <summary>A store takes no more connections.</summary>
    ConnectionLimit,

    /// <summary>A store accepts connections from its own machine only.</summary>
    ProtectedMode,

    /// <summary>A store requires a user or a password.</summary>
    LoginRequired,

    /// <summary>A store requires a client certificate.</summary>
    ClientCertificateRequired,

    /// <summary>A store refuses temporarily: it loads, runs a script, cannot save, or has lost its master.</summary>
    RefusedForNow,

    /// <summary>A server is a node of a Redis Cluster, or a Sentinel.</summary>
    ServerMode,

    /// <summary>A server does not serve a command that the run needs.</summary>
    CommandRefused,

    /// <summary>The store refused every first attempt, so that a figure would measure retries only.</summary>
    FirstAttemptsRefused,

    /// <summary>A server evicted or expired keys, or executed a flush command.</summary>
    StoreRemovedKeys,

    /// <summary>A server was restarted and lost keys or acknowledged writes.</summary>
    StoreRestarted,

    /// <summary>Another server took over, without all acknowledged writes.</summary>
    StoreReplaced,

    /// <summary>A proxy looked for keys at servers that do not have them.</summary>
    KeysElsewhere,

    /// <summary>A server may evict keys by its configuration.</summary>
    EvictionPolicy,

    /// <summary>The counters of a server were reset.</summary>
    CountersReset,

    /// <summary>The named servers did not serve all sent operations.</summary>
    ShardsIncomplete,

    /// <summary>Keys of a run are, or may be, left in a store.</summary>
    KeysLeft,

    /// <summary>A wallet's key does not name its kind of addresses, or this kind is not supported.</summary>
    OtherKeyKind,

    /// <summary>An output descriptor cannot be read.</summary>
    OutputDescriptor,

    /// <summary>A key or an address has a wrong checksum.</summary>
    Mistyped,

    /// <summary>Other users can see a private key.</summary>
    PrivateKeyShown,

    /// <summary>A wallet belongs to another network than the chain.</summary>
    OtherNetwork,

    /// <summary>No script of a wallet has a transaction in the chain.</summary>
    WalletUnused,

    /// <summary>No Electrum server answers at an address.</summary>
    NoServer,

    /// <summary>An Electrum server has another chain than the expected one.</summary>
    OtherChain,

    /// <summary>An Electrum server lacks blocks of the expected chain.</summary>
    ServerBehind,

    /// <summary>An Electrum server did not answer all requests in time.</summary>
    ServerTooSlow,

    /// <summary>An Electrum server ended a connection without a reason.</summary>
    ServerClosed,

    /// <summary>An Electrum server refuses a request with an error message.</summary>
    ServerRefusal,

    /// <summary>An Electrum server did not send one answer to each request.</summary>
    NoAnswer,

    /// <summary>An Electrum server gave a wrong answer.</summary>
    WrongAnswer,
}
