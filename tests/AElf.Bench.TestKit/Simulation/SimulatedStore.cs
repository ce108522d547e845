using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>How often each kind of fault was met: a trial in which nothing went wrong proves nothing.</summary>
public sealed class FaultsMet
{
    public long Cuts { get; set; }

    public long RefusedReads { get; set; }

    public long RefusedWrites { get; set; }

    /// <summary>Writes of lost connections, and refused writes, that were applied after all.</summary>
    public long LateWrites { get; set; }

    /// <summary>Late writes that replaced a newer state: what a retry in place would suffer from.</summary>
    public long OverwrittenByLateWrites { get; set; }

    public long Losses { get; set; }
}

/// <summary>
/// A store over virtual time. Replies are delayed and batches delivered in parts; a connection can be cut at any
/// operation, and what was sent on it may be applied much later, in order for each connection and shard; an operation
/// can be refused and yet be applied; acknowledged writes can be lost. Everything is drawn from one seed.
/// </summary>
public sealed class SimulatedStore(SeededRandom random, int shards, FaultsMet met)
{
    private const long Never = long.MaxValue;

    private readonly SeededRandom random = random;
    private readonly int shards = shards;
    private readonly FaultsMet met = met;
    private readonly PriorityQueue<(AccountKey Key, AccountState State), (long Due, long Order)> stragglers = new();
    private readonly List<Connection> connections = [];
    private Dictionary<AccountKey, AccountState> held = [];
    private Dictionary<AccountKey, AccountState> snapshot = [];
    private long order;
    private int faultsLeft;
    private int oneIn = 1;
    private int lossesLeft;

    /// <summary>Virtual time: it goes on by one with each exchange and each operation served.</summary>
    public long Now { get; private set; }

    /// <summary>
    /// From here on at most so many faults, each with a chance of one in <paramref name="chance"/> at each operation,
    /// and so many losses.
    /// </summary>
    public void Arm(int faults, int losses, int chance)
    {
        faultsLeft = faults;
        lossesLeft = losses;
        oneIn = chance;
        snapshot = new Dictionary<AccountKey, AccountState>(held);
    }

    public IAccountConnection Connect()
    {
        var connection = new Connection(this);
        connections.Add(connection);
        return connection;
    }

    /// <summary>What is held, without going through a connection.</summary>
    public AccountReply Peek(AccountKey key, int tag = 0) =>
        held.TryGetValue(key, out var state)
            ? new AccountReply(ReplyKind.Value, tag, key, state)
            : Bare(ReplyKind.Missing, tag);

    /// <summary>Whether no write to the key is under way anywhere.</summary>
    public bool IsQuiet(AccountKey key) =>
        !stragglers.UnorderedItems.Any(item => item.Element.Key == key)
            && !connections.Exists(connection => connection.HasSent(key));

    /// <summary>Applies every write that is still on its way.</summary>
    public void Drain()
    {
        while (stragglers.TryDequeue(out var write, out _))
        {
            ApplyLate(write.Key, write.State);
        }
    }

    private static AccountReply Bare(ReplyKind kind, int tag) => new(kind, tag, default, default);

    private void Tick()
    {
        Now++;
        while (stragglers.TryPeek(out var write, out var when) && when.Due <= Now)
        {
            stragglers.Dequeue();
            ApplyLate(write.Key, write.State);
        }

        if (lossesLeft > 0)
        {
            if (random.Next(24) == 0)
            {
                snapshot = new Dictionary<AccountKey, AccountState>(held);
            }
            else if (random.Next(40) == 0)
            {
                lossesLeft--;
                Lose();
            }
        }
    }

    private bool Strikes()
    {
        if (faultsLeft == 0 || random.Next(oneIn) != 0)
        {
            return false;
        }

        faultsLeft--;
        return true;
    }

    private void Lose()
    {
        met.Losses++;
        switch (random.Next(5))
        {
            case 0:
                held = [];
                CutAll();
                break;
            case 1:
                held = new Dictionary<AccountKey, AccountState>(snapshot);
                CutAll();
                break;
            case 2:
                held = new Dictionary<AccountKey, AccountState>(snapshot);
                break;
            default:
                LoseOneOf(held.Keys.ElementAt(random.Next(held.Count)));
                break;
        }

        if (held.Count == 0)
        {
            lossesLeft = 0;
        }
    }

    private void LoseOneOf(AccountKey key)
    {
        if (snapshot.TryGetValue(key, out var old))
        {
            held[key] = old;
        }
        else
        {
            held.Remove(key);
        }
    }

    private void CutAll()
    {
        foreach (var connection in connections)
        {
            connection.BreakSoon();
        }
    }

    private long Delay() => random.Next(8) switch
    {
        0 => 0,
        1 or 2 => random.Next(6),
        3 or 4 or 5 => random.Next(60),
        6 => random.Next(600),
        _ => Never,
    };

    private void ApplyLater(AccountKey key, AccountState state, long due) =>
        stragglers.Enqueue((key, state), (due, order++));

    private void ApplyLate(AccountKey key, AccountState state)
    {
        met.LateWrites++;
        if (held.TryGetValue(key, out var newer) && newer.Sequence > state.Sequence)
        {
            met.OverwrittenByLateWrites++;
        }

        held[key] = state;
    }

    private enum OperationKind
    {
        Get,
        Set,
        PartOfSet,
        Delete,
    }

    private readonly record struct Operation(OperationKind Kind, AccountKey Key, AccountState State, int Tag);

