using System.Text.Json;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>Writes the result of a request, one JSON value.</summary>
/// <exception cref="RpcException">The request has no result; a partly written one is removed.</exception>
internal delegate void ResultWriter(SessionState session, in Arguments arguments, JsonOutput output);

/// <summary>A served method of the protocol.</summary>
/// <param name="Name">Its name on the wire.</param>
/// <param name="Required">Number of required arguments.</param>
/// <param name="Arguments">Their names, in order.</param>
internal sealed record ServedMethod(
    string Name, ResultWriter Write, int Required, params IReadOnlyList<string> Arguments)
    : RpcMethod(Name, Required, Arguments)
{
    /// <summary>
    /// Whether it changes the index or calls a node. Then it runs without a fixed view of the index.
    /// </summary>
    public bool MayWait { get; init; }

    /// <summary>The first version of the protocol with this method.</summary>
    public Version Since { get; init; } = ProtocolVersion.V14;

    /// <summary>The first later version without the method; null if all have it.</summary>
    public Version? Before { get; init; }

    /// <summary>Whether the method with these arguments is only for requests without an id.</summary>
    public bool IsNotification { get; init; }

    public override RpcException Misfit(JsonElement given, string problem, bool isMore) =>
        new(RpcException.InvalidArguments, $"{Name}: {problem}");

    public override RpcException Wrong(int index, JsonElement given, string expected) => Misfit(
        given, $"{Arguments[index]} is {Protocol.Arguments.Shown(given)}; expected {expected}", isMore: false);

    public bool IsIn(Version version) => version >= Since && (Before is null || version < Before);
}
