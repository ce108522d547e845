using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Execution;

/// <summary>A guard of the protocol taken away, to show that the simulation misses it.</summary>
public enum Mutation
{
    None,

    /// <summary>A failed group is granted again at epoch 0 and so writes the doubtful keys.</summary>
    RetryInPlace,

    /// <summary>A failed attempt counts as done.</summary>
    CountFailedAttempts,

    /// <summary>A group done at a later epoch leaves its accounts at the old version.</summary>
    ForgetVersions,

    /// <summary>The second and later retries of a group use the epoch of the first.</summary>
    ReuseEpochs,

    /// <summary>Each round counts its epochs from 1 again.</summary>
    RestartEpochs,

    /// <summary>The run passes when all groups are done, without looking at the accounts.</summary>
    SkipComparison,
}

/// <summary>How a simulated run ended.</summary>
internal enum Ending
{
    Passed,
    Failed,
    Hung,
}

/// <summary>A simulated run.</summary>
/// <param name="Ending">What the run says of itself.</param>
/// <param name="Right">Whether every account is what a model apart from the product says, after all late writes have come.</param>
/// <param name="Broken">An invariant found broken on the way; null when none was.</param>
/// <param name="Story">Settings and reasons.</param>
/// <param name="Retries">Grants given again.</param>
internal sealed record SimulatedOutcome(Ending Ending, bool Right, string? Broken, string Story, int Retries);

/// <summary>
/// A run on one thread: several pumps over a simulated store, and a coordinator with the rules of the local host. Who moves next is drawn from the
/// seed, like all else.
/// </summary>
internal sealed class ProtocolSimulation
{
    private const int MaxSteps = 20_000;
    private const int MaxAttempts = 10;

    private readonly SeededRandom random;
    private readonly Mutation mutation;
    private readonly SimulatedStore store;
    private readonly Block block;
    private readonly TransferGroups groups;
    private readonly Jobs jobs;
    private readonly TransferMode mode;
    private readonly int rounds;
    private readonly int[] versions;
    private readonly SimulatedActor[] actors;
    private readonly Queue<object> reports = [];
    private readonly Queue<Grant> toReassign = [];
    private readonly Dictionary<int, int> attempts = [];
    private readonly Dictionary<int, int> firstEpochs = [];
    private readonly bool lossy;
    private bool[] done = [];
    private int remaining;
    private int lastEpoch;
    private int retries;
    private int steps;
    private string? failure;
    private string? broken;
    private RoundPlan? plan;

    public ProtocolSimulation(ulong seed, bool lossy, Mutation mutation, LatencyHistogram latency, FaultsMet met)
    {
        random = new SeededRandom(seed);
        this.lossy = lossy;
        this.mutation = mutation;
        rounds = 1 + random.Next(3);
        mode = (TransferMode)random.Next(3);
        store = new SimulatedStore(random, shards: 1 + random.Next(3), met);

        // Mostly small, so that seeds are many; sometimes with groups of more accounts than a chunk.
        block = random.Next(200) == 0
            ? RandomBlocks.Draw(random, maxTransfers: 120, maxAccounts: 100, rounds)
            : RandomBlocks.Draw(random, maxTransfers: 12, maxAccounts: 14, rounds);
        groups = Grouper.Group(block);
        jobs = JobMerger.Merge(groups.Sizes(), 1 + random.Next(6));
        versions = new int[block.AccountCount];
        actors = new SimulatedActor[1 + random.Next(3)];
        var lanes = 1 + random.Next(4);
        for (var actor = 0; actor < actors.Length; actor++)
        {
            actors[actor] = new SimulatedActor(store, lanes, latency, reports);
        }
    }

    public SimulatedOutcome Run()
    {
        using (var connection = store.Connect())
        {
            AccountTable.Seed(connection, block);
        }

        // One fewer than the attempts a group has, so that a durable store always gets there.
        store.Arm(faults: random.Next(MaxAttempts), losses: lossy ? 1 + random.Next(2) : 0, chance: 4 << random.Next(5));
        for (var round = 0; round < rounds && failure is null; round++)
        {
            PlayRound(round);
        }

        store.Arm(faults: 0, losses: 0, chance: 1);
        return End();
    }

    private SimulatedOutcome End()
    {
        var committed = actors.Sum(actor => actor.Committed);
        if (failure is null && committed != (long)rounds * block.Count)
        {
            Break($"the pumps count {committed} transfers, not {rounds} × {block.Count}");
        }

        var ending = steps >= MaxSteps ? Ending.Hung : Ending.Failed;
        if (failure is null && (mutation == Mutation.SkipComparison || Compare()))
        {
            ending = Ending.Passed;
        }

        store.Drain();
        var story = $"{mode}, {actors.Length} actors, {jobs.Count} jobs, "
            + $"{block.Count} transfers in {groups.Count} groups × {rounds} rounds: {failure ?? "all done"}";
        return new SimulatedOutcome(ending, IsRight(), broken, story, retries);
    }

    private bool Compare()
    {
        using var connection = store.Connect();
        var result = FinalComparison.Compare(block, SequentialReplay.Run(block, rounds), AccountTable.Read(connection, versions), versions);
        return result is { Wrong: 0, Conserved: true };
    }