    private sealed class Connection(SimulatedStore store) : IAccountConnection
    {
        private readonly Queue<Operation> sent = [];
        private readonly Queue<AccountReply> ready = [];
        private AccountReply[] handedOut = new AccountReply[16];
        private bool breaks;
        private bool spoiled;

        public int Outstanding { get; private set; }

        public OperationCounts Operations { get; private set; }

        public string LastError { get; private set; } = string.Empty;

        public void Get(AccountKey key, int tag)
        {
            Operations += new OperationCounts(1, 0, 0, 0, 1, 0);
            Queue(new Operation(OperationKind.Get, key, default, tag));
        }

        public void Set(AccountKey key, AccountState state, int tag)
        {
            Operations += new OperationCounts(0, 1, 0, 0, 0, 1);
            Queue(new Operation(OperationKind.Set, key, state, tag));
        }

        public void MultiGet(ReadOnlySpan<AccountKey> keys, int firstTag)
        {
            Operations += new OperationCounts(0, 0, 1, 0, keys.Length, 0);
            foreach (var key in keys)
            {
                Queue(new Operation(OperationKind.Get, key, default, firstTag++));
            }
        }

        public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag)
        {
            Operations += new OperationCounts(0, 0, 0, 1, 0, keys.Length);
            for (var i = 0; i < keys.Length - 1; i++)
            {
                sent.Enqueue(new Operation(OperationKind.PartOfSet, keys[i], states[i], tag));
            }

            Queue(new Operation(OperationKind.Set, keys[^1], states[^1], tag));
        }

        public void Delete(AccountKey key, int tag) => Queue(new Operation(OperationKind.Delete, key, default, tag));

        public ReadOnlySpan<AccountReply> Exchange()
        {
            if (Outstanding == 0)
            {
                return [];
            }

            store.Tick();
            if (breaks || store.Strikes())
            {
                Cut();
                throw new StoreException(StoreFault.Closed, "the simulated connection was cut");
            }

            while (sent.Count > 0 && (ready.Count == 0 || store.random.Next(6) != 0))
            {
                Serve(sent.Dequeue());
            }

            return HandOut(store.random.Next(2) == 0 ? ready.Count : 1 + store.random.Next(ready.Count));
        }

        // Who is killed in mid-exchange leaves operations behind that the store may still serve.
        public void Dispose()
        {
            if (Outstanding > 0)
            {
                Cut();
            }

            store.connections.Remove(this);
        }

        public void BreakSoon() => breaks = true;

        public bool HasSent(AccountKey key) => sent.Any(
            operation => operation.Key == key && operation.Kind is OperationKind.Set or OperationKind.PartOfSet);

        private void Queue(Operation operation)
        {
            Outstanding++;
            sent.Enqueue(operation);
        }

        private ReadOnlySpan<AccountReply> HandOut(int count)
        {
            if (handedOut.Length < count)
            {
                handedOut = new AccountReply[count * 2];
            }

            for (var i = 0; i < count; i++)
            {
                handedOut[i] = ready.Dequeue();
            }

            Outstanding -= count;
            return handedOut.AsSpan(0, count);
        }

        private void Serve(Operation operation)
        {
            store.Now++;
            switch (operation.Kind)
            {
                case OperationKind.Get when store.Strikes():
                    store.met.RefusedReads++;
                    LastError = "-ERR simulated";
                    ready.Enqueue(Bare(ReplyKind.Refused, operation.Tag));
                    break;
                case OperationKind.Get:
                    ready.Enqueue(store.Peek(operation.Key, operation.Tag));
                    break;
                case OperationKind.PartOfSet:
                    Write(operation);
                    break;
                case OperationKind.Set:
                    Write(operation);
                    LastError = spoiled ? "-ERR simulated" : LastError;
                    ready.Enqueue(Bare(spoiled ? ReplyKind.Refused : ReplyKind.Stored, operation.Tag));
                    spoiled = false;
                    break;
                default:
                    store.held.Remove(operation.Key);
                    ready.Enqueue(Bare(ReplyKind.Stored, operation.Tag));
                    break;
            }
        }

        private void Write(Operation operation)
        {
            if (!store.Strikes())
            {
                store.held[operation.Key] = operation.State;
                return;
            }

            store.met.RefusedWrites++;
            spoiled = true;
            switch (store.random.Next(4))
            {
                case 0:
                    break;
                case 1:
                    store.held[operation.Key] = operation.State;
                    break;
                default:
                    store.ApplyLater(operation.Key, operation.State, Later(store.Now));
                    break;
            }
        }

        // Some of what was sent is served although nobody hears of it, some is on its way, and from some operation on
        // nothing left this machine.
        private void Cut()
        {
            store.met.Cuts++;
            Outstanding = 0;
            ready.Clear();
            for (var served = store.random.Next(sent.Count + 1); served > 0; served--)
            {
                Apply(sent.Dequeue());
            }

            var due = new long[store.shards];
            Array.Fill(due, store.Now);
            var lost = new bool[store.shards];
            foreach (var operation in sent)
            {
                var shard = operation.Key.Account % store.shards;
                lost[shard] |= store.random.Next(8) == 0;
                if (!lost[shard] && operation.Kind is OperationKind.Set or OperationKind.PartOfSet)
                {
                    due[shard] = Later(due[shard]);
                    store.ApplyLater(operation.Key, operation.State, due[shard]);
                }
            }

            sent.Clear();
        }

        private long Later(long from)
        {
            var delay = store.Delay();
            return from == Never || delay == Never ? Never : from + delay;
        }

        private void Apply(Operation operation)
        {
            if (operation.Kind is OperationKind.Set or OperationKind.PartOfSet)
            {
                store.held[operation.Key] = operation.State;
            }
        }
    }
}
