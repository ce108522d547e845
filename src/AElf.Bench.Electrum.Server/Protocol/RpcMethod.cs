namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>A method that is served over JSON-RPC.</summary>
/// <param name="Name">Its name in requests.</param>
/// <param name="Required">How many arguments a request has to give.</param>
/// <param name="Arguments">Their names, in order.</param>
internal abstract record RpcMethod(string Name, int Required, IReadOnlyList<string> Arguments)
{
    /// <summary>The most arguments a method has.</summary>
    public const int MaxArguments = 3;

    /// <summary>Whether arguments beyond its own are ignored.</summary>
    public bool IgnoresMore { get; init; }

    /// <summary>The name and the arguments, optional ones in parentheses.</summary>
    public string Usage => string.Join(
        ' ', [Name, .. Arguments.Select((name, place) => place < Required ? name : $"( {name} )")]);
}
