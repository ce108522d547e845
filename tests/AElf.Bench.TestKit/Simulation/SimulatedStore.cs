using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// A store over virtual time, with a space of keys for each run id. Replies are delayed and batches delivered in parts.
/// Connections are cut at any operation; their earlier operations may be applied much later, in order for each
/// connection and shard. Connections fail to open, operations are refused but still applied, and acknowledged writes
/// are lost. Everything is drawn from one seed.
/// </summary>
public sealed class SimulatedStore(SeededRandom random, int shards, FaultsMet met)
{
    private const long Never = long.MaxValue;
    private const int SpaceBits = 24;

    private readonly SeededRandom random = random;
    private readonly int shards = shards;
    private readonly FaultsMet met = met;
    private readonly PriorityQueue<Operation, (long Due, long Order)> stragglers = new();
    private readonly List<Connection> connections = [];

    // Removed keys stay in the map for checks after the end of a run.
    private readonly HashSet<AccountKey> removed = [];
    private readonly HashSet<AccountKey> writtenLate = [];
    private readonly Dictionary<int, object> locks = [];
    private Dictionary<AccountKey, Value> held = [];
    private Dictionary<AccountKey, Value> snapshot = [];
    private List<(int Space, int Version, long Number)> applied = [];
    private int appliedAtSnapshot;
    private long order;
    private int faultsLeft;
    private int oneIn = 1;
    private int lossesLeft;

    /// <summary>Virtual time: each exchange and each served operation increments it.</summary>
    public long Now { get; private set; }

    /// <summary>
    /// Sets the maximum numbers of faults and losses from here on. A fault has a probability of one in
    /// <paramref name="chance"/> at each operation.
    /// </summary>
    public void Arm(int faults, int losses, int chance)
    {
        faultsLeft = faults;
        lossesLeft = losses;
        oneIn = chance;
        TakeSnapshot();
    }

    /// <summary>The transactions that scripts have applied to keys of a version, in order.</summary>
    public IEnumerable<long> AppliedAt(int version, int space) =>
        applied.Where(each => (each.Space, each.Version) == (space, version)).Select(each => each.Number);

    /// <summary>Connects to a space of keys.</summary>
    /// <exception cref="StoreException">A fault: the store is unreachable.</exception>
    public IAccountConnection Connect(int space = 0)
    {
        if (Strikes())
        {
            met.Unreachable++;
            throw new StoreException(StoreFault.Unreachable, "the simulated store is unreachable");
        }

        var connection = new Connection(this, space);
        connections.Add(connection);
        return connection;
    }

    /// <summary>The last value of a key, also of a removed one, read without a connection.</summary>
    public AccountReply Peek(AccountKey key, int space = 0) =>
        held.TryGetValue(In(space, key), out var value)
            ? new AccountReply(ReplyKind.Value, 0, key, value.State)
            : Bare(ReplyKind.Missing, 0);

    /// <summary>The fields behind the balance in the value that <see cref="Peek"/> returns.</summary>
    public IReadOnlyList<long> PeekFields(AccountKey key, int space = 0) =>
        held.TryGetValue(In(space, key), out var value) ? value.Fields : [];

    /// <summary>Whether no connection has a write to the key under way.</summary>
    public bool IsQuiet(AccountKey key, int space = 0)
    {
        var stored = In(space, key);
        return !stragglers.UnorderedItems.Any(item => item.Element.MayWrite(stored))
            && !connections.Exists(connection => connection.HasSent(stored));
    }

    /// <summary>The keys of a space that were not removed, except those written late or after their removal.</summary>
    public IEnumerable<AccountKey> KeysLeft(int space) => held.Keys
        .Where(key => key.Account >> SpaceBits == space && !removed.Contains(key) && !writtenLate.Contains(key));

    /// <summary>Takes the lock of a space; false if another owner has it.</summary>
    public bool TryTakeLock(int space, object owner) =>
        locks.TryAdd(space, owner) || ReferenceEquals(locks[space], owner);

    /// <summary>Releases the lock of a space if this owner has it.</summary>
    public void ReleaseLock(int space, object owner)
    {
        if (locks.TryGetValue(space, out var holder) && ReferenceEquals(holder, owner))
        {
            locks.Remove(space);
        }
    }

    /// <summary>Applies all writes that are under way.</summary>
    public void Drain()
    {
        while (stragglers.TryDequeue(out var write, out _))
        {
            ApplyLate(write);
        }
    }

    private static AccountReply Bare(ReplyKind kind, int tag) => new(kind, tag, default, default);

    private static AccountKey In(int space, AccountKey key) =>
        key with { Account = key.Account | (space << SpaceBits) };

    private void Put(AccountKey key, Value value)
    {
        held[key] = value;
        if (removed.Count > 0 && removed.Remove(key))
        {
            writtenLate.Add(key);
        }
    }

