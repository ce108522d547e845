using AElf.Bench.Core.Options;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Core.Stores;

/// <summary>The problems of stores: the meaning of error replies, and the text of each kind.</summary>
public static class StoreProblems
{
    /// <summary>
    /// The first word of the error of an operation that a node of a Redis Cluster redirected. The next attempt goes to
    /// another node.
    /// </summary>
    public const string Redirected = "redirected";

    // The code, or the first words, of an error reply. Those of Redis are in its server.c, "shared.*err".
    private static readonly (string Start, ProblemKind Kind, StoreFault Fault)[] Meanings =
    [
        ("ERR max number of clients", ProblemKind.ConnectionLimit, StoreFault.Unreachable),
        ("DENIED", ProblemKind.ProtectedMode, StoreFault.Login),
        ("NOAUTH", ProblemKind.LoginRequired, StoreFault.Login),
        ("ERR operation not permitted", ProblemKind.LoginRequired, StoreFault.Login),
        ("MOVED ", ProblemKind.ServerMode, StoreFault.Refused),
        ("ASK ", ProblemKind.ServerMode, StoreFault.Refused),
        ("CROSSSLOT", ProblemKind.ServerMode, StoreFault.Refused),
        ("NOPERM", ProblemKind.CommandRefused, StoreFault.Refused),
        ("ERR unknown command", ProblemKind.CommandRefused, StoreFault.Refused),
    ];

    // The first words of temporary errors. nutcracker forwards the system error of its connection to a server.
    private static readonly string[] Temporary =
    [
        "LOADING", "BUSY ", "MISCONF", "READONLY", "MASTERDOWN", "NOREPLICAS", "CLUSTERDOWN", "TRYAGAIN", Redirected,
        "ERR Connection", "ERR Host is down", "ERR No route to host", "ERR Network is", "ERR Broken pipe",
    ];

    // The whole error of nutcracker for a server that was lost during a command: EINVAL, or errno 0.
    private static readonly string[] WholeProxyErrors = ["ERR Invalid argument", "ERR unknown"];

    /// <summary>Classifies an error reply; an unknown one is permanent and has no kind.</summary>
    public static (ProblemKind Kind, StoreFault Fault) MeaningOf(string error)
    {
        if (WholeProxyErrors.Contains(error.TrimEnd(), StringComparer.Ordinal)
            || Array.Exists(Temporary, start => error.StartsWith(start, StringComparison.Ordinal)))
        {
            return (ProblemKind.RefusedForNow, StoreFault.Unreachable);
        }

        var known = Array.Find(Meanings, each => error.StartsWith(each.Start, StringComparison.Ordinal));
        return known.Start is null ? (ProblemKind.Unnamed, StoreFault.Refused) : (known.Kind, known.Fault);
    }

    /// <summary>The exception for an error reply to a command.</summary>
    /// <param name="endpoint">The server.</param>
    /// <param name="command">The name of the command.</param>
    /// <param name="error">The reply, safe to print.</param>
    public static StoreException Refusal(string endpoint, string command, string error)
    {
        var (kind, fault) = MeaningOf(error);
        error = Shown(error);
        return new(fault, kind switch
        {
            ProblemKind.ConnectionLimit => ConnectionLimit(endpoint, needed: null),
            ProblemKind.ProtectedMode => new(
                kind,
                $"{endpoint} is in protected mode: it accepts connections from its own machine only. Give it a "
                    + $"password (requirepass) and name it with {StoreSettings.PasswordFile.Option}.")
            { Setting = StoreSettings.PasswordFile },
            ProblemKind.LoginRequired => LoginRequired(endpoint),
            ProblemKind.ServerMode => ServerMode(endpoint, $"it answered {command} with {error}"),
            ProblemKind.CommandRefused => new(
                kind,
                $"{endpoint} does not serve {command}, which this run needs: {error}. Allow the command, or log "
                    + "in as a user who may use it."),
            _ => new(kind, $"{endpoint} refuses {command}: {error}"),
        });
    }

    /// <summary>A store takes no more connections.</summary>
    /// <param name="endpoint">The store.</param>
    /// <param name="needed">The connections that this process needs at once; null when unknown.</param>
    public static Problem ConnectionLimit(string endpoint, int? needed) => new(
        ProblemKind.ConnectionLimit,
        $"{endpoint} accepts no more connections."
            + (needed is { } count ? $" This process needs {Count(count)} at once." : "")
            + $" Raise maxclients there, or lower {ActorSettings.Dispatchers.Option}.")
    { Setting = ActorSettings.Dispatchers };

    /// <summary>A server does not have the database.</summary>
    /// <param name="error">Its reply, safe to print.</param>
    public static Problem DatabaseRefused(string endpoint, int database, string error) => new(
        ProblemKind.Unnamed,
        $"{endpoint} refuses database {database}: {error.Trim()}. Choose another with {StoreSettings.Database.Option}, "
            + "or raise 'databases' in the configuration of the server.")
    { Setting = StoreSettings.Database };

    /// <summary>A server does not hold all keys.</summary>
    /// <param name="why">How that is known.</param>
    public static Problem ServerMode(string endpoint, string why) => new(
        ProblemKind.ServerMode,
        $"{endpoint} is a node of a Redis Cluster or a Sentinel ({why}). For a cluster use "
            + $"{StoreSettings.Type.Option} redis-cluster. A Sentinel holds no keys: name the server that it watches.")
    { Setting = StoreSettings.Type };

    /// <summary>A server is not a node of a Redis Cluster.</summary>
    /// <param name="why">How that is known.</param>
    public static Problem NoCluster(string endpoint, string why) => new(
        ProblemKind.ServerMode,
        $"{endpoint} is not a node of a Redis Cluster ({why}). Use {StoreSettings.Type.Option} redis.")
    { Setting = StoreSettings.Type };

