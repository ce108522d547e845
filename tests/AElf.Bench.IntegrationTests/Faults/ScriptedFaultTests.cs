using System.Globalization;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Faults;

/// <summary>
/// A scripted store that makes one mistake during the run. A real server cannot be made to show such small faults.
/// </summary>
public sealed class ScriptedFaultTests
{
    [Theory]
    [InlineData("OOM", false)]
    [SlowInlineData("OOM", true)]
    [SlowInlineData("BUSY", false)]
    [InlineData("READONLY", true)]
    [SlowInlineData("dead shard behind a proxy", true)]
    public async Task Run_WriteRefused_IsDegradedWhetherAppliedOrNot(string error, bool applied)
    {
        var store = new FaultyStore(HostileReplies.Errors[error], applied);
        await using var server = ScriptedServer.Start(Script.Answering(store.Answer));

        var run = await RunAsync(server);

        run.AssertExit(5);
        Assert.True(store.HasErred, "void: no fault occurred");
        Assert.Equal("degraded", run.At("verdict").GetString());
        Assert.Equal("passed", run.At("audit.replay").GetString());
        Assert.NotEqual(0, run.At("faults").GetArrayLength());
        Assert.Equal(0, store.Keys);
    }

    [Fact]
    public async Task Run_AcknowledgedWriteLost_FailsTheAudit()
    {
        var store = new FaultyStore("+OK\r\n", applied: false);
        await using var server = ScriptedServer.Start(Script.Answering(store.Answer));

        var run = await RunAsync(server);

        run.AssertExit(3);
        Assert.True(store.HasErred, "void: no fault occurred");
        run.AssertNoNumber();
        Assert.Equal("failed", run.At("audit.replay").GetString());
        Assert.Equal(0, store.Keys);
    }

    [Fact]
    public async Task Run_ReadAnswersAnOlderValue_FailsTheAudit()
    {
        var store = new FaultyStore("+OK\r\n", applied: true) { AnswersOneReadWithAnOlderValue = true };
        await using var server = ScriptedServer.Start(Script.Answering(store.Answer));

        var run = await RunAsync(server);

        run.AssertExit(3);
        Assert.True(store.HasErred, "void: no fault occurred");
        run.AssertNoNumber();
        Assert.Equal(0, store.Keys);
    }

    [Theory]
    [SlowInlineData("RESP3 push")]
    [InlineData("HTTP")]
    [SlowInlineData("bulk of half a gigabyte")]
    public async Task Run_BytesBreakTheProtocol_Fails(string reply)
    {
        var store = new FaultyStore(HostileReplies.Broken[reply], applied: false);
        await using var server = ScriptedServer.Start(Script.Answering(store.Answer));

        var run = await RunAsync(server);

        run.AssertExit(5);
        Assert.True(store.HasErred, "void: no fault occurred");
        run.AssertNoNumber();
        Assert.Contains($"gave up: {server.Endpoint}", run.Reasons(), StringComparison.Ordinal);
    }

    private static Task<BenchmarkResult> RunAsync(ScriptedServer server) =>
        BenchmarkResult.RunAsync([.. BenchmarkResult.SmallLoad, .. BenchmarkResult.Store("redis", server.Endpoint)]);

    /// <summary>A correct store, except for one write or one read.</summary>
    private sealed class FaultyStore(string reply, bool applied)
    {
        private const int ReadsBefore = 1500;

        private readonly Dictionary<string, string> values = new(StringComparer.Ordinal);
        private readonly Dictionary<string, string> olderValues = new(StringComparer.Ordinal);
        private readonly Lock gate = new();
        private int reads;

        public bool HasErred { get; private set; }

        public bool AnswersOneReadWithAnOlderValue { get; init; }

        public int Keys
        {
            get
            {
                lock (gate)
                {
                    return values.Count;
                }
            }
        }

        public string Answer(string[] command)
        {
            lock (gate)
            {
                return command switch
                {
                    ["PING"] => "+PONG\r\n",
                    ["GET", var key] => Get(key),
                    ["SET", var key, var value] => Set(key, value),
                    ["EXISTS", var key] => values.ContainsKey(key) ? ":1\r\n" : ":0\r\n",
                    ["SETNX", var key, var value] => values.TryAdd(key, value) ? ":1\r\n" : ":0\r\n",
                    ["DEL", var key] => values.Remove(key) ? ":1\r\n" : ":0\r\n",
                    _ => "-ERR unknown command\r\n",
                };
            }
        }

        private string Get(string key)
        {
            reads++;
            if (AnswersOneReadWithAnOlderValue && !HasErred && reads >= ReadsBefore
                && olderValues.TryGetValue(key, out var before))
            {
                HasErred = true;
                return string.Create(CultureInfo.InvariantCulture, $"${before.Length}\r\n{before}\r\n");
            }

            return values.TryGetValue(key, out var value)
                ? string.Create(CultureInfo.InvariantCulture, $"${value.Length}\r\n{value}\r\n")
                : "$-1\r\n";
        }

        private string Set(string key, string value)
        {
            if (HasErred || reads < ReadsBefore || AnswersOneReadWithAnOlderValue)
            {
                if (values.TryGetValue(key, out var before))
                {
                    olderValues[key] = before;
                }

                values[key] = value;
                return "+OK\r\n";
            }

            HasErred = true;
            if (applied)
            {
                values[key] = value;
            }

            return reply;
        }
    }
}
