namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>
/// The subscriptions of a session to things of one kind, and which of them have changed since the last was sent:
/// however long that takes, no more waits than there are subscriptions. The session and the thread that changes the
/// index use it at once.
/// </summary>
/// <typeparam name="TSubject">What is subscribed to.</typeparam>
/// <typeparam name="TState">What was sent of it last.</typeparam>
internal sealed class Subscriptions<TSubject, TState>(IEqualityComparer<TSubject>? comparer = null)
    where TSubject : notnull
{
    private readonly Lock gate = new();
    private readonly Dictionary<TSubject, TState> sent = new(comparer);
    private readonly HashSet<TSubject> changed = new(comparer);

    public int Count
    {
        get
        {
            lock (gate)
            {
                return sent.Count;
            }
        }
    }

    public bool Has(TSubject subject)
    {
        lock (gate)
        {
            return sent.ContainsKey(subject);
        }
    }

    /// <summary>Subscribes, or notes which state was sent.</summary>
    public void Add(TSubject subject, TState state)
    {
        lock (gate)
        {
            sent[subject] = state;
        }
    }

    /// <summary>Ends a subscription.</summary>
    /// <returns>Whether there was one.</returns>
    public bool Remove(TSubject subject)
    {
        lock (gate)
        {
            changed.Remove(subject);
            return sent.Remove(subject);
        }
    }

    /// <summary>Notes a change of the subjects whose state has a property.</summary>
    /// <returns>Whether anything waits to be sent.</returns>
    public bool OnChange(Func<TState, bool> hasProperty)
    {
        lock (gate)
        {
            changed.UnionWith(sent.Where(each => hasProperty(each.Value)).Select(each => each.Key));
            return changed.Count > 0;
        }
    }

    /// <summary>Notes changes.</summary>
    /// <returns>Whether any of it is subscribed to.</returns>
    public bool OnChange(IReadOnlyCollection<TSubject> subjects)
    {
        lock (gate)
        {
            foreach (var subject in subjects)
            {
                if (sent.ContainsKey(subject))
                {
                    changed.Add(subject);
                }
            }

            return changed.Count > 0;
        }
    }

    /// <summary>Takes what may have changed since the last call, with the state that was sent last.</summary>
    public IReadOnlyList<(TSubject Subject, TState Sent)> TakeChanged()
    {
        lock (gate)
        {
            (TSubject, TState)[] taken = [.. changed.Select(subject => (subject, sent[subject]))];
            changed.Clear();
            return taken;
        }
    }
}