    /// <summary>A command over several keys needs them in one slot of a Redis Cluster, or at one server.</summary>
    public static Problem SeveralSlots(string endpoint) => new(
        ProblemKind.ServerMode,
        $"{endpoint} is one of several servers, and these have the keys of one transaction in several slots: commands "
            + "over several keys (MGET, MSET) cannot be used. Add --hash-tag group, or use --mode strict.")
    { Setting = StoreSettings.Type };

    /// <summary>StackExchange.Redis cannot connect to a server that other clients can use.</summary>
    /// <param name="failure">The driver's name of the failure.</param>
    public static Problem DriverRefused(string endpoint, string failure) => new(
        ProblemKind.CommandRefused,
        $"{endpoint} answers, but StackExchange.Redis makes no connection to it ({failure}). The driver needs ECHO, "
            + $"PING, INFO and CLIENT: allow them, or use {StoreSettings.Client.Option} pipelined.")
    { Setting = StoreSettings.Client };

    /// <summary>A server requires a client certificate, or does not trust the one that it received.</summary>
    /// <param name="shown">The file of the certificate that it received; null for none.</param>
    public static Problem ClientCertificateRequired(string endpoint, string? shown) => new(
        ProblemKind.ClientCertificateRequired,
        $"{endpoint} ended the TLS connection before it answered. "
            + (shown is null
                ? "It may require a client certificate: name one with "
                    + $"{StoreSettings.TlsCertificateFile.Option} FILE and {StoreSettings.TlsKeyFile.Option} FILE, or "
                    + "set 'tls-auth-clients no' there."
                : $"It may not trust the certificate in {shown}: use one of an authority in its tls-ca-cert-file."))
    { Setting = StoreSettings.TlsCertificateFile };

    /// <summary>A server evicted, expired or flushed keys.</summary>
    public static Problem StoreRemovedKeys(string endpoint, KeyRemovals removed)
    {
        string[] causes =
        [
            .. removed.Evicted > 0 ? [$"{Count(removed.Evicted)} evicted"] : Array.Empty<string>(),
            .. removed.Expired > 0 ? [$"{Count(removed.Expired)} expired"] : Array.Empty<string>(),
            .. removed.Flushes > 0 ? [$"all by {Counted(removed.Flushes, "flush command")}"] : Array.Empty<string>(),
        ];
        return new(
            ProblemKind.StoreRemovedKeys,
            $"{endpoint} removed keys during the run: {string.Join(", ", causes)}. Use a server with maxmemory-policy "
                + "noeviction, and let no other program clear it.");
    }

    /// <summary>A server was restarted, and lost acknowledged writes.</summary>
    /// <param name="persistence">How it keeps keys, as in <see cref="ShardCounters.Persistence"/>.</param>
    public static Problem StoreRestarted(string endpoint, string persistence) => new(
        ProblemKind.StoreRestarted,
        $"{endpoint} was restarted during the run, and acknowledged writes were lost (persistence {persistence}). Let "
            + "it run, or use appendonly yes.");

    /// <summary>Another server answers at an address, without the writes that the earlier one acknowledged.</summary>
    public static Problem StoreReplaced(string endpoint) => new(
        ProblemKind.StoreReplaced,
        $"acknowledged writes were lost when another server took over at {endpoint}: replication is asynchronous.");

    /// <summary>A proxy distributes the keys over the servers differently than when they were written.</summary>
    public static Problem KeysElsewhere(string? proxy) => new(
        ProblemKind.KeysElsewhere,
        $"{proxy ?? "the proxy"} used other servers than those with the keys. It does so when it drops "
            + "a slow or absent server (auto_eject_hosts), or when its list of servers changed. Set "
            + "auto_eject_hosts: false, and keep the list.");

    /// <summary>A server may evict keys.</summary>
    public static Problem EvictionPolicy(string endpoint, string policy) => new(
        ProblemKind.EvictionPolicy,
        $"{endpoint} may evict keys (maxmemory-policy {policy}), which would fail the run: use noeviction.");

    /// <summary>The counters of a server were reset, so that they cannot be compared.</summary>
    /// <param name="what">What happened to the server.</param>
    public static Problem CountersReset(string endpoint, string what) => new(
        ProblemKind.CountersReset, $"the counters of {endpoint} cannot be compared: it {what}.");

    /// <summary>The exception for an operation that was refused.</summary>
    /// <param name="what">The operation that was refused.</param>
    public static StoreException Refused(string what, string error) =>
        new(MeaningOf(error).Fault, Answered(error).After($"{what}: "));

    /// <summary>The problem of a refused operation, with the kind of its error.</summary>
    public static Problem Answered(string error) => new(MeaningOf(error).Kind, $"the store answered {Shown(error)}");

    // The error for an unknown command repeats its arguments, which may be the text of a script or a password.
    private static string Shown(string error) =>
        error.StartsWith("ERR", StringComparison.Ordinal) && error.Contains("user_script:", StringComparison.Ordinal)
            ? "a script error: the script read a value that is not an account's"
            : error.Split(", with args")[0].Trim();

    private static Problem LoginRequired(string endpoint)
    {
        var advice = $"set the password with {StoreSettings.PasswordFile.Option} FILE, "
            + $"{StoreSettings.Password.EnvironmentName} or {StoreSettings.RedisCliPassword}, and the user with "
            + $"{StoreSettings.User.Option}.";
        return new(ProblemKind.LoginRequired, $"{endpoint} requires a login: {advice}")
        {
            Setting = StoreSettings.PasswordFile,
        };
    }
}
