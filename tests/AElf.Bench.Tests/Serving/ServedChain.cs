using System.Text;
using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Serving;

/// <summary>A small synthetic chain, an engine that has indexed it, and a session's answers.</summary>
internal sealed class ServedChain : IDisposable
{
    private ServedChain(SyntheticChain chain, List<byte[]> blocks, ServedIndex index)
    {
        (Chain, Blocks, Index) = (chain, blocks, index);
        State = new SessionState(ServerOf(new ServerLimits()));
    }

    public SyntheticChain Chain { get; private set; }

    public List<byte[]> Blocks { get; }

    public ServedIndex Index { get; }

    /// <summary>The scripts of its wallet.</summary>
    public Hash256[] Scripts => [.. Chain.Wallets[0].Addresses.Select(address => address.ScriptHash)];

    /// <summary>The session of <see cref="Answer"/>.</summary>
    public SessionState State { get; set; }

    public static ServedChain Of(ulong seed, int blocks, string engine = "fulcrum", int? maxStatuses = null)
    {
        var (chain, archive) = (TestChains.Of(seed), new MemoryArchive());
        var index = IndexEngines.Open(engine, new MemoryIndexStore(), archive);
        var made = chain.Take(blocks).ToList();
        foreach (var block in made)
        {
            archive.Add(block);
            index.Append(block);
        }

        return new ServedChain(chain, made, new ServedIndex(index, archive, new Mempool(archive), maxStatuses));
    }

    public void Dispose() => Index.Dispose();

    /// <summary>The state of a server with this index.</summary>
    public ServerState ServerOf(ServerLimits limits)
    {
        var server = new ServerState(() => "", limits, TimeProvider.System);
        server.Serve(Index);
        return server;
    }

    /// <summary>Begins another session for <see cref="Answer(string)"/>.</summary>
    public void Begin(ServerLimits? limits = null) => State = new SessionState(ServerOf(limits ?? new ServerLimits()));

    /// <summary>The right answers for its wallet.</summary>
    public ExpectedAnswers Expected()
    {
        var expected = new ExpectedAnswers(Scripts);
        foreach (var (height, block) in Blocks.Index())
        {
            expected.Add(new ChainBlock(height, block));
        }

        return expected;
    }

    /// <summary>Makes transactions of the chain, which wait from now on.</summary>
    public void FillMempool(int count)
    {
        Chain.FillMempool(count);
        foreach (var transaction in Chain.Mempool)
        {
            try
            {
                Index.AddToMempool(transaction.Bytes);
            }
            catch (ChainException)
            {
                // A transaction of the abandoned branch may spend the same output.
            }
        }
    }

    /// <summary>Replaces the last blocks by those of a branch.</summary>
    public void Reorganise(SyntheticChain branch, int removed, byte[][] added)
    {
        Index.Follow(removed, added);
        Blocks.RemoveRange(Blocks.Count - removed, removed);
        Blocks.AddRange(added);
        Chain = branch;
    }

    /// <summary>The answer to a line, without its newline; empty if the line gets no answer.</summary>
    public string Answer(string line) => Answer(Encoding.UTF8.GetBytes(line));

    /// <inheritdoc cref="Answer(string)"/>
    public string Answer(byte[] line)
    {
        var (answers, output) = (new LineAnswers(State), new JsonOutput());
        answers.Begin(line, output);
        while (answers.AnswerNext(output))
        {
            // Reads all lines.
        }

        var text = Encoding.UTF8.GetString(output.Written.Span);
        if (text.Length == 0)
        {
            return text;
        }

        Assert.EndsWith("\n", text, StringComparison.Ordinal);
        Assert.Equal(1, text.Count(each => each == '\n'));
        return text[..^1];
    }

    /// <summary>The result of a method.</summary>
    public JsonElement Result(string method, params object?[] arguments)
    {
        var answer = JsonDocument.Parse(
            Answer(JsonSerializer.Serialize(new { id = 7, method, @params = arguments }))).RootElement;
        Assert.Equal(7, answer.GetProperty("id").GetInt32());
        return answer.TryGetProperty("result", out var result)
            ? result
            : throw new InvalidOperationException(answer.GetProperty("error").ToString());
    }

    /// <summary>The error message of a method.</summary>
    public string Error(string method, params object?[] arguments) =>
        Assert.Throws<InvalidOperationException>(() => Result(method, arguments)).Message;

    /// <summary>Sends the versions of a client.</summary>
    public string Negotiate(string min, string max) =>
        Result("server.version", "test", new[] { min, max })[1].GetString()!;
}
