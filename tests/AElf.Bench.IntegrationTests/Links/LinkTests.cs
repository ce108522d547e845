using System.Diagnostics.Metrics;
using System.Text.RegularExpressions;
using AElf.Bench.Akka.Links;
using AElf.Bench.Akka.Nodes;
using AElf.Bench.Akka.Secrets;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Operations.Health;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Servers;
using Akka.Actor;

namespace AElf.Bench.IntegrationTests.Links;

/// <summary>Links between manager and workers on Akka: the accepted peers, and the transfer of messages.</summary>
public sealed class LinkTests : IAsyncDisposable
{
    private readonly TestClusters clusters = new();
    private readonly ActorSystemOptions manager = TestNode.Settings();

    public ValueTask DisposeAsync() => clusters.DisposeAsync();

    [Fact]
    public async Task Message_LargerThanAFrame_ArrivesWholeAndInOrder()
    {
        await using var worker = await LinkAsync();
        var served = await clusters.Served;
        var text = new string('x', 3 << 20);

        for (var number = 0; number < 5; number++)
        {
            served.Send(new Message.CloseRun($"{number:x8}", text));
        }

        served.Flush();
        for (var number = 0; number < 5; number++)
        {
            Assert.Equal(new Message.CloseRun($"{number:x8}", text), await ReceiveAsync(worker));
        }
    }

    [Fact]
    public async Task Link_SendsAtMostTheWindow_AndAllArrives()
    {
        await using var worker = await LinkAsync();
        var served = await clusters.Served;
        var text = new string('x', 1 << 20);
        var all = Enumerable.Range(0, 20).Select(number => new Message.CloseRun($"{number:x8}", text)).ToList();

        all.ForEach(served.Send);
        served.Flush();

        var unread = (AkkaChannel)worker;
        await Wait.UntilAsync(() => unread.UnreadBytes > LinkActor.WindowBytes - (2 << 20), "a full window");
        foreach (var message in all)
        {
            Assert.InRange(unread.UnreadBytes, 0, LinkActor.WindowBytes + (64 << 10));
            Assert.Equal(message, await ReceiveAsync(worker));
        }
    }

