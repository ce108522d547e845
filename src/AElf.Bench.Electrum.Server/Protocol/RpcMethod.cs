using System.Text.Json;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>A method that is served over JSON-RPC.</summary>
/// <param name="Name">Its name in requests.</param>
/// <param name="Required">How many arguments a request has to give.</param>
/// <param name="Arguments">Their names, in order.</param>
internal abstract record RpcMethod(string Name, int Required, IReadOnlyList<string> Arguments)
{
    /// <summary>Whether arguments beyond its own are ignored.</summary>
    public bool IgnoresMore { get; init; }

    /// <summary>The lowest whole number that is an argument.</summary>
    public virtual int Least => 0;

    /// <summary>The error for arguments that are missing, too many, or not the method's.</summary>
    /// <param name="given">All arguments.</param>
    /// <param name="problem">What is wrong with them.</param>
    /// <param name="isMore">Whether there are others than the method's.</param>
    public abstract RpcException Misfit(JsonElement given, string problem, bool isMore);

    /// <summary>The error for an argument that is invalid.</summary>
    /// <param name="index">Its place among the method's.</param>
    /// <param name="expected">What is right; one of the texts of <see cref="Protocol.Arguments"/>, or another.</param>
    public abstract RpcException Wrong(int index, JsonElement given, string expected);
}
