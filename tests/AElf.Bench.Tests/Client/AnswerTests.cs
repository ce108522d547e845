using System.Text;
using System.Text.Json;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Client;

namespace AElf.Bench.Tests.Client;

/// <summary>The client's lines: the requests it sends, and its handling of answers.</summary>
public sealed class AnswerTests
{
    [Fact]
    public void Requests_InBatches_HaveTheirIndexAsId()
    {
        var hashes = Hashes(5);
        var batches = RequestLines.Of("server.thing", hashes, 2);
        Assert.Equal([2, 2, 1], batches.Lines.Select(line => JsonDocument.Parse(line).RootElement.GetArrayLength()));
        Assert.All(batches.Lines, line => Assert.Equal((byte)'\n', line.Span[^1]));
        JsonElement[] requests =
        [
            .. batches.Lines.SelectMany(line => JsonDocument.Parse(line).RootElement.EnumerateArray()),
        ];
        Assert.Equal([0, 1, 2, 3, 4], requests.Select(request => request.GetProperty("id").GetInt32()));
        Assert.Equal(
            hashes.Select(hash => hash.ToString()),
            requests.Select(request => request.GetProperty("params")[0].GetString()!),
            StringComparer.Ordinal);
        Assert.Equal(batches.Size, batches.Lines.Sum(line => line.Length));

        var single = RequestLines.Of("server.thing", hashes, 1);
        Assert.Equal(5, single.Lines.Count);
        Assert.All(
            single.Lines, line => Assert.Equal(JsonValueKind.Object, JsonDocument.Parse(line).RootElement.ValueKind));
    }

    [Fact]
    public void Answers_Notification_IsIgnored()
    {
        const ulong Seed = 17;
        var random = new SeededRandom(Seed);
        string[] sent =
        [
            "{\"id\":0,\"result\":1}", "{\"method\":\"x.subscribe\",\"params\":[1]}",
            "[{\"id\":1,\"result\":2},{\"id\":2,\"result\":{\"method\":3}}]", "",
            "{\"params\":[{\"a\":[1]}],\"method\":\"y\"}", "{\"id\":3,\"result\":{\"a\":{\"method\":1}}}",
        ];
        var bytes = Encoding.UTF8.GetBytes(string.Concat(sent.Select(line => line + "\n")));
        var lines = new AnswerLines();
        for (var round = 0; round < 200; round++)
        {
            lines.Clear();
            for (var at = 0; at < bytes.Length;)
            {
                var count = Math.Min(bytes.Length - at, 1 + random.Next(30));
                bytes.AsSpan(at, count).CopyTo(lines.Room().Span);
                lines.Add(count);
                at += count;
            }

            Assert.Equal(
                [sent[0], sent[2], sent[3], sent[5]],
                Enumerable.Range(0, lines.Count).Select(line => Encoding.UTF8.GetString(lines.Line(line).Span)),
                StringComparer.Ordinal);
            Assert.Equal(bytes.Length, lines.Received);
        }
    }

    [Theory]
    [InlineData("{\"id\":0,\"result\":1}", "did not answer request 1")]
    [InlineData("[]", "did not answer request 0")]
    [InlineData("", "not JSON")]
    [InlineData("nonsense", "not JSON: nonsense")]
    [InlineData("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", "not JSON")]
    [InlineData("[7]", "in place of an answer")]
    [InlineData("7", "in place of an answer")]
    [InlineData("{}", "id missing")]
    [InlineData("{\"id\":null,\"result\":1}", "not made")]
    [InlineData("{\"id\":2,\"result\":1}", "not made")]
    [InlineData("{\"id\":-1,\"result\":1}", "not made")]
    [InlineData("{\"id\":0.5,\"result\":1}", "not made")]
    [InlineData("{\"id\":\"0\",\"result\":1}", "not made")]
    [InlineData("{\"id\":9007199254740993,\"result\":1}", "not made")]
    [InlineData("[{\"id\":0,\"result\":1},{\"id\":0,\"result\":1}]", "twice")]
    [InlineData("{\"id\":0}", "without a result")]
    [InlineData("{\"\\ud800\":0}", "id missing")]
    [InlineData("{\"id\":0,\"error\":{\"code\":-101,\"message\":\"excessive resource usage\"}}", "excessive")]
    [InlineData("{\"id\":null,\"error\":\"no \\u001b[31m batches\"}", "no ")]
    public void Read_MissingOrRepeatedAnswer_IsNamed(string line, string expected)
    {
        var lines = new AnswerLines();
        var bytes = Encoding.UTF8.GetBytes(line + "\n");
        bytes.CopyTo(lines.Room());
        lines.Add(bytes.Length);
        var fault = Assert.Throws<ServerFaultException>(() => AnswerReader.Read(lines, Requests(2), (_, _) => { }));
        Assert.Contains(expected, fault.Message, StringComparison.Ordinal);
        Assert.Contains(fault.Problem.Kind, new[] { ProblemKind.NoAnswer, ProblemKind.ServerRefusal });
        Assert.DoesNotContain(fault.Message, char.IsControl);
    }

