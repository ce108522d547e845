using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.Tests.Health;
using AElf.Benchmark.Submitted;

namespace AElf.Bench.Tests.Sessions;

/// <summary>The requests that a manager accepts over HTTP, and from which clients.</summary>
public sealed class RunEndpointsTests
{
    private const string Run = "0badcafe";
    private const string Secret = "sixteen letters!";
    private const string RunPart =
        $"--x\r\nContent-Disposition: form-data; name=run\r\n\r\n{{\"id\": \"{Run}\", \"submission\": 1}}\r\n";
    private const string OtherPart = "--x\r\nContent-Disposition: form-data; name=other\r\n\r\n\r\n";

    [Fact]
    public async Task Submit_SameRunAgain_IsJoinedAndAnotherRunWaits()
    {
        await using var manager = await RunListener.StartAsync();

        Assert.Equal(HttpStatusCode.Accepted, (await PostAsync(manager, Json(Run, 1))).StatusCode);
        Assert.Equal(HttpStatusCode.Accepted, (await PostAsync(manager, Json(Run, 1))).StatusCode);
        using var client = manager.Client();
        await WaitsAsync(client);
        var busy = await PostAsync(manager, Json(Run, 2));
        Assert.Equal(HttpStatusCode.Conflict, busy.StatusCode);
        Prose.AssertNames(await TextOf(busy), $"run {Run}", "0 of 2");
        Assert.Equal(
            HttpStatusCode.Accepted,
            (await manager.Http.GetAsync(manager.At($"/{Run}"), ThisTest.Cancelled)).StatusCode);
    }

    [Fact]
    public async Task Events_Reconnect_ContinuesAtTheState()
    {
        await using var manager = await RunListener.StartAsync();
        using var client = manager.Client();
        await client.SubmitAsync(new SubmittedRun(Run), default, ThisTest.Cancelled);
        await WaitsAsync(client);
        RunState? last = null;
        await foreach (var state in client.FollowAsync(Run, ThisTest.Cancelled))
        {
            if (last is null)
            {
                Assert.Contains("0 of 2", Assert.IsType<RunState.Waiting>(state).Reason, StringComparison.Ordinal);
                Assert.False((await client.CancelAsync(Run, ThisTest.Cancelled)).IsOver);
            }

            last = state;
        }

        var refused = Assert.IsType<RunState.Refused>(last);
        Assert.Equal(ProblemKind.Cancelled, Printed.KindIn(refused.Problems[0]));
    }

    [Fact]
    public async Task Report_EndedRun_IsAnEventAndAnAnswer()
    {
        await using var manager = await RunListener.StartAsync();
        var report = Encoding.UTF8.GetBytes("{\n  \"größe\": 1\n}\n");
        manager.Archive.Save(ManagerRig.Submitted(Run), default, "").End(report, isWatched: false);
        using var client = manager.Client();

        await foreach (var state in client.FollowAsync(Run, ThisTest.Cancelled))
        {
            Assert.Equal(report, Assert.IsType<RunState.Ended>(state).Report.ToArray());
        }

        Assert.Equal(report, await manager.Http.GetByteArrayAsync(manager.At($"/{Run}"), ThisTest.Cancelled));
        var again = await client.SubmitAsync(new SubmittedRun(Run) { Submission = 1 }, default, ThisTest.Cancelled);
        Assert.Equal(report, Assert.IsType<RunState.Ended>(again).Report.ToArray());
    }