    // The model has its own few lines: the product's replay must not be its own judge.
    private bool IsRight()
    {
        var balances = block.OpeningBalances.ToArray();
        var sequences = new long[balances.Length];
        long sequence = 0;
        for (var round = 0; round < rounds; round++)
        {
            foreach (var (from, to, amount) in block.Transfers)
            {
                sequence++;
                balances[from] -= amount;
                balances[to] += amount;
                sequences[from] = sequences[to] = sequence;
            }
        }

        for (var account = 0; account < balances.Length; account++)
        {
            var key = new AccountKey(account, versions[account]);
            if (!store.Peek(key).Holds(key, new AccountState(sequences[account], balances[account])))
            {
                return false;
            }
        }

        return true;
    }

    private void PlayRound(int round)
    {
        plan = new RoundPlan(block, groups, jobs, round, versions, mode);
        done = new bool[groups.Count];
        remaining = groups.Count;
        attempts.Clear();
        firstEpochs.Clear();
        lastEpoch = mutation == Mutation.RestartEpochs ? 0 : lastEpoch;
        for (var job = 0; job < jobs.Count; job++)
        {
            Post(Grant.Initial(job));
        }

        while (remaining > 0 && failure is null)
        {
            if (++steps >= MaxSteps)
            {
                failure = $"{remaining} groups are not done after {steps} steps";
                return;
            }

            var mover = random.Next(actors.Length + 1);
            if (mover < actors.Length)
            {
                actors[mover].Turn(random);
            }
            else
            {
                Coordinate();
            }
        }
    }

    private void Post(Grant grant) => actors[random.Next(actors.Length)].Post(plan!, grant);

    private void Coordinate()
    {
        for (var receive = random.Next(reports.Count + 1); receive > 0 && failure is null; receive--)
        {
            switch (reports.Dequeue())
            {
                case AttemptFailure lost when mutation == Mutation.CountFailedAttempts:
                    Accept(lost.Group, lost.Epoch);
                    break;
                case AttemptFailure lost:
                    Evaluate(lost);
                    break;
                case Grant report:
                    Accept(report.Group, report.Epoch);
                    break;
            }
        }

        if (toReassign.Count > 0 && random.Next(3) == 0)
        {
            retries++;
            Post(toReassign.Dequeue());
        }
    }

    private void Accept(int group, int epoch)
    {
        if (done[group])
        {
            Break($"group {group} was done twice, the second time at epoch {epoch}");
            return;
        }

        done[group] = true;
        remaining--;
        foreach (var index in groups[group])
        {
            var transfer = block.Transfers[index];
            Adopt(transfer.From, epoch);
            Adopt(transfer.To, epoch);
        }
    }

    private void Adopt(int account, int epoch)
    {
        if (epoch > 0 && mutation != Mutation.ForgetVersions)
        {
            versions[account] = epoch;
        }

        // I4: an accepted version is quiet.
        if (!store.IsQuiet(new AccountKey(account, versions[account])))
        {
            Break($"a write to account {account} at version {versions[account]} is under way although its group is done");
        }
    }

    private void Evaluate(AttemptFailure lost)
    {
        var attempt = attempts.GetValueOrDefault(lost.Group, 1);
        if (lost.Fatal || attempt >= MaxAttempts)
        {
            failure = $"group {lost.Group} at epoch {lost.Epoch}, attempt {attempt}, account {lost.Account}, step {lost.Step}: {lost.Reason}";
            return;
        }

        attempts[lost.Group] = attempt + 1;
        var epoch = mutation == Mutation.RetryInPlace ? 0 : ++lastEpoch;
        if (mutation == Mutation.ReuseEpochs && !firstEpochs.TryAdd(lost.Group, epoch))
        {
            epoch = firstEpochs[lost.Group];
        }

        toReassign.Enqueue(Grant.Retry(lost.Group, epoch));
    }

    private void Break(string what) => broken ??= what;

    /// <summary>One actor: what the thread of the local host does in a turn, without the thread.</summary>
    private sealed class SimulatedActor : IAttemptListener
    {
        private readonly SimulatedStore store;
        private readonly LanePump pump;
        private readonly Queue<(RoundPlan Plan, Grant Grant)> mailbox = [];
        private readonly Queue<object> reports;
        private IAccountConnection connection;
        private RoundPlan? open;

        public SimulatedActor(SimulatedStore store, int lanes, LatencyHistogram latency, Queue<object> reports)
        {
            this.store = store;
            this.reports = reports;
            connection = store.Connect();
            pump = new LanePump(lanes, connection, this, latency);
        }

        public long Committed => pump.Committed;

        public void Post(RoundPlan plan, Grant grant) => mailbox.Enqueue((plan, grant));

        public void Turn(SeededRandom random)
        {
            while (pump.Active < pump.Lanes && mailbox.Count > 0 && random.Next(8) != 0)
            {
                var (plan, grant) = mailbox.Dequeue();
                if (!ReferenceEquals(plan, open))
                {
                    pump.Open(plan);
                    open = plan;
                }

                pump.Start(grant, store.Now);
            }

            if (pump.Active == 0)
            {
                return;
            }

            try
            {
                pump.Deliver(connection.Exchange(), store.Now);
            }
            catch (StoreException exception)
            {
                connection.Dispose();
                pump.Abandon(exception.Message);
                connection = store.Connect();
                pump.Resume(connection, store.Now);
            }
        }

        void IAttemptListener.Done(int group, int epoch) => reports.Enqueue(Grant.Retry(group, epoch));

        void IAttemptListener.Failed(AttemptFailure failure) => reports.Enqueue(failure);
    }
}