    private void Tick()
    {
        Now++;
        while (stragglers.TryPeek(out var write, out var when) && when.Due <= Now)
        {
            stragglers.Dequeue();
            ApplyLate(write);
        }

        if (lossesLeft > 0 && held.Count > 0)
        {
            if (random.Next(24) == 0)
            {
                TakeSnapshot();
            }
            else if (random.Next(40) == 0)
            {
                lossesLeft--;
                Lose();
            }
        }
    }

    private void TakeSnapshot()
    {
        snapshot = new Dictionary<AccountKey, Value>(held);
        appliedAtSnapshot = applied.Count;
    }

    private void GoBack()
    {
        held = new Dictionary<AccountKey, Value>(snapshot);
        applied = applied[..appliedAtSnapshot];
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
                GoBack();
                CutAll();
                break;
            case 2:
                GoBack();
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

    private void ApplyLater(Operation write, long due) => stragglers.Enqueue(write, (due, order++));

    private void ApplyLate(Operation write)
    {
        met.LateWrites++;
        foreach (var (key, value) in write.Call is { } call ? Execute(call).Writes : write.Writes)
        {
            if (held.TryGetValue(key, out var newer) && newer.State.Sequence > value.State.Sequence)
            {
                met.OverwrittenByLateWrites++;
            }

            writtenLate.Add(key);
            Put(key, value);
        }
    }

    /// <summary>Executes a script but does not apply its writes.</summary>
    private (long Answer, IReadOnlyList<(AccountKey Key, Value Value)> Writes) Execute(ScriptCall call)
    {
        var found = new ScriptModel.Held?[call.Keys.Length];
        for (var i = 0; i < found.Length; i++)
        {
            found[i] = held.TryGetValue(call.Keys[i], out var value) && !removed.Contains(call.Keys[i])
                ? new(value.State, value.Fields)
                : null;
        }

        var answer = ScriptModel.Execute(call.Script, found, call.Arguments);
        if (answer >= 0 && call.Script.Contract is not null)
        {
            applied.Add((call.Keys[0].Account >> SpaceBits, call.Keys[0].Version, call.Arguments[0]));
        }

        return (answer, [
            .. found.Zip(call.Keys).Where(each => each.First is { IsWritten: true })
                .Select(each => (each.Second, new Value(each.First!.State, each.First.Fields))),
        ]);
    }

    private sealed record ScriptCall(StoreScript Script, AccountKey[] Keys, long[] Arguments);

    private enum OperationKind
    {
        Get,
        Script,
        Set,
        PartOfSet,
        Delete,
    }

    private readonly record struct Value(AccountState State, long[] Fields);

    /// <param name="Writes">The values it writes, all at once.</param>
    private readonly record struct Operation(
        OperationKind Kind, AccountKey Key, (AccountKey Key, Value Value)[] Writes, int Tag)
    {
        /// <summary>The script that computes its writes when it is applied; null for fixed writes.</summary>
        public ScriptCall? Call { get; init; }

        public bool IsWrite => Writes.Length > 0 || Call is not null;

        public bool MayWrite(AccountKey key) =>
            Call?.Keys.Contains(key) ?? Array.Exists(Writes, each => each.Key == key);

        public static Operation Write(OperationKind kind, AccountKey key, Value value, int tag) =>
            new(kind, key, [(key, value)], tag);
    }

    private sealed class Connection(SimulatedStore store, int space) : IAccountConnection
    {
        private readonly Queue<Operation> sent = [];
        private readonly Queue<(AccountReply Reply, long[] Fields)> ready = [];
        private AccountReply[] handedOut = new AccountReply[16];
        private long[][] handedOutFields = new long[16][];
        private bool breaks;
        private bool spoiled;

        public int Outstanding { get; private set; }

        public OperationCounts Operations { get; private set; }

        public string LastError { get; private set; } = string.Empty;

        public void Get(AccountKey key, int tag)
        {
            Operations += new OperationCounts(1, 0, 0, 0, 1, 0);
            Queue(new Operation(OperationKind.Get, In(space, key), [], tag));
        }

        public void Set(AccountKey key, AccountState state, int tag) => SetFields(key, state, [], tag);

        public void SetFields(AccountKey key, AccountState state, ReadOnlySpan<long> more, int tag)
        {
            Operations += new OperationCounts(0, 1, 0, 0, 0, 1);
            Queue(Operation.Write(OperationKind.Set, In(space, key), new Value(state, more.ToArray()), tag));
        }

        public void MultiGet(ReadOnlySpan<AccountKey> keys, int firstTag)
        {
            Operations += new OperationCounts(0, 0, 1, 0, keys.Length, 0);
            foreach (var key in keys)
            {
                Queue(new Operation(OperationKind.Get, In(space, key), [], firstTag++));
            }
        }

        public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag) =>
            MultiSetFields(keys, states, [], tag);

        public void MultiSetFields(
            ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, ReadOnlySpan<long> more, int tag)
        {
            var count = more.Length / keys.Length;
            Operations += new OperationCounts(0, 0, 0, 1, 0, keys.Length);
            for (var i = 0; i < keys.Length - 1; i++)
            {
                var part = new Value(states[i], more.Slice(i * count, count).ToArray());
                sent.Enqueue(Operation.Write(OperationKind.PartOfSet, In(space, keys[i]), part, tag));
            }

            var last = new Value(states[^1], more[^count..].ToArray());
            Queue(Operation.Write(OperationKind.Set, In(space, keys[^1]), last, tag));
        }

        public void Exec(
            ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, ReadOnlySpan<long> more, int tag)
        {
            var count = more.Length / keys.Length;
            Operations += new OperationCounts(0, keys.Length, 0, 0, 0, keys.Length) { Exec = 1 };
            var writes = new (AccountKey, Value)[keys.Length];
            for (var i = 0; i < keys.Length; i++)
            {
                writes[i] = (In(space, keys[i]), new Value(states[i], more.Slice(i * count, count).ToArray()));
            }

            Queue(new Operation(OperationKind.Set, In(space, keys[0]), writes, tag));
        }

        public void Evaluate(
            AccountScript script, ReadOnlySpan<AccountKey> keys, ReadOnlySpan<long> arguments, int tag)
        {
            Operations += script.Inside with { EvalSha = 1 };
            AccountKey[] named = [.. keys.ToArray().Select(key => In(space, key))];
            Queue(new Operation(OperationKind.Script, named[0], [], tag)
            {
                Call = new ScriptCall((StoreScript)script, named, arguments.ToArray()),
            });
        }

        public void Delete(AccountKey key, int tag) =>
            Queue(new Operation(OperationKind.Delete, In(space, key), [], tag));

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

        public ReadOnlySpan<long> FieldsOf(int index) => handedOutFields[index];

        // A client that is killed during an exchange leaves operations that the store may still serve.
        public void Dispose()
        {
            if (Outstanding > 0)
            {
                Cut();
            }

            store.connections.Remove(this);
        }

        public void BreakSoon() => breaks = true;

        public bool HasSent(AccountKey key) =>
            sent.Any(operation => operation.MayWrite(key));

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
                handedOutFields = new long[count * 2][];
            }

