using AElf.Bench.Concurrency;
using AElf.Bench.Core.Execution;

namespace AElf.Bench.Tests.Concurrency;

public sealed class SliceRecorderTests
{
    [Fact]
    public void What_a_failed_attempt_takes_back_is_in_no_slice_twice()
    {
        var recorder = new SliceRecorder(TimeSpan.FromMilliseconds(10));

        Assert.Equal([100, 0, 20], new long[] { 100, 60, 120 }.Select(Cut));
        Assert.Equal([100, 0, 20], recorder.Slices.Select(slice => slice.Committed));

        long Cut(long total, int slice) =>
            recorder.Cut(TimeSpan.FromMilliseconds(10 * (slice + 1)), total, default(ExecutorSnapshot));
    }
}