    [Fact]
    public async Task Submit_LoadFile_ArrivesUnchanged()
    {
        await using var manager = await RunListener.StartAsync(Secret);
        using var client = manager.Client(Secret);
        var load = Encoding.ASCII.GetBytes(
            "from,to,amount\n" + string.Concat(Enumerable.Repeat("one,another,1\n", 200_000)));

        Assert.False((await client.SubmitAsync(new SubmittedRun(Run), load, ThisTest.Cancelled)).IsOver);

        Assert.Equal(load, await File.ReadAllBytesAsync(manager.Archive.Find(Run)!.LoadFile, ThisTest.Cancelled));
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("{\"id\": null}")]
    [InlineData("{\"id\": \"../../etc\"}")]
    [InlineData("{\"id\": \"0badcafe\", \"settings\": null}")]
    [InlineData("{\"id\": \"0badcafe\", \"settings\": {\"Workload.Transfers\": null}}")]
    [InlineData("{\"id\": \"0badcafe\", \"settings\": {\"Workload.Transfers\": \"many\"}}")]
    [InlineData("{\"id\": \"0badcafe\", \"settings\": {\"Cluster.Secret\": \"mine\"}}")]
    [InlineData("{\"id\": \"0badcafe\", \"submission\": -1}")]
    [InlineData("\u0000\u0001\u0002")]
    public async Task Submit_Invalid_IsRefusedWithTheExpected(string body)
    {
        await using var manager = await RunListener.StartAsync();
        var answer = await PostAsync(manager, body);

        Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
        var refused = Assert.IsType<RunState.Refused>(RunState.Read("refused", await BytesOf(answer)));
        Assert.Equal(ExitCode.Usage, refused.ExitCode);
        Assert.Contains("expected", refused.Problems[0].Replace("are", "expected", StringComparison.Ordinal));
        Assert.Null(manager.Queue.Current);
    }

