namespace AElf.Bench.Harness.Reports;

/// <summary>The CPU time of the measured rounds, from stacks that are sampled about each millisecond.</summary>
/// <param name="Processes">Names of the recorded processes.</param>
/// <param name="Samples">
/// Samples of all threads in the measured rounds, without threads that waited for another thread.
/// </param>
/// <param name="Frames">
/// The stacks as one tree. A process has depth 0. Each frame precedes the frames that it called, the most expensive
/// first. Frames with very few samples are omitted.
/// </param>
/// <param name="Methods">The methods with the most own samples, at most ten.</param>
public sealed record ProfileReport(
    IReadOnlyList<string> Processes,
    long Samples,
    IReadOnlyList<ProfiledFrame> Frames,
    IReadOnlyList<ProfiledMethod> Methods);

/// <summary>A method at a place in the stacks.</summary>
/// <param name="Depth">Number of frames below it, the process included.</param>
/// <param name="Method">Type and name, or the activity of a thread outside managed code.</param>
/// <param name="Samples">Samples in the method, and in its callees at this place.</param>
public sealed record ProfiledFrame(int Depth, string Method, long Samples);

/// <summary>A method over all stacks.</summary>
/// <param name="Method">Type and name.</param>
/// <param name="OwnShare">Samples in the method itself ÷ all samples, 0 to 1.</param>
/// <param name="OutsideShare">
/// Samples in native code that the method called ÷ all samples: the system, waiting for a socket, the compiler, the
/// collector.
/// </param>
/// <param name="TotalShare">Samples in the method and in all its callees ÷ all samples.</param>
public sealed record ProfiledMethod(string Method, double OwnShare, double OutsideShare, double TotalShare);
