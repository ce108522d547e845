namespace AElf.Benchmark.Profiles;

/// <summary>The recording of a process.</summary>
/// <param name="Name">Name of the process.</param>
/// <param name="Samples">Samples of its threads, in the order of time.</param>
/// <param name="Stacks">Stacks that the samples refer to by index: methods, the outermost first.</param>
/// <param name="Rounds">Start and end of the measured rounds that the process conducted.</param>
internal sealed record RecordedProcess(
    string Name,
    IReadOnlyList<StackSample> Samples,
    IReadOnlyList<IReadOnlyList<string>> Stacks,
    IReadOnlyList<(DateTime From, DateTime To)> Rounds);

/// <summary>A sampled place of a thread.</summary>
/// <param name="At">Time of the sample.</param>
/// <param name="Thread">Id of the thread.</param>
/// <param name="Stack">Index of the stack.</param>
/// <param name="IsOutside">
/// Whether the thread was in native code: a call of the system, a wait, the compiler, the collector.
/// </param>
internal readonly record struct StackSample(DateTime At, int Thread, int Stack, bool IsOutside);
