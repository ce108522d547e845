using System.Security.Cryptography.X509Certificates;
using Akka.Actor;
using Akka.Cluster.Tools.PublishSubscribe;
using AElf.Bench.Akka.Links;
using AElf.Bench.Akka.Nodes;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.AkkaTests;

/// <summary>What a manager on Akka lets in, and how messages come through.</summary>
public sealed class LinkTests : IAsyncDisposable
{
    private readonly TestEngines engines = new();
    private ActorSystemOptions manager = TestNode.Settings();

    public ValueTask DisposeAsync() => engines.DisposeAsync();

    [Fact]
    public async Task A_message_that_is_larger_than_a_frame_arrives_whole_and_in_order()
    {
        Listen(secret: null);
        await using var channel = await engines.Open(TestNode.Settings())
            .SubmitAsync(manager.Address, ThisTest.Cancelled);
        var load = new byte[3_000_000];
        System.Random.Shared.NextBytes(load);

        channel.Send(Submission("00000001", load));
        channel.Send(new Message.CancelRun("00000001"));

        var there = await engines.Served.WaitAsync(Wait.Deadline, ThisTest.Cancelled);
        var first = Assert.IsType<Message.SubmitRun>(
            await there.ReceiveAsync(ThisTest.Cancelled).WaitAsync(Wait.Deadline, ThisTest.Cancelled));
        Assert.Equal(load, first.Load.ToArray());
        Assert.IsType<Message.CancelRun>(
            await there.ReceiveAsync(ThisTest.Cancelled).WaitAsync(Wait.Deadline, ThisTest.Cancelled));
    }

    [Fact]
    public async Task A_link_goes_over_tls_where_the_files_of_both_sides_say_so()
    {
        using var folder = new Harness.Scenarios.TemporaryFolder();
        var authority = new SelfMadeAuthority(folder);
        using var certificate = X509Certificate2.CreateFromPemFile(authority.CertificateFile, authority.KeyFile);
        var keys = folder.File("node.pfx");
        await File.WriteAllBytesAsync(keys, certificate.Export(X509ContentType.Pfx, "password"), ThisTest.Cancelled);
        var file = folder.File("tls.hocon");
        await File.WriteAllTextAsync(file, $$"""
            {{await File.ReadAllTextAsync(manager.HoconFile!, ThisTest.Cancelled)}}
            akka.remote.dot-netty.tcp {
              enable-ssl = on
              ssl.suppress-validation = on
              ssl.certificate {
                path = "{{keys}}"
                password = "password"
              }
            }
            """, ThisTest.Cancelled);
        manager = manager with { HoconFile = file };
        Listen(secret: null);

        await using var channel = await engines.Open(TestNode.Settings() with { HoconFile = file })
            .SubmitAsync(manager.Address, ThisTest.Cancelled)
            .WaitAsync(Wait.Deadline, ThisTest.Cancelled);
        await Assert.ThrowsAsync<WireException>(
            () => engines.Open(TestNode.Settings())
                .SubmitAsync(manager.Address, ThisTest.Cancelled)
                .WaitAsync(Wait.Deadline, ThisTest.Cancelled));

        channel.Send(new Message.CancelRun("00000001"));
        var there = await engines.Served.WaitAsync(Wait.Deadline, ThisTest.Cancelled);
        Assert.IsType<Message.CancelRun>(
            await there.ReceiveAsync(ThisTest.Cancelled).WaitAsync(Wait.Deadline, ThisTest.Cancelled));
    }

    [Fact]
    public async Task Each_side_learns_why_the_other_ended_the_link()
    {
        Listen(secret: null);
        await using var channel = await engines.Open(TestNode.Settings())
            .SubmitAsync(manager.Address, ThisTest.Cancelled);
        var there = await engines.Served.WaitAsync(Wait.Deadline, ThisTest.Cancelled);

        there.End("the manager ends");

        Assert.Null(await channel.ReceiveAsync(ThisTest.Cancelled).WaitAsync(Wait.Deadline, ThisTest.Cancelled));
        Assert.Equal("the manager ends", channel.EndReason);
    }