    [Theory]
    [InlineData("multipart/form-data", "")]
    [InlineData("multipart/form-data; boundary=", "--\r\n\r\n\r\n----")]
    [InlineData("multipart/form-data; boundary=x", "--x\r\n\r\n")]
    [InlineData("multipart/form-data; boundary=x", $"{OtherPart}--x--")]
    [InlineData("multipart/form-data; boundary=x", $"{RunPart}{OtherPart}--x--")]
    [InlineData("multipart/form-data; boundary=x", $"{RunPart}{RunPart}--x--")]
    public async Task Submit_InvalidForm_IsRefused(string type, string body)
    {
        await using var manager = await RunListener.StartAsync();
        var content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));
        content.Headers.TryAddWithoutValidation("Content-Type", type);

        var answer = await manager.Http.PostAsync(manager.At(""), content, ThisTest.Cancelled);

        Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
    }

    [Theory]
    [InlineData("GET", "/0badcafe", "'0badcafe'")]
    [InlineData("GET", "/0badcafe/events", "'0badcafe'")]
    [InlineData("DELETE", "/0badcafe", "'0badcafe'")]
    [InlineData("DELETE", "/%1b[31m", "'\\u001b[31m'")]
    public async Task Run_Unknown_IsNotFound(string method, string path, string given)
    {
        await using var manager = await RunListener.StartAsync();
        using var request = new HttpRequestMessage(new HttpMethod(method), manager.At(path));

        var answer = await manager.Http.SendAsync(request, ThisTest.Cancelled);

        Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode);
        var refused = Assert.IsType<RunState.Refused>(RunState.Read("refused", await BytesOf(answer)));
        Assert.Contains(given, refused.Problems[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Submit_FromABrowserPage_IsRefused()
    {
        await using var manager = await RunListener.StartAsync();
        using var request = new HttpRequestMessage(HttpMethod.Post, manager.At(""))
        {
            Content = new StringContent(Json(Run, 1)),
        };
        request.Headers.Add("Origin", manager.Address.ToString());

        Assert.Equal(
            HttpStatusCode.Forbidden, (await manager.Http.SendAsync(request, ThisTest.Cancelled)).StatusCode);
        Assert.Null(manager.Queue.Current);
    }

    [Theory]
    [InlineData("sixteen others!!", ProblemKind.SecretWrong)]
    [InlineData(null, ProblemKind.SecretMissing)]
    public async Task Submit_WithoutTheSecret_IsRefused(string? secret, ProblemKind why)
    {
        await using var manager = await RunListener.StartAsync(Secret);
        using var client = manager.Client(secret);

        var refused = await Assert.ThrowsAsync<WireException>(
            () => client.SubmitAsync(new SubmittedRun(Run), default, ThisTest.Cancelled));

        Assert.Equal(why, Printed.KindIn(refused.Message));
        Assert.Null(manager.Queue.Current);
    }

    [Fact]
    public async Task Submit_SecretOnOneSide_IsReported()
    {
        await using var manager = await RunListener.StartAsync();
        using var client = manager.Client(Secret);

        var refused = await Assert.ThrowsAsync<WireException>(
            () => client.CancelAsync(Run, ThisTest.Cancelled));

        Assert.Contains("it has no secret", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Proof_IsValidOnceForAMinuteAndItsRequest()
    {
        var clock = new ManualClock();
        await using var manager = await RunListener.StartAsync(Secret, clock: clock);
        var first = RunProof.Create(new Secret(Secret), await NonceAsync(manager), $"GET /runs/{Run}", []);
        var late = RunProof.Create(new Secret(Secret), await NonceAsync(manager), $"GET /runs/{Run}", []);
        var other = RunProof.Create(new Secret(Secret), await NonceAsync(manager), $"GET /runs/{Run}", []);

        await using var another = await RunListener.StartAsync(Secret, clock: clock);
        var foreign = RunProof.Create(new Secret(Secret), await NonceAsync(another), $"GET /runs/{Run}", []);

        var answer = await AskAsync(manager, HttpMethod.Get, first);
        Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode);
        Assert.Equal(
            $"AElf proof=\"{first.Answer(new Secret(Secret), $"GET /runs/{Run}")}\"",
            answer.Headers.GetValues("Authentication-Info").Single());
        Assert.Contains("used before", await RefusalAsync(manager, first), StringComparison.Ordinal);
        Assert.Equal(
            ProblemKind.SecretWrong,
            Printed.KindIn(await RefusalAsync(manager, other, HttpMethod.Delete)));
        const string TooOld = "the nonce is unknown or too old: use the one in this answer";
        Assert.Equal(TooOld, await RefusalAsync(manager, foreign));
        clock.Advance(TimeSpan.FromSeconds(61));
        Assert.Equal(TooOld, await RefusalAsync(manager, late));
        Assert.Equal(TooOld, await RefusalAsync(manager, late with { Nonce = new string('0', late.Nonce.Length) }));
        Assert.Equal(TooOld, await RefusalAsync(manager, late with { Nonce = "zz" }));
    }

    [Fact]
    public async Task Proof_OfAnotherBody_IsRefused()
    {
        await using var manager = await RunListener.StartAsync(Secret);
        var proof = RunProof.Create(
            new Secret(Secret), await NonceAsync(manager), "POST /runs", Encoding.UTF8.GetBytes(Json(Run, 1)));

        var answer = await AskAsync(manager, HttpMethod.Post, proof, new StringContent(Json(Run, 2)), path: "");

        Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
        Assert.Null(manager.Queue.Current);
    }

    [Fact]
    public async Task Submit_BodyOrSettingsTooLarge_IsRefused()
    {
        await using var manager = await RunListener.StartAsync();
        using var many = new MultipartFormDataContent
        {
            { new StringContent(Json(Run, 1)), "run" },
            { new ByteArrayContent(new byte[SubmittedRun.MaxLoadBytes + (1 << 20)]), "load", "load" },
        };

        // The server may close the connection before the client has read the refusal.
        var answer = await Record.ExceptionAsync(async () => Assert.Equal(
            HttpStatusCode.RequestEntityTooLarge,
            (await manager.Http.PostAsync(manager.At(""), many, ThisTest.Cancelled)).StatusCode));
        Assert.True(answer is null or HttpRequestException, $"{answer}");
        Assert.Contains(
            "expected at most 262144",
            await TextOf(await PostAsync(manager, new string(' ', SubmittedRun.MaxBytes) + Json(Run, 1))),
            StringComparison.Ordinal);
        Assert.Null(manager.Queue.Current);
    }

    [Fact]
    public async Task Submit_LargeRequests_AreReadOneAtATime()
    {
        await using var manager = await RunListener.StartAsync();
        var first = await BeginLargeAsync(manager);
        await Wait.UntilAsync(
            async () =>
            {
                if (first.Available > 0)
                {
                    // It was refused, since the other one was being read.
                    first.Close();
                    first = await BeginLargeAsync(manager);
                }

                return (await PostAsync(manager, new string(' ', 100_000))).StatusCode
                    == HttpStatusCode.ServiceUnavailable;
            },
            () => "the second large request to be refused");
        Assert.Equal(HttpStatusCode.Accepted, (await PostAsync(manager, Json(Run, 1))).StatusCode);
        Assert.Equal(
            HttpStatusCode.ServiceUnavailable, (await PostAsync(manager, new string(' ', 100_000))).StatusCode);
        first.Close();
        await Wait.UntilAsync(
            async () => (await PostAsync(manager, new string(' ', 100_000))).StatusCode == HttpStatusCode.BadRequest,
            () => "a large request to be read again");
    }

    [Fact]
    public async Task Submit_TooSlow_IsEnded()
    {
        await using var manager = await RunListener.StartAsync(deadline: TimeSpan.FromSeconds(1.5));
        using var slow = new TcpClient();
        await slow.ConnectAsync(manager.Address.Host, manager.Address.Port, ThisTest.Cancelled);
        await slow.GetStream().WriteAsync(
            Encoding.ASCII.GetBytes(
                $"POST /runs HTTP/1.1\r\nHost: {manager.Address.Authority}\r\nContent-Length: 1000\r\n\r\n{{"),
            ThisTest.Cancelled);

        using var answer = new StreamReader(slow.GetStream());
        var response = await answer.ReadToEndAsync(ThisTest.Cancelled).WaitAsync(Wait.Deadline, ThisTest.Cancelled);

        Assert.StartsWith("HTTP/1.1 408 ", response, StringComparison.Ordinal);
    }

    private static string Json(string run, int submission) => $$"""{"id": "{{run}}", "submission": {{submission}}}""";

    private static async Task<TcpClient> BeginLargeAsync(RunListener manager)
    {
        var client = new TcpClient();
        await client.ConnectAsync(manager.Address.Host, manager.Address.Port, ThisTest.Cancelled);
        await client.GetStream().WriteAsync(
            Encoding.ASCII.GetBytes(
                $"POST /runs HTTP/1.1\r\nHost: {manager.Address.Authority}\r\nContent-Length: 200000\r\n\r\n"
                    + new string(' ', 100_000)),
            ThisTest.Cancelled);
        return client;
    }

    private static Task<HttpResponseMessage> PostAsync(RunListener manager, string body) =>
        manager.Http.PostAsync(manager.At(""), new StringContent(body), ThisTest.Cancelled);

    /// <summary>Waits until the run waits for workers.</summary>
    private static async Task WaitsAsync(RunClient client)
    {
        await foreach (var state in client.FollowAsync(Run, ThisTest.Cancelled))
        {
            if (state is RunState.Waiting)
            {
                return;
            }
        }

        Assert.Fail("ended before it waited");
    }

    private static Task<byte[]> BytesOf(HttpResponseMessage answer) =>
        answer.Content.ReadAsByteArrayAsync(ThisTest.Cancelled);

    private static Task<string> TextOf(HttpResponseMessage answer) =>
        answer.Content.ReadAsStringAsync(ThisTest.Cancelled);

    private static async Task<string> NonceAsync(RunListener manager)
    {
        var answer = await manager.Http.GetAsync(manager.At(""), ThisTest.Cancelled);
        Assert.Equal(HttpStatusCode.Unauthorized, answer.StatusCode);
        return answer.Headers.WwwAuthenticate.Single().Parameter!["nonce=".Length..].Trim('"');
    }

    private static Task<HttpResponseMessage> AskAsync(
        RunListener manager, HttpMethod method, RunProof proof, HttpContent? content = null, string path = $"/{Run}")
    {
        var request = new HttpRequestMessage(method, manager.At(path)) { Content = content };
        request.Headers.Authorization = new AuthenticationHeaderValue(RunProof.Scheme, proof.ToString());
        return manager.Http.SendAsync(request, ThisTest.Cancelled);
    }

    private static async Task<string> RefusalAsync(RunListener manager, RunProof proof, HttpMethod? method = null)
    {
        var answer = await AskAsync(manager, method ?? HttpMethod.Get, proof);
        Assert.Equal(HttpStatusCode.Unauthorized, answer.StatusCode);
        Assert.NotEmpty(answer.Headers.WwwAuthenticate);
        return Assert.IsType<RunState.Refused>(RunState.Read("refused", await BytesOf(answer))).Problems[0];
    }
}