    [Fact]
    public async Task Link_PeerDoesNotRead_IsEndedAtTheLimit()
    {
        await using var worker = await LinkAsync();
        var served = await clusters.Served;
        var text = new string('x', 3 << 20);

        for (var number = 0; number < 30; number++)
        {
            served.Send(new Message.CloseRun($"{number:x8}", text));
        }

        Assert.EndsWith("too slow", served.EndReason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Link_TlsConfigured_UsesTheCertificatesOfThePages(bool areClientsAsked)
    {
        using var folder = new TemporaryFolder();
        var authority = new SelfMadeAuthority(folder);
        var secured = manager with
        {
            CertificateFile = authority.CertificateFile,
            KeyFile = authority.KeyFile,
            ClientAuthorityFile = areClientsAsked ? authority.AuthorityFile : null,
        };
        _ = clusters.Listen(secured);
        var plain = TestNode.Settings() with { AuthorityFile = authority.AuthorityFile };
        var shown = plain with
        {
            ClientCertificateFile = authority.ClientCertificateFile,
            ClientKeyFile = authority.ClientKeyFile,
        };

        await using var worker = await clusters.JoinAsync(areClientsAsked ? shown : plain, manager.Address);

        worker.Send(new Message.Sample(1, "00000001", 7));
        worker.Flush();
        Assert.IsType<Message.Sample>(await ReceiveAsync(await clusters.Served));
        if (areClientsAsked)
        {
            Assert.Contains(
                "--client-cert", await clusters.RefusalAsync(plain, manager.Address), StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task Join_UntrustedManagerOrWorkerWithoutTls_HaveDifferentErrors()
    {
        using var folder = new TemporaryFolder();
        using var others = new TemporaryFolder();
        var authority = new SelfMadeAuthority(folder);
        _ = clusters.Listen(manager with { CertificateFile = authority.CertificateFile, KeyFile = authority.KeyFile });
        var other = new SelfMadeAuthority(others).AuthorityFile;

        Assert.Contains(
            other,
            await clusters.RefusalAsync(TestNode.Settings() with { AuthorityFile = other }, manager.Address),
            StringComparison.Ordinal);
        Assert.Contains(
            "--ca FILE", await clusters.RefusalAsync(TestNode.Settings(), manager.Address), StringComparison.Ordinal);
        Assert.False(clusters.Served.IsCompleted);
    }

    [Fact]
    public async Task Link_Ended_BothSidesKnowTheReason()
    {
        _ = clusters.Listen(manager);
        await using var worker = await clusters.JoinAsync(TestNode.Settings(), manager.Address);

        (await clusters.Served).End("the manager ends");

        Assert.Null(await worker.ReceiveAsync(ThisTest.Cancelled).WaitAsync(Wait.Deadline, ThisTest.Cancelled));
        Assert.Equal("the manager ends", worker.EndReason);
    }

    [Fact]
    public async Task Worker_Gone_IsRemovedAndRejoinsAsANewMember()
    {
        _ = clusters.Listen(manager);
        var settings = TestNode.Settings();
        var first = await clusters.JoinAsync(settings, manager.Address);
        var served = await clusters.Served;

        await first.DisposeAsync();
        await using var second = await clusters.JoinAsync(settings, manager.Address);

        Assert.Null(await served.ReceiveAsync(ThisTest.Cancelled).WaitAsync(Wait.Deadline, ThisTest.Cancelled));
        Assert.Null(second.EndReason);
    }

    [Fact]
    public async Task Manager_Silent_IsConsideredDead()
    {
        _ = clusters.Listen(manager with { AcceptableHeartbeatPause = TimeSpan.FromSeconds(1) });
        await using var wire = WireRelay.Start(() => manager.Address);
        await using var worker = await clusters.JoinAsync(TestNode.Settings(), wire.Endpoint);
        await clusters.Served;

        wire.HoldToClient();

        Assert.Null(await worker.ReceiveAsync(ThisTest.Cancelled).WaitAsync(Wait.Deadline, ThisTest.Cancelled));
        Assert.EndsWith(" 1 s", worker.EndReason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Nodes_AreCountedInTheMetrics()
    {
        using var meter = new Meter("nodes");
        using var text = new PrometheusText(meter);
        var cluster = clusters.Open(manager);
        cluster.AddTo(meter);
        _ = cluster.Listen(new ConnectionOptions(manager), Wait.Deadline, _ => Task.CompletedTask);
        var worker = await clusters.JoinAsync(TestNode.Settings(), manager.Address);

        await HasCountedAsync("connected");
        await HasCountedAsync("member joined");
        await worker.DisposeAsync();
        await HasCountedAsync("disconnected");
        await HasCountedAsync("member down");

        Task HasCountedAsync(string kind) => Wait.UntilAsync(
            () => Regex.IsMatch(text.Write(), $"aelf_bench_akka_events_total\\{{event=\"{kind}\"\\}} [1-9]"),
            $"'{kind}' to be counted: {text.Write()}");
    }

    [Fact]
    public async Task Manager_PublicAddressDiffersFromListenAddress_IsReached()
    {
        _ = clusters.Listen(manager with { Address = manager.Address with { Host = "0.0.0.0" } });

        await using var worker = await clusters.JoinAsync(
            TestNode.Settings(), manager.Address with { Host = "127.0.0.2" });

        Assert.Null(worker.EndReason);
    }

    [Fact]
    public async Task Worker_NoManagerAtTheAddress_SaysSoAtOnce()
    {
        var refusal = await clusters.RefusalAsync(TestNode.Settings(), manager.Address);

        Assert.StartsWith($"{manager.Address} cannot be reached: ", refusal, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Worker_OtherFrameSize_IsRefusedAtJoin()
    {
        _ = clusters.Listen(manager);

        Assert.Contains(
            "64000 bytes",
            await clusters.RefusalAsync(TestNode.Settings() with { MaximumFrameBytes = 64_000 }, manager.Address),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Hocon_GoesToAkkaExceptSecuritySettings()
    {
        using var folder = new TemporaryFolder();
        var file = folder.File("worker.hocon");
        await File.WriteAllTextAsync(
            file,
            """
            akka.cluster.roles = ["east"]
            akka.cluster.gossip-interval = 7s
            akka.remote.untrusted-mode = off
            akka.remote.dot-netty.tcp.applied-adapters = []
            """,
            ThisTest.Cancelled);

        var whole = new NodeConfiguration(TestNode.Settings() with { HoconFile = file }).Of(NodeKind.Worker);

        Assert.Equal(["worker", "east"], whole.GetStringList("akka.cluster.roles"));
        Assert.Equal(TimeSpan.FromSeconds(7), whole.GetTimeSpan("akka.cluster.gossip-interval"));
        Assert.True(whole.GetBoolean("akka.remote.untrusted-mode"));
        Assert.Equal([SecretTransport.Scheme], whole.GetStringList("akka.remote.dot-netty.tcp.applied-adapters"));
    }

    [Fact]
    public async Task Manager_NodeEndsByItself_SaysSo()
    {
        var listening = clusters.Listen(manager);
        await using var worker = await clusters.JoinAsync(TestNode.Settings(), manager.Address);
        await clusters.Served;

        // A member, which has the secret, removes the manager from the cluster.
        var setup = new NodeSetup(new ConnectionOptions(manager), manager.Address);
        var hostile = new NodeConfiguration(TestNode.Settings()).Open(NodeKind.Worker, setup);
        var cluster = global::Akka.Cluster.Cluster.Get(hostile);
        cluster.RegisterOnMemberUp(() => cluster.Down(Address.Parse(new NodeConfiguration(manager).Manager)));

        await listening.WaitAsync(Wait.Deadline, ThisTest.Cancelled);
        await hostile.Terminate();
    }

    [Fact]
    public async Task Serializer_SendsLinkMessagesOnly()
    {
        var node = new NodeConfiguration(TestNode.Settings()).Open(
            NodeKind.Worker,
            new NodeSetup(new ConnectionOptions(manager), manager.Address));
        var serialization = ((ExtendedActorSystem)node).Serialization;

        Assert.IsType<LinkSerializer>(serialization.FindSerializerFor(new object()));
        Assert.Throws<NotSupportedException>(
            () => serialization.FindSerializerFor(new object()).ToBinary(new object()));

        // Serializer 1 is Akka's JSON, 2 its Protobuf by type name, 3 creates actors on other nodes.
        foreach (var number in new[] { 1, 2, 3 })
        {
            Assert.ThrowsAny<System.Runtime.Serialization.SerializationException>(
                () => serialization.Deserialize("{}"u8.ToArray(), number, typeof(object)));
        }

        await node.Terminate();
    }

    /// <summary>Opens a link to a manager and returns the worker's side.</summary>
    private async Task<IMessageChannel> LinkAsync()
    {
        _ = clusters.Listen(manager);
        var worker = await clusters.JoinAsync(TestNode.Settings(), manager.Address);
        (await clusters.Served).Admit();
        return worker;
    }

    private static async Task<Message?> ReceiveAsync(IMessageChannel channel) =>
        await channel.ReceiveAsync(ThisTest.Cancelled).WaitAsync(Wait.Deadline, ThisTest.Cancelled);
}
