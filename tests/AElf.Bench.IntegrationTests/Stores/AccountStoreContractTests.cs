using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage;
using AElf.Bench.TestKit.Servers;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.IntegrationTests.Stores;

/// <summary>The account contract over a server that a fixture starts.</summary>
public abstract class AccountsOver<TFixture>(Shared<TFixture> shared, StoreClient client = StoreClient.Pipelined)
    : AccountStoreContract, IClassFixture<Shared<TFixture>>
    where TFixture : StoreFixture, new()
{
    /// <summary>
    /// StackExchange.Redis needs fewer: it reads replies on another thread while operations are queued.
    /// </summary>
    protected override int LargeBatch => client is StoreClient.StackExchange ? 25_000 : base.LargeBatch;

    protected override IAccountStore CreateStore(string runId) =>
        Accounts.Over(shared.Fixture.Options with { Client = client }, runId);
}

/// <summary>
/// The contract over several servers. Each server keeps the order of its replies. Replies of different servers may
/// arrive in any order.
/// </summary>
public abstract class SpreadAccountsOver<TFixture>(Shared<TFixture> shared) : AccountsOver<TFixture>(shared)
    where TFixture : StoreFixture, new()
{
    protected override bool HasSeveralKeys => false;

    protected override IAccountStore CreateStore(string runId) => new OrderedAccounts(base.CreateStore(runId));
}

/// <summary>The pipelined client over a real Redis.</summary>
public sealed class RespAccountsOverRedisTests(Shared<RedisFixture> redis) : AccountsOver<RedisFixture>(redis);

/// <summary>The pipelined client with padded keys and values, over a real Redis.</summary>
public sealed class PaddedAccountsOverRedisTests(Shared<RedisFixture> redis)
    : AccountStoreContract, IClassFixture<Shared<RedisFixture>>
{
    protected override IAccountStore CreateStore(string runId) =>
        Accounts.Over(redis.Fixture.Options, runId, new AccountLayout(KeySize: 100, ValueSize: 300));
}

/// <summary>The pipelined client over the Unix socket of a real Redis.</summary>
public sealed class RespAccountsOverUnixRedisTests(Shared<UnixRedisFixture> redis)
    : AccountsOver<UnixRedisFixture>(redis);

/// <summary>StackExchange.Redis over the Unix socket of a real Redis.</summary>
public sealed class StackExchangeAccountsOverUnixRedisTests(Shared<UnixRedisFixture> redis)
    : AccountsOver<UnixRedisFixture>(redis, StoreClient.StackExchange);

/// <summary>The pipelined client over the Unix socket of a real Garnet.</summary>
public sealed class RespAccountsOverUnixGarnetTests(Shared<GarnetFixture> garnet)
    : AccountStoreContract, IClassFixture<Shared<GarnetFixture>>
{
    protected override IAccountStore CreateStore(string runId) =>
        Accounts.Over(garnet.Fixture.UnixOptions, runId);
}

/// <summary>The pipelined client over a real Redis that requires TLS, a user and a password.</summary>
public sealed class RespAccountsOverSecuredRedisTests(Shared<SecuredRedisFixture> redis)
    : AccountsOver<SecuredRedisFixture>(redis);

/// <summary>The pipelined client over a real Redis that requires TLS and a client certificate.</summary>
public sealed class RespAccountsOverCertifiedRedisTests(Shared<CertifiedRedisFixture> redis)
    : AccountsOver<CertifiedRedisFixture>(redis);

/// <summary>The pipelined client over a real nutcracker with three shards.</summary>
public sealed class RespAccountsOverNutcrackerTests(Shared<NutcrackerFixture> proxy)
    : AccountsOver<NutcrackerFixture>(proxy);

/// <summary>The pipelined client over a stand-in written after SSDB's source. SSDB itself is not packaged.</summary>
public sealed class RespAccountsOverSsdbStandInTests(Shared<SsdbFixture> ssdb) : AccountsOver<SsdbFixture>(ssdb);

/// <summary>StackExchange.Redis over a real Redis.</summary>
public sealed class StackExchangeAccountsOverRedisTests(Shared<RedisFixture> redis)
    : AccountsOver<RedisFixture>(redis, StoreClient.StackExchange);

/// <summary>StackExchange.Redis over a real nutcracker with three shards.</summary>
public sealed class StackExchangeAccountsOverNutcrackerTests(Shared<NutcrackerFixture> proxy)
    : AccountsOver<NutcrackerFixture>(proxy, StoreClient.StackExchange);

/// <summary>StackExchange.Redis over a stand-in written after SSDB's source. SSDB itself is not packaged.</summary>
public sealed class StackExchangeAccountsOverSsdbStandInTests(Shared<SsdbFixture> ssdb)
    : AccountsOver<SsdbFixture>(ssdb, StoreClient.StackExchange);

