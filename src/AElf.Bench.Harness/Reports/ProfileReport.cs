namespace AElf.Bench.Harness.Reports;

/// <summary>Where the time of the measured rounds went: stacks that were sampled, about each millisecond.</summary>
/// <param name="Processes">The processes that were recorded, by name.</param>
/// <param name="Samples">Samples of all threads in the measured rounds, but for waits for another thread.</param>
/// <param name="Frames">
/// The stacks as one tree, each frame before those it called, the dearest of these first: a process at depth 0. Frames
/// with too few samples to be seen are left out.
/// </param>
/// <param name="Methods">The methods with most samples of their own, at most ten.</param>
public sealed record ProfileReport(
    IReadOnlyList<string> Processes,
    long Samples,
    IReadOnlyList<ProfiledFrame> Frames,
    IReadOnlyList<ProfiledMethod> Methods);

/// <summary>A method where it stands in stacks.</summary>
/// <param name="Depth">How many frames are below it, the process among them.</param>
/// <param name="Method">Its type and name, or what a thread does outside of managed code.</param>
/// <param name="Samples">Samples in it and in what it called.</param>
public sealed record ProfiledFrame(int Depth, string Method, long Samples);

/// <summary>A method in all stacks.</summary>
/// <param name="Method">Its type and name.</param>
/// <param name="OwnShare">Samples in itself ÷ all, 0 to 1.</param>
/// <param name="OutsideShare">
/// Samples in native code that it called ÷ all: the system, waiting for a socket, the compiler, the collector.
/// </param>
/// <param name="TotalShare">Samples in it and in all it called ÷ all.</param>
public sealed record ProfiledMethod(string Method, double OwnShare, double OutsideShare, double TotalShare);
