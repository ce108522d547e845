using System.Net;
using System.Text;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Server.Node;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Tests.Following;

/// <summary>The node stand-in without a socket. A test can make it unreachable, or act between two calls.</summary>
internal sealed class NodeInProcess
{
    private static readonly Uri Url = new("http://node.test/");

    private readonly NodeRequests requests;

    public NodeInProcess(ulong seed)
    {
        Chain = new GrowingChain(new SyntheticChainOptions
        {
            Seed = seed,
            Blocks = 140,
            TransactionsPerBlock = 12,
            WalletAddresses = 20,
            WalletTransactions = 60,
            WalletHeights = 20,
        });
        requests = new NodeRequests(new NodeCalls(Chain.Node, Chain, TimeProvider.System));
    }

    public GrowingChain Chain { get; }

    public NodeChain Node => Chain.Node;

    public bool IsAway { get; set; }

    /// <summary>Called before each answer.</summary>
    public Action BeforeAnswer { get; set; } = () => { };

    /// <summary>Hexadecimal digits in its answers, and their replacement.</summary>
    public (string From, string To)? Damage { get; set; }

    /// <summary>The number of connections opened.</summary>
    public int Opened { get; private set; }

    public NodeChainSource Open()
    {
        Opened++;
        var address = new NodeAddress(Url, new NodeLogin("user:secret"))
        {
            RetryTimeout = TimeSpan.Zero,
        };
        return NodeChainSource.Open(
            new NodeClient(address, new Answers(this)), Url, ChainNetwork.BitcoinRegtest);
    }

    private sealed class Answers(NodeInProcess node) : HttpMessageHandler
    {
        protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            node.BeforeAnswer();
            if (node.IsAway)
            {
                throw new HttpRequestException("Connection refused");
            }

            using var body = new MemoryStream();
            request.Content!.ReadAsStream(cancellationToken).CopyTo(body);
            var answer = node.requests.Answer(body.ToArray());
            var text = Encoding.UTF8.GetString(answer.Body.Span);
            return new HttpResponseMessage((HttpStatusCode)answer.Status)
            {
                Content = new StringContent(
                    node.Damage is { } damage
                        ? text.Replace(damage.From, damage.To, StringComparison.Ordinal)
                        : text),
            };
        }

        protected override Task<HttpResponseMessage> SendAsync(
            HttpRequestMessage request, CancellationToken cancellationToken) =>
            throw new NotSupportedException("the client is synchronous");
    }
}
