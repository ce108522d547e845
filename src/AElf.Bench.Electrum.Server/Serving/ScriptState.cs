using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>The status of a script; a script without a transaction has no status.</summary>
/// <param name="HasHistory">Whether it has a transaction.</param>
/// <param name="Hash">The status; written in byte order, not reversed.</param>
internal readonly record struct ScriptState(bool HasHistory, Hash256 Hash);
