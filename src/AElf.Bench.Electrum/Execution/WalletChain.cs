using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Wallets;

namespace AElf.Bench.Electrum.Execution;

/// <summary>A chain with wallets in it, what these ask, and what is right to answer.</summary>
internal sealed class WalletChain
{
    private static readonly Lock Gate = new();
    private static (ElectrumOptions Options, ChainArchive Archive, ExpectedAnswers Answers)? last;

    private WalletChain(ElectrumOptions options, ChainArchive archive, ExpectedAnswers answers)
    {
        (Archive, Answers) = (archive, answers);
        Requests = new WalletRequests(answers, options.Test);
        Batches = new Batches(Requests.Count, options.Batch);
    }

    /// <summary>The blocks, as a node has them.</summary>
    public ChainArchive Archive { get; }

    /// <summary>What is right.</summary>
    public ExpectedAnswers Answers { get; }

    /// <summary>What is asked.</summary>
    public WalletRequests Requests { get; }

    /// <summary>The requests as they are sent together.</summary>
    public Batches Batches { get; }

    /// <summary>
    /// Makes the chain. The runs of one call have the same, in turn with several engines: it is made once.
    /// </summary>
    /// <exception cref="FormatException">There can be no such chain.</exception>
    public static WalletChain Of(ElectrumOptions options)
    {
        lock (Gate)
        {
            if (last is not { } made || made.Options.Chain != options.Chain || made.Options.Store != options.Store)
            {
                // The one before goes first: two may be too much. A run may still read it: a file ends with its handle.
                last = null;
                last = made = Make(options);
            }

            return new WalletChain(options, made.Archive, made.Answers);
        }
    }

    private static (ElectrumOptions Options, ChainArchive Archive, ExpectedAnswers Answers) Make(
        ElectrumOptions options)
    {
        var (chain, archive) = (new SyntheticChain(options.Chain), options.Store.OpenArchive());
        try
        {
            while (chain.Height < options.Chain.Blocks)
            {
                archive.Add(chain.NextBlock().Bytes.ToArray());
            }
        }
        catch (ChainException exception)
        {
            // What its options ask for cannot be made.
            throw new FormatException(exception.Message, exception);
        }

        var answers = new ExpectedAnswers(
            chain.Wallets.SelectMany(wallet => wallet.Addresses).Select(address => address.ScriptHash));
        for (var height = 0; height <= archive.Height; height++)
        {
            answers.Add(new ChainBlock(height, archive.Block(height)));
        }

        return (options, archive, answers);
    }
}
