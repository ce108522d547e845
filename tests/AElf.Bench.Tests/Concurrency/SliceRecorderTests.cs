using AElf.Bench.Concurrency;
using AElf.Bench.Core.Execution;

namespace AElf.Bench.Tests.Concurrency;

public sealed class SliceRecorderTests
{
    [Fact]
    public void A_slice_that_is_cut_late_is_so_long_and_the_next_one_begins_at_its_end()
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
    public void What_a_failed_attempt_takes_back_is_in_no_slice_twice()
    {
        var recorder = new SliceRecorder(TimeSpan.FromMilliseconds(10));

        Assert.Equal([100, 0, 20], new long[] { 100, 60, 120 }.Select(Cut));
        Assert.Equal([100, 0, 20], recorder.Slices.Select(slice => slice.Committed));

        long Cut(long total, int slice) =>
            recorder.Cut(TimeSpan.FromMilliseconds(10 * (slice + 1)), total, default(ExecutorSnapshot));
    }
}
