using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Wallets;

namespace AElf.Bench.Electrum.Execution;

/// <summary>A chain with wallets, their requests, and the right answers.</summary>
internal sealed class WalletChain
{
    private static readonly Lock Gate = new();
    private static LoadedChain? last;

    private WalletChain(ElectrumOptions options, LoadedChain chain)
    {
        (Archive, Answers) = (chain.Archive, chain.Answers);
        Proof = chain.Proof;
        Requests = new WalletRequests(Answers, options.Test);
        Batches = new Batches(Requests.Count, options.Batch);
    }

    public ChainArchive Archive { get; }

    public ExpectedAnswers Answers { get; }

    /// <summary>The proof of the chain, which other processes must reproduce.</summary>
    public ChainProof Proof { get; }

    /// <summary>CRC-32C of the proof, in hexadecimal digits.</summary>
    public string Checksum => $"{Crc32C.Compute(Encoding.ASCII.GetBytes($"{Proof}")):x8}";

    public WalletRequests Requests { get; }
    public Batches Batches { get; }

    /// <summary>
    /// Generates or reads the chain once: the runs of one call, over several engines, share it.
    /// </summary>
    /// <param name="work">Counts its blocks, for progress; null for no progress.</param>
    /// <exception cref="FormatException">
    /// The chain is impossible, has too few scripts, or differs from the chain of another process.
    /// </exception>
    /// <exception cref="IOException">The chain cannot be read, or is damaged.</exception>
    public static WalletChain Of(ElectrumOptions options, WorkCounter? work = null)
    {
        lock (Gate)
        {
            if (last is not { } made || made.Source != SourceOf(options))
            {
                // Releases the previous chain first, because two may need too much memory. A run may still read the
                // previous file: it exists until its handle is closed.
                last = null;
                last = made = Load(options, work ?? new WorkCounter());
            }

            EnsureSame(options.Given?.Proof, made.Proof);
            return new WalletChain(options, made);
        }
    }

    // The options of the chain, without those of the requests.
    private static ElectrumOptions SourceOf(ElectrumOptions options) => new()
    {
        Chain = options.Chain,
        Given = options.Given is null ? null : options.Given with { Proof = null },
        Store = options.Store,
    };

    private static LoadedChain Load(ElectrumOptions options, WorkCounter work)
    {
        var archive = options.Store.OpenArchive();
        try
        {
            var scripts = options.Given is { Chain.Synthetic: null } given
                ? Read(given, archive, work)
                : Make(options, archive, work);
            var answers = new ExpectedAnswers(scripts);
            for (var height = 0; height <= archive.Height; height++)
            {
                answers.Add(new ChainBlock(height, archive.Block(height)));
                work.Add(1);
            }

            if (answers.Transactions.Count == 0)
            {
                throw new WalletException(WalletProblems.Unused);
            }

            return new LoadedChain(SourceOf(options), archive, answers, ProofOf(archive, answers));
        }
        catch
        {
            (archive as IDisposable)?.Dispose();
            throw;
        }
    }

    // The work is counted twice: a block is generated or read, and later used for the answers.
    private static IEnumerable<Hash256> Make(ElectrumOptions options, ChainArchive archive, WorkCounter work)
    {
        work.Begin(2 * (options.Chain.Blocks + 1L));
        var given = ScriptsOf(options.Given);
        var chain = new SyntheticChain(options.Chain);
        try
        {
            while (chain.Height < options.Chain.Blocks)
            {
                archive.Add(chain.NextBlock().Bytes.ToArray());
                work.Add(1);
            }
        }
        catch (ChainException exception)
        {
            // The options are impossible for a chain.
            throw new FormatException(exception.Message, exception);
        }

        return given ?? chain.Wallets.SelectMany(each => each.Addresses).Select(address => address.ScriptHash);
    }

    // The scripts of a given wallet; null if they are drawn.
    private static IReadOnlyList<Hash256>? ScriptsOf(GivenWallets? given)
    {
        if (given?.Scripts is not { } text)
        {
            return null;
        }

        var wallet = WalletText.Read(text, given.KeyAddresses);
        wallet.EnsureOf(given.Chain.Network);
        return wallet.Scripts;
    }

    // Skips blocks that a node has added since the first process read its chain.
    private static IReadOnlyList<Hash256> Read(GivenWallets given, ChainArchive archive, WorkCounter work)
    {
        var sample = new WalletSample(given.Count, given.Seed);
        var scripts = ScriptsOf(given);
        try
        {
            var source = given.Chain.Open();
            using var connection = source as IDisposable;
            work.Begin(2 * (source.Height + 1L));
            foreach (var block in source.ReadFrom(0).Take(given.Proof is { } proof ? proof.Height + 1 : int.MaxValue))
            {
                archive.Add(block.Bytes.ToArray());
                work.Add(1);
                if (scripts is null)
                {
                    sample.Add(block.Bytes.Span);
                }
            }
        }
        catch (ChainException exception)
        {
            throw new IOException(exception.Message, exception);
        }

        if (scripts is not null)
        {
            return scripts;
        }

        return sample.Scripts.Count == given.Count ? sample.Scripts : throw new FormatException(
            $"{given.Chain.Place} has {sample.Scripts.Count} scripts with transactions, but {given.Count} are needed; "
                + "use a smaller --wallet or fewer --wallets");
    }

    private static ChainProof ProofOf(ChainArchive archive, ExpectedAnswers answers)
    {
        Hash256[] scripts = [.. answers.Scripts];
        return new ChainProof(
            archive.Height,
            $"{BlockHeader.Read(archive.Header(archive.Height).Span).Hash()}",
            Convert.ToHexStringLower(SHA256.HashData(MemoryMarshal.AsBytes(scripts.AsSpan()))));
    }

    private static void EnsureSame(ChainProof? theirs, ChainProof mine)
    {
        if (theirs is null || theirs == mine)
        {
            return;
        }

        throw new FormatException(
            theirs.Height != mine.Height || !string.Equals(theirs.Tip, mine.Tip, StringComparison.Ordinal)
                ? $"the chain of the manager ends with block {theirs.Height}, {theirs.Tip}, the chain here with "
                    + $"block {mine.Height}, {mine.Tip}; expected the same --chain at manager and workers"
                : "the scripts of the wallet differ from those of the manager; expected the same --scripts at manager "
                    + "and workers");
    }

    private sealed record LoadedChain(
        ElectrumOptions Source, ChainArchive Archive, ExpectedAnswers Answers, ChainProof Proof);
}
