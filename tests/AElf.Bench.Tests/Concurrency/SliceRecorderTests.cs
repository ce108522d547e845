using AElf.Bench.Concurrency;
using AElf.Bench.Core.Execution;

namespace AElf.Bench.Tests.Concurrency;

public sealed class SliceRecorderTests
{
    [Fact]
    public void Slice_CutLate_IsLongerAndTheNextStartsAtItsEnd()
    {
        var recorder = new SliceRecorder(TimeSpan.FromMilliseconds(10));

        recorder.Cut(TimeSpan.FromMilliseconds(25), 5, default);

        Assert.Equal(TimeSpan.FromMilliseconds(35), recorder.Due);
        recorder.Cut(recorder.Due, 7, default);
        Assert.Equal(
            [(0, 25), (25, 10)],
            recorder.Slices.Select(slice => (slice.Start.TotalMilliseconds, slice.Length.TotalMilliseconds)));
    }

    [Fact]
    public void Slice_FailedAttempt_IsSubtractedOnce()
    {
        var recorder = new SliceRecorder(TimeSpan.FromMilliseconds(10));

        Assert.Equal([100, 0, 20], new long[] { 100, 60, 120 }.Select(Cut));
        Assert.Equal([100, 0, 20], recorder.Slices.Select(slice => slice.Committed));

        long Cut(long total, int slice) =>
            recorder.Cut(TimeSpan.FromMilliseconds(10 * (slice + 1)), total, default(ExecutorSnapshot));
    }
}
