using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Servers;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.IntegrationTests.Stores;

/// <content>Replies to MULTI, the writes behind it, and EXEC.</content>
public sealed partial class StoreReplyTests
{
    [Theory]
    [InlineData("+OK\r\n+QUEUED\r\n-OOM no memory\r\n-EXECABORT discarded\r\n", "OOM no memory")]
    [InlineData("-NOPERM no 'multi'\r\n+OK\r\n+OK\r\n-ERR EXEC without MULTI\r\n", "NOPERM no 'multi'")]
    [InlineData("+OK\r\n+QUEUED\r\n+QUEUED\r\n*2\r\n+OK\r\n-MISCONF no disk\r\n", "MISCONF no disk")]
    public async Task Exec_PartIsRefused_RefusesTheWholeAndSaysWhy(string replies, string error)
    {
        await using var server = ScriptedServer.Start(Ready().ThenAwait(4).ThenSend(replies));
        using var store = StoreOf(server);
        using var connection = await ConnectAsync(store);

        connection.Exec([Asked, new(8, 0)], [State, State]);

        Assert.Equal(new Answer(ReplyKind.Refused, default), Assert.Single(await DrainAsync(connection)));
        Assert.Equal(error, connection.LastError);
    }

    [Theory]
    [InlineData("+OK\r\n+QUEUED\r\n+QUEUED\r\n*1\r\n+OK\r\n")]
    [InlineData("+OK\r\n+QUEUED\r\n+QUEUED\r\n*-1\r\n")]
    [InlineData("+OK\r\n+QUEUED\r\n+OK\r\n*1\r\n+OK\r\n")]
    [InlineData("+OK\r\n+QUEUED\r\n+QUEUED\r\n*2\r\n+OK\r\n:1\r\n")]
    public async Task Exec_RepliesAreNotThoseOfATransaction_IsANamedFault(string replies)
    {
        await using var server = ScriptedServer.Start(Ready().ThenAwait(4).ThenSend(replies));

        var thrown = await FaultOfAsync(
            server, connection => connection.Exec([Asked, new(8, 0)], [State, State]));

        Assert.Equal(StoreFault.Protocol, thrown.Fault);
        AssertClear(thrown, server);
    }
}
