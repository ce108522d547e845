namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// A server went away, was too slow, refused, or sent something that is no answer: there is no figure.
/// </summary>
public sealed class ServerFaultException(string message, Exception? inner = null) : Exception(message, inner);

/// <summary>A server answered, and the answer is wrong: there is no figure.</summary>
public sealed class WrongAnswerException(string message) : Exception(message);
