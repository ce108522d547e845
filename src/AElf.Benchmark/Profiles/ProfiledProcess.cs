namespace AElf.Benchmark.Profiles;

/// <summary>A process to record.</summary>
/// <param name="Name">What the report calls it.</param>
/// <param name="Id">Its id on this machine.</param>
internal sealed record ProfiledProcess(string Name, int Id);

/// <summary>What was recorded of a process.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Samples">The samples of its threads, in the order of time.</param>
/// <param name="Stacks">The stacks they name: methods, the one that called the others first.</param>
/// <param name="Rounds">When the measured rounds that it conducted were under way.</param>
internal sealed record RecordedProcess(
    string Name,
    IReadOnlyList<StackSample> Samples,
    IReadOnlyList<IReadOnlyList<string>> Stacks,
    IReadOnlyList<(DateTime From, DateTime To)> Rounds);

/// <summary>Where a thread was.</summary>
/// <param name="At">When.</param>
/// <param name="Thread">The thread's id.</param>
/// <param name="Stack">The number of its stack.</param>
/// <param name="IsOutside">
/// Whether it was in native code: a call of the system, a wait, the compiler, the collector.
/// </param>
internal readonly record struct StackSample(DateTime At, int Thread, int Stack, bool IsOutside);
