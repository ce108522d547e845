using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Cluster.Programs;

/// <summary>Joining a manager: accepted and refused workers and benchmarks.</summary>
public sealed class JoiningTests
{
    [Fact]
    public async Task Cluster_TwoWorkers_JoinRunAndEndCleanly()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();

        // The worker starts first and waits for the manager.
        var first = trio.Worker("--server", "s1");
        await ThreePrograms.UntilPrintedAsync(first, "not joined yet, trying again");
        var manager = await trio.StartManagerAsync("--workers", "2");
        await first.WaitForOutputAsync("welcome from the manager");
        var second = await trio.StartWorkerAsync("--server", "s2");
        await manager.WaitForOutputAsync("members: 2 workers on 2 servers, 4 actors");

        var run = await trio.RunAsync();

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Prose.AssertNames(run.Output, "2 servers", "1 process", "2 actors");
        await manager.WaitForOutputAsync(" ended: ");
        Prose.AssertNames(second.Output, "2 members", "2 actors");
        Assert.Matches(@"s1:\d+\s+server s1\s+2 actors", second.Output);
        await trio.AssertStoreIsEmptyAsync();

        second.Terminate();
        await ThreePrograms.AssertEndsAsync(second, 0);
        await manager.WaitForOutputAsync("members: 1 worker on 1 server, 2 actors");
        manager.Terminate();
        await ThreePrograms.AssertEndsAsync(manager, 0);
        first.Interrupt();
        await ThreePrograms.AssertEndsAsync(first, 0);
    }

    [Fact]
    public async Task Join_WithoutTheSecret_IsRefused()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var right = trio.Folder.Write("right", "one secret of many letters\n");
        var wrong = trio.Folder.Write("wrong", "another secret of many letters\n");
        var manager = await trio.StartManagerAsync("--secret-file", right);

        var without = trio.CalledWorker();
        var other = trio.CalledWorker("--secret-file", wrong);
        await ThreePrograms.UntilPrintedAsync(manager, "refused a process at 127.0.0.1");
        await ThreePrograms.AssertEndsAsync(without, 2);
        await ThreePrograms.AssertEndsAsync(other, 2);
        Assert.Equal(ProblemKind.SecretMissing, Printed.KindIn(without.Error));
        Assert.Equal(ProblemKind.SecretWrong, Printed.KindIn(other.Error));
        var stranger = await trio.RunAsync("--secret-file", wrong);
        await trio.CallWorkerAsync("--secret-file", right);
        var friend = await trio.RunAsync("--secret-file", right);

        Assert.Equal(2, stranger.ExitCode);
        Assert.Equal(ProblemKind.SecretWrong, Printed.KindIn(stranger.Error));
        Assert.True(friend.ExitCode == 0, friend.Error);
        Assert.DoesNotContain("welcome", without.Output + other.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Tls_ClientWithoutTheAuthority_CannotConnect()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var ours = new SelfMadeAuthority(trio.Folder);
        using var elsewhere = new TemporaryFolder();
        var theirs = new SelfMadeAuthority(elsewhere);
        await trio.CallManagerAsync("--cert", ours.CertificateFile, "--key", ours.KeyFile);

        var distrusting = trio.CalledWorker("--ca", theirs.AuthorityFile);
        await ThreePrograms.UntilPrintedAsync(distrusting, "its certificate is not signed by");
        var plain = await trio.RunAsync();
        await trio.CallWorkerAsync("--ca", ours.AuthorityFile);
        var trusting = await trio.RunAsync("--ca", ours.AuthorityFile);

        Assert.Equal(2, plain.ExitCode);
        Assert.Contains(" TLS", plain.Error, StringComparison.Ordinal);
        Assert.True(trusting.ExitCode == 0, trusting.Error);
    }

    [Fact]
    public async Task Manager_WantsCertificates_AcceptsItsAuthorityAlone()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var ours = new SelfMadeAuthority(trio.Folder);
        using var elsewhere = new TemporaryFolder();
        var theirs = new SelfMadeAuthority(elsewhere);
        string[] trust = ["--ca", ours.AuthorityFile];
        string[] known = [.. trust, "--client-cert", ours.ClientCertificateFile, "--client-key", ours.ClientKeyFile];
        await trio.CallManagerAsync(
            "--cert", ours.CertificateFile, "--key", ours.KeyFile, "--client-ca", ours.AuthorityFile);

        var unknown = trio.CalledWorker(
            [.. trust, "--client-cert", theirs.ClientCertificateFile, "--client-key", theirs.ClientKeyFile]);
        await ThreePrograms.UntilPrintedAsync(unknown, $"does not trust {theirs.ClientCertificateFile}");
        var bare = await trio.RunAsync(trust);
        var misused = await trio.RunAsync(
            [.. trust, "--client-cert", ours.CertificateFile, "--client-key", ours.KeyFile]);
        await trio.CallWorkerAsync(known);
        var admitted = await trio.RunAsync(known);

        Assert.Equal((2, 2), (bare.ExitCode, misused.ExitCode));
        Assert.Contains("--client-cert", bare.Error, StringComparison.Ordinal);
        Assert.Contains("client authentication", misused.Error, StringComparison.Ordinal);
        Assert.True(admitted.ExitCode == 0, admitted.Error);
    }

    [Fact]
    public async Task Worker_NameTakenOrOtherStore_WaitsOrGivesUp()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        await trio.CallManagerAsync();
        var first = await trio.StartWorkerAsync("--name", "one");

        var second = trio.CalledWorker("--name", "one");
        await ThreePrograms.UntilPrintedAsync(second, "another member is named one");
        var astray = trio.Worker("--dbport", "1");
        first.KillAlone();
        await second.WaitForOutputAsync("welcome from the manager");

        await ThreePrograms.AssertEndsAsync(astray, 2);
        Prose.AssertNames(astray.Error, "fail: ", "'127.0.0.1:1'", "'127.0.0.1:");
        Assert.Single(astray.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    [Fact]
    public async Task Programs_PortFolderOrManagerUnusable_EndWithExitCode2()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var manager = await trio.CallManagerAsync();
        var port = trio.ManagerAddress.Port.ToString(System.Globalization.CultureInfo.InvariantCulture);

        var held = trio.CalledManager();
        var second = trio.CalledManager("--state", trio.Folder.File("other"));
        var worker = trio.CalledWorker("--manager", "127.0.0.1:1", "--actor.port", port);
        var nobody = await trio.RunAsync("--manager", "127.0.0.1:1");
        var store = await trio.RunAsync("--manager", $"http://{trio.Redis.Endpoint}");

        await ThreePrograms.AssertEndsAsync(held, 2);
        Assert.Contains("--state", held.Error, StringComparison.Ordinal);
        foreach (var (program, address, option) in new[]
        {
            (second, trio.PagesAddress, "--http-port"), (worker, trio.ManagerAddress, "--actor.port"),
        })
        {
            await ThreePrograms.AssertEndsAsync(program, 2);
            Prose.AssertNames(program.Error, $"{address}", "already in use", "--actor.host", option);
            Assert.Single(program.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries));
        }

        Assert.Equal(2, nobody.ExitCode);
        Prose.AssertNames(nobody.Error.Split('\n')[0], "http://127.0.0.1:1001", "10 s");
        Prose.AssertNames(
            nobody.Error.Split('\n')[^2], "error: ", "http://127.0.0.1:1001", "Connection refused",
            "--manager HOST:PORT", "--manager http://");
        Assert.Equal(2, store.ExitCode);
        Assert.Contains("HTTP", store.Error, StringComparison.Ordinal);
        Assert.False(manager.HasExited);
    }
}
