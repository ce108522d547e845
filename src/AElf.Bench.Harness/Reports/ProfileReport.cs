namespace AElf.Bench.Harness.Reports;

/// <summary>Where the time of the measured rounds went, by stacks sampled about each millisecond.</summary>
/// <param name="Processes">Names of the recorded processes.</param>
/// <param name="Samples">
/// Samples of all threads in the measured rounds, except of threads that waited for another.
/// </param>
/// <param name="Frames">
/// The stacks as one tree: a process at depth 0, each frame before the frames it called, of which the dearest comes
/// first. Frames with too few samples to be seen are left out.
/// </param>
/// <param name="Methods">The methods with most samples of their own, at most ten.</param>
public sealed record ProfileReport(
    IReadOnlyList<string> Processes,
    long Samples,
    IReadOnlyList<ProfiledFrame> Frames,
    IReadOnlyList<ProfiledMethod> Methods);

/// <summary>A method at its place in the stacks.</summary>
/// <param name="Depth">Number of frames below it, the process included.</param>
/// <param name="Method">Type and name, or what a thread does outside of managed code.</param>
/// <param name="Samples">Samples in the method and in what it called there.</param>
public sealed record ProfiledFrame(int Depth, string Method, long Samples);

/// <summary>A method over all stacks.</summary>
/// <param name="Method">Type and name.</param>
/// <param name="OwnShare">Samples in the method itself ÷ all samples, 0 to 1.</param>
/// <param name="OutsideShare">
/// Samples in native code that the method called ÷ all samples: the system, waiting for a socket, the compiler, the
/// collector.
/// </param>
/// <param name="TotalShare">Samples in the method and in all it called ÷ all samples.</param>
public sealed record ProfiledMethod(string Method, double OwnShare, double OutsideShare, double TotalShare);
