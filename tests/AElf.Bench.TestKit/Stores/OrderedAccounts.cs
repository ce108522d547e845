using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Stores;

/// <summary>
/// Accounts of a store whose servers answer out of order and take one key at a time. It sorts the replies into the
/// order of the operations and splits operations with several keys.
/// </summary>
/// <param name="hasSeveralKeys">Whether operations with several keys are sent unchanged.</param>
public sealed class OrderedAccounts(IAccountStore store, bool hasSeveralKeys = false) : IAccountStore
{
    public StoreDescription Description => store.Description;

    public IAccountConnection Connect() => new Connection(store.Connect(), hasSeveralKeys);

    public IReadOnlyList<ShardCounters> ReadCounters() => store.ReadCounters();

    public bool TryTakeRunLock() => store.TryTakeRunLock();

    public void ReleaseRunLock() => store.ReleaseRunLock();

    public void Dispose() => store.Dispose();

    private sealed class Connection(IAccountConnection inner, bool hasSeveralKeys) : IAccountConnection
    {
        private readonly Queue<(int Number, int? Tag)> order = new();
        private readonly Dictionary<int, AccountReply> came = [];
        private int number;

        public int Outstanding => order.Count(each => each.Tag is not null);

        public OperationCounts Operations => inner.Operations;

        public string LastError => inner.LastError;

        public void Get(AccountKey key, int tag) => inner.Get(key, Number(tag));

        public void Set(AccountKey key, AccountState state, int tag) => inner.Set(key, state, Number(tag));

        public void Delete(AccountKey key, int tag) => inner.Delete(key, Number(tag));

        public void MultiGet(ReadOnlySpan<AccountKey> keys, int firstTag)
        {
            if (hasSeveralKeys)
            {
                inner.MultiGet(keys, number + 1);
                for (var place = 0; place < keys.Length; place++)
                {
                    Number(firstTag + place);
                }

                return;
            }

            foreach (var key in keys)
            {
                Get(key, firstTag++);
            }
        }

        public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag)
        {
            if (hasSeveralKeys)
            {
                inner.MultiSet(keys, states, Number(tag));
                return;
            }

            for (var i = 0; i < keys.Length; i++)
            {
                inner.Set(keys[i], states[i], Number(i == keys.Length - 1 ? tag : null));
            }
        }

        public ReadOnlySpan<AccountReply> Exchange()
        {
            List<AccountReply> replies = [];
            while (replies.Count == 0 && order.Count > 0)
            {
                foreach (var reply in inner.Exchange())
                {
                    came.Add(reply.Tag, reply);
                }

                while (order.TryPeek(out var next) && came.Remove(next.Number, out var reply))
                {
                    order.Dequeue();
                    if (next.Tag is { } tag)
                    {
                        replies.Add(reply with { Tag = tag });
                    }
                }
            }

            return replies.ToArray();
        }

        public bool Await(TimeSpan atMost) => inner.Await(atMost);

        public void Dispose() => inner.Dispose();

        private int Number(int? tag)
        {
            order.Enqueue((++number, tag));
            return number;
        }
    }
}