    [Fact]
    public void Read_EndlessAnswer_EndsWithAnError()
    {
        var lines = new AnswerLines(2 * AnswerLines.FirstCapacity);
        var fault = Assert.Throws<ServerFaultException>(() =>
        {
            while (lines.Received <= 2 * AnswerLines.FirstCapacity)
            {
                lines.Add(lines.Room().Length);
            }
        });

        Assert.Contains("8323072 bytes", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_SlowServer_EndsAtTheTimeOut()
    {
        using var connection = new ElectrumConnection(
            new SlowStream("{\"id\":0,\"result\":1}\n"u8.ToArray()),
            new ClientOptions { Server = new Endpoint("127.0.0.1", 1), Timeout = TimeSpan.Zero },
            CancellationToken.None);

        var fault = Assert.Throws<ServerFaultException>(
            () => connection.Exchange(RequestLines.Single("server.ping", []), isPipelined: false, new AnswerLines()));

        Assert.Equal(ProblemKind.ServerTooSlow, fault.Problem.Kind);
    }

    [Fact]
    public void Answers_AnyOrder_AreMatchedToRequests()
    {
        var lines = new AnswerLines();
        byte[] bytes =
        [
            .. "[{\"id\":2,\"result\":\"c\"},{\"result\":\"a\",\"error\":null,\"id\":0}]\n"u8,
            .. "{\"id\":1,\"result\":null}\n"u8,
        ];
        bytes.CopyTo(lines.Room());
        lines.Add(bytes.Length);
        var read = new string?[3];
        AnswerReader.Read(lines, Requests(3), (number, result) => read[number] = result.GetString());
        Assert.Equal(["a", null, "c"], read, StringComparer.Ordinal);
    }

    [Theory]
    [InlineData("[{\"id\":0,\"result\":1},{\"id\":1,\"error\":{\"code\":1,\"message\":\"too long\"}}]", 1)]
    [InlineData("[{\"id\":0,\"result\":1},{\"id\":null,\"error\":{\"code\":1,\"message\":\"too long\"}}]", 1)]
    [InlineData("[]\n{\"id\":null,\"error\":{\"code\":1,\"message\":\"too long\"}}", 2)]
    public void Refusal_HasServerTextMethodAndScript(string sent, int script)
    {
        var lines = new AnswerLines();
        var bytes = Encoding.UTF8.GetBytes(sent + "\n");
        bytes.CopyTo(lines.Room());
        lines.Add(bytes.Length);
        var requests = RequestLines.Of("server.thing", Hashes(3), 2);

        var refusal = AnswerReader.FindRefusal(lines, requests)!;

        Assert.Equal(ProblemKind.ServerRefusal, refusal.Kind);
        Assert.EndsWith($"server.thing of {Hashes(3)[script]}: too long (1)", refusal.Text, StringComparison.Ordinal);
        var fault = Assert.Throws<ServerFaultException>(() => AnswerReader.Read(lines, requests, (_, _) => { }));
        Assert.Equal((refusal, ExitCode.DegradedOrFailed), (fault.Problem, fault.Code));
    }

    private static Hash256[] Hashes(int count) =>
        [.. Enumerable.Range(0, count).Select(each => Hash256.Of([(byte)each]))];

    private static RequestLines Requests(int count) => RequestLines.Of("server.thing", Hashes(count), 1);

    /// <summary>Sends an answer byte by byte.</summary>
    private sealed class SlowStream(byte[] answer) : MemoryStream(answer)
    {
        public override int Read(Span<byte> buffer) => base.Read(buffer[..1]);

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            // All requests are ignored.
        }
    }
}