    [Fact]
    public async Task Who_has_another_secret_is_refused()
    {
        Listen(new Secret("sixteen letters!"));
        var other = TestNode.Settings() with { Secret = new Secret("sixteen others!!") };

        var refused = await Assert.ThrowsAsync<WireException>(
            () => engines.Open(other)
                .SubmitAsync(manager.Address, ThisTest.Cancelled)
                .WaitAsync(Wait.Deadline, ThisTest.Cancelled));

        Assert.Contains("different secrets", refused.Message, StringComparison.Ordinal);
        Assert.False(engines.Served.IsCompleted);
    }

    [Fact]
    public async Task A_worker_with_another_failure_detector_is_refused_as_it_joins()
    {
        Listen(secret: null);
        using var folder = new Harness.Scenarios.TemporaryFolder();
        var file = folder.File("worker.hocon");
        await File.WriteAllTextAsync(
            file,
            await File.ReadAllTextAsync(manager.HoconFile!, ThisTest.Cancelled)
            + "\nakka.cluster.failure-detector.threshold = 9\n",
            ThisTest.Cancelled);

        var refused = await Assert.ThrowsAsync<WireException>(
            () => engines.Open(TestNode.Settings() with { HoconFile = file })
                .JoinAsync(manager.Address, ThisTest.Cancelled)
                .WaitAsync(Wait.Deadline, ThisTest.Cancelled));

        Assert.Contains("different settings of akka.cluster", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_stranger_that_is_no_member_gets_no_link_of_a_worker()
    {
        Listen(secret: null);
        var node = AkkaNode.Open(TestNode.Settings(), "remote");
        var asked = new TaskCompletionSource<AkkaChannel>(TaskCreationOptions.RunContinuationsAsynchronously);
        var receptionist = node.ActorSelection(
            $"{NodeConfiguration.AddressOf(manager, manager.Address)}/system/receptionist");
        var open = new Akka.Links.Proto.Open
        {
            Path = "worker",
            Cluster = node.Name,
            Configuration = NodeConfiguration.HashOf(node.Settings.Config),
        };

        node.ActorOf(Props.Create(() => new DialledLink(receptionist, open, Options(), true, asked)));
        var refused = await Assert.ThrowsAsync<WireException>(
            () => asked.Task.WaitAsync(Wait.Deadline, ThisTest.Cancelled));
        await node.Terminate();

        Assert.StartsWith("no link within", refused.Message, StringComparison.Ordinal);
        Assert.False(engines.Served.IsCompleted);
    }

    [Fact]
    public async Task Nothing_but_a_parcel_leaves_a_process_and_no_serializer_makes_types_by_name()
    {
        var node = AkkaNode.Open(TestNode.Settings(), "remote");
        var serialization = ((ExtendedActorSystem)node).Serialization;

        Assert.IsType<ParcelSerializer>(serialization.FindSerializerFor(new object()));
        Assert.IsNotType<ParcelSerializer>(serialization.FindSerializerFor(new Send("/user/x", "y", true)));
        Assert.Throws<NotSupportedException>(
            () => serialization.FindSerializerFor(new object()).ToBinary(new object()));

        // 1 is Akka's JSON, 2 its Protobuf by type names, 3 what creates actors on other nodes.
        foreach (var number in new[] { 1, 2, 3 })
        {
            Assert.ThrowsAny<System.Runtime.Serialization.SerializationException>(
                () => serialization.Deserialize("{}"u8.ToArray(), number, typeof(object)));
        }

        await node.Terminate();
    }

    private static Message.SubmitRun Submission(string run, byte[] load) =>
        new(run, new Dictionary<string, string>(StringComparer.Ordinal), load);

    private static ConnectionOptions Options() => new(128_000, Secret: null, Tls: false, AuthorityFile: null);

    private void Listen(Secret? secret)
    {
        manager = manager with { Secret = secret };
        engines.Listen(manager);
    }
}