/// <summary>The pipelined client over a real Redis Cluster.</summary>
public sealed class RespAccountsOverRedisClusterTests(Shared<RedisClusterFixture> cluster)
    : SpreadAccountsOver<RedisClusterFixture>(cluster);

/// <summary>The pipelined client over a real Redis Cluster, with most accounts in one slot.</summary>
public sealed class RespAccountsOverOneSlotOfRedisClusterTests(Shared<RedisClusterFixture> cluster)
    : AccountStoreContract, IClassFixture<Shared<RedisClusterFixture>>
{
    protected override IAccountStore CreateStore(string runId)
    {
        var store = Accounts.Over(cluster.Fixture.Options, runId, new AccountLayout(IsTagged: true));
        store.Tags!.Place(0, Enumerable.Range(0, LargeBatch));
        return new OrderedAccounts(store, hasSeveralKeys: true);
    }
}

/// <summary>The pipelined client over a Garnet in cluster mode.</summary>
public sealed class RespAccountsOverGarnetClusterTests(Shared<GarnetClusterFixture> cluster)
    : SpreadAccountsOver<GarnetClusterFixture>(cluster);

/// <summary>The pipelined client that distributes keys over three redis-servers.</summary>
public sealed class RespAccountsOverRedisShardsTests(Shared<RedisShardsFixture> shards)
    : SpreadAccountsOver<RedisShardsFixture>(shards)
{
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(7)]
    public async Task Accounts_WrittenThroughAProxy_AreReadWithoutIt(int count)
    {
        var servers = await Task.WhenAll(Enumerable.Range(0, count).Select(_ => RedisServer.StartAsync()));
        try
        {
            await using var proxy = await Nutcracker.StartAsync([.. servers.Select(server => server.Endpoint)]);
            var direct = new StoreOptions
            {
                Type = StoreType.RedisShards,
                Address = proxy.Shards[0],
                Shards = proxy.Shards,
                Timeout = Wait.Deadline,
            };
            var proxied = direct with { Type = StoreType.Twemproxy, Address = proxy.Endpoint };
            var block = EvenGroups.Generate(transfers: 5000, groups: 50, seed: 3);
            foreach (var layout in new[] { new AccountLayout(), new AccountLayout(IsTagged: true) })
            {
                using var store = Accounts.Over(proxied, "0badcafe", layout);
                store.Tags?.Place(7, [2, 3, 4, 5]);
                using var writer = store.Connect();
                AccountTable.Seed(writer, block, version: 0);
                using var same = Accounts.Over(direct, "0badcafe", layout);
                same.Tags?.Place(7, [2, 3, 4, 5]);
                using var reader = same.Connect();

                var read = 0;
                AccountTable.Read(reader, new int[block.AccountCount], (in reply, _) =>
                {
                    Assert.Equal(
                        (ReplyKind.Value, block.OpeningBalances[reply.Tag]), (reply.Kind, reply.State.Balance));
                    read++;
                });

                Assert.Equal(block.AccountCount, read);
            }
        }
        finally
        {
            foreach (var server in servers)
            {
                await server.DisposeAsync();
            }
        }
    }
}

/// <summary>The pipelined client over a real Redis Cluster that requires TLS, a user and a password.</summary>
public sealed class RespAccountsOverSecuredRedisClusterTests(Shared<SecuredRedisClusterFixture> cluster)
    : SpreadAccountsOver<SecuredRedisClusterFixture>(cluster);

/// <summary>The pipelined client over a real Garnet.</summary>
public sealed class RespAccountsOverGarnetTests(Shared<GarnetFixture> garnet) : AccountsOver<GarnetFixture>(garnet);

/// <summary>StackExchange.Redis over a real Garnet.</summary>
public sealed class StackExchangeAccountsOverGarnetTests(Shared<GarnetFixture> garnet)
    : AccountsOver<GarnetFixture>(garnet, StoreClient.StackExchange);

/// <summary>The pipelined client over a server that only some machines have.</summary>
public sealed class RespAccountsOverFurtherServersTests(Shared<FurtherStoreFixture> further)
    : AccountStoreContract, IClassFixture<Shared<FurtherStoreFixture>>
{
    protected override IAccountStore CreateStore(string runId) =>
        Accounts.Over(further.Fixture.OptionsOrSkip(), runId);
}

/// <summary>Opens accounts in a store of bytes, both for one run.</summary>
internal static class Accounts
{
    public static PersistentAccountStore Over(StoreOptions options, string runId, AccountLayout? layout = null)
    {
        var run = RunId.Parse(runId);
        return new PersistentAccountStore(SocketStore.Open(options, run), run, layout);
    }
}