            for (var i = 0; i < count; i++)
            {
                (handedOut[i], handedOutFields[i]) = ready.Dequeue();
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
                    Answer(Bare(ReplyKind.Refused, operation.Tag));
                    break;
                case OperationKind.Get:
                    Read(operation);
                    break;
                case OperationKind.PartOfSet:
                    Write(operation);
                    break;
                case OperationKind.Script:
                    var answer = Write(operation);
                    LastError = spoiled ? "-ERR simulated" : LastError;
                    Answer(spoiled
                        ? Bare(ReplyKind.Refused, operation.Tag)
                        : new AccountReply(ReplyKind.Number, operation.Tag, default, new AccountState(answer, 0)));
                    spoiled = false;
                    break;
                case OperationKind.Set:
                    Write(operation);
                    LastError = spoiled ? "-ERR simulated" : LastError;
                    Answer(Bare(spoiled ? ReplyKind.Refused : ReplyKind.Stored, operation.Tag));
                    spoiled = false;
                    break;
                default:
                    store.removed.Add(operation.Key);
                    Answer(Bare(ReplyKind.Stored, operation.Tag));
                    break;
            }
        }

        private void Answer(AccountReply reply) => ready.Enqueue((reply, []));

        private void Read(in Operation operation)
        {
            if (!store.held.TryGetValue(operation.Key, out var value) || store.removed.Contains(operation.Key))
            {
                Answer(Bare(ReplyKind.Missing, operation.Tag));
                return;
            }

            var key = operation.Key with { Account = operation.Key.Account & ((1 << SpaceBits) - 1) };
            ready.Enqueue((new AccountReply(ReplyKind.Value, operation.Tag, key, value.State), value.Fields));
        }

        private long Write(Operation operation)
        {
            if (!store.Strikes())
            {
                return Apply(operation);
            }

            store.met.RefusedWrites++;
            spoiled = true;
            switch (store.random.Next(4))
            {
                case 0:
                    break;
                case 1:
                    Apply(operation);
                    break;
                default:
                    store.ApplyLater(operation, Later(store.Now));
                    break;
            }

            return 0;
        }

        // Some sent operations are served without a reply, some are delayed, and all from some operation on were never
        // sent.
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
                if (!lost[shard] && operation.IsWrite)
                {
                    due[shard] = Later(due[shard]);
                    store.ApplyLater(operation, due[shard]);
                }
            }

            sent.Clear();
        }

        private long Later(long from)
        {
            var delay = store.Delay();
            return from == Never || delay == Never ? Never : from + delay;
        }

        private long Apply(Operation operation)
        {
            var (answer, writes) = operation.Call is { } call ? store.Execute(call) : (0, operation.Writes);
            foreach (var (key, value) in writes)
            {
                store.Put(key, value);
            }

            return answer;
        }
    }
}
