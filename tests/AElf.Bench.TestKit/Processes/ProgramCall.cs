using System.Text;

namespace AElf.Bench.TestKit.Processes;

/// <summary>
/// A program of the product on a thread of the tests' process. This saves the start of a runtime, which takes longer
/// than most calls.
/// </summary>
public sealed class ProgramCall
{
    private static readonly AsyncLocal<ProgramCall?> Current = new();

    private readonly CallText output = new();
    private readonly CallText error = new();

    static ProgramCall()
    {
        // Not the writers of the console. The test runner takes the lock of such a writer first and then the lock of
        // Console.Out. A thread outside of the calls would take them in the other order.
        TextWriter output = new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };
        TextWriter error = new StreamWriter(Console.OpenStandardError()) { AutoFlush = true };
        Console.SetOut(new CallWriter(() => Current.Value?.output ?? output));
        Console.SetError(new CallWriter(() => Current.Value?.error ?? error));
    }

    /// <summary>Starts the program and returns at once.</summary>
    /// <param name="main">Runs the program to its end and returns its exit code.</param>
    public ProgramCall(Func<Task<int>> main) => Ended = Task.Factory.StartNew(
        () =>
        {
            Current.Value = this;
            return main();
        },
        CancellationToken.None,
        TaskCreationOptions.LongRunning,
        TaskScheduler.Default).Unwrap();

    public Task<int> Ended { get; }

    /// <summary>Standard output so far.</summary>
    public string Output => output.ToString();

    /// <summary>Standard error so far.</summary>
    public string Error => error.ToString();

    // Gives the output of all threads of a call to the call, and the output of the test runner to the console.
    private sealed class CallWriter(Func<TextWriter> target) : TextWriter
    {
        public override Encoding Encoding => Encoding.UTF8;

        public override void Write(char value) => target().Write(value);

        public override void Write(char[] buffer, int index, int count) => target().Write(buffer, index, count);

        public override void Write(string? value) => target().Write(value);

        public override void Flush() => target().Flush();
    }

    // Another thread reads it while it is written.
    private sealed class CallText : TextWriter
    {
        private readonly Lock gate = new();
        private readonly StringBuilder text = new();

        public override Encoding Encoding => Encoding.UTF8;

        public override void Write(char value)
        {
            lock (gate)
            {
                text.Append(value);
            }
        }

        public override void Write(char[] buffer, int index, int count)
        {
            lock (gate)
            {
                text.Append(buffer, index, count);
            }
        }

        public override void Write(string? value)
        {
            lock (gate)
            {
                text.Append(value);
            }
        }

        public override string ToString()
        {
            lock (gate)
            {
                return text.ToString();
            }
        }
    }
}
