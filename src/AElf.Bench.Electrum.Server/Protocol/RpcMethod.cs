using System.Text.Json;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>A method served over JSON-RPC.</summary>
/// <param name="Name">Its name in requests.</param>
/// <param name="Required">Number of required arguments.</param>
/// <param name="Arguments">Their names, in order.</param>
internal abstract record RpcMethod(string Name, int Required, IReadOnlyList<string> Arguments)
{
    /// <summary>Whether surplus and unknown arguments are ignored.</summary>
    public bool IgnoresMore { get; init; }

    /// <summary>The minimum of whole-number arguments.</summary>
    public virtual int Least => 0;

    /// <summary>The error for missing, surplus or unknown arguments.</summary>
    /// <param name="given">All arguments.</param>
    /// <param name="problem">The problem in words.</param>
    /// <param name="isMore">Whether there are surplus or unknown arguments.</param>
    public abstract RpcException Misfit(JsonElement given, string problem, bool isMore);

    /// <summary>The error for an argument that is invalid.</summary>
    /// <param name="index">Its position among the method's arguments.</param>
    /// <param name="expected">
    /// The right value; one of the texts of <see cref="Protocol.Arguments"/>, or another.
    /// </param>
    public abstract RpcException Wrong(int index, JsonElement given, string expected);
}
