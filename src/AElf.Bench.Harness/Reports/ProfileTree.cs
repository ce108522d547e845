using System.Runtime.InteropServices;

namespace AElf.Bench.Harness.Reports;

/// <summary>Counts sampled stacks frame by frame and makes a profile of them.</summary>
public sealed class ProfileTree
{
    /// <summary>Name of a thread's method in native code.</summary>
    public const string Outside = "(native code)";

    private const int MaxMethods = 10;

    // A narrower frame is smaller than a letter of the page.
    private const double MinShare = 0.005;

    private readonly Node root = new();
    private readonly Dictionary<string, Count> methods = new(StringComparer.Ordinal);

    /// <param name="process">Name of the sampled process.</param>
    /// <param name="stack">Methods of the stack, the outermost first.</param>
    /// <param name="isOutside">Whether the last method had called native code.</param>
    public void Add(string process, IReadOnlyList<string> stack, bool isOutside)
    {
        var node = root.Enter().Called(process).Enter();
        foreach (var method in stack)
        {
            node = node.Called(method).Enter();
        }

        if (isOutside)
        {
            node.Called(Outside).Enter();
        }

        if (stack.Count == 0)
        {
            return;
        }

        foreach (var method in stack.Distinct(StringComparer.Ordinal))
        {
            CountOf(method).Total++;
        }

        var last = CountOf(stack[^1]);
        if (isOutside)
        {
            last.Outside++;
        }
        else
        {
            last.Own++;
        }
    }

    public ProfileReport Report(IReadOnlyList<string> processes)
    {
        var all = (double)Math.Max(1, root.Samples);
        var frames = new List<ProfiledFrame>();
        Write(root, -1);
        return new ProfileReport(processes, root.Samples, frames, [
            .. methods
                .OrderByDescending(method => method.Value.Own + method.Value.Outside)
                .ThenBy(method => method.Key, StringComparer.Ordinal)
                .Take(MaxMethods)
                .Select(method => new ProfiledMethod(
                    method.Key, method.Value.Own / all, method.Value.Outside / all, method.Value.Total / all)),
        ]);

        void Write(Node node, int depth)
        {
            foreach (var (name, called) in node.Calls
                .Where(call => call.Value.Samples >= MinShare * all)
                .OrderByDescending(call => call.Value.Samples)
                .ThenBy(call => call.Key, StringComparer.Ordinal))
            {
                frames.Add(new ProfiledFrame(depth + 1, name, called.Samples));
                Write(called, depth + 1);
            }
        }
    }

    private Count CountOf(string method) =>
        CollectionsMarshal.GetValueRefOrAddDefault(methods, method, out _) ??= new();

    private sealed class Count
    {
        public long Own { get; set; }

        public long Outside { get; set; }

        public long Total { get; set; }
    }

    private sealed class Node
    {
        public Dictionary<string, Node> Calls { get; } = new(StringComparer.Ordinal);

        public long Samples { get; private set; }

        public Node Enter()
        {
            Samples++;
            return this;
        }

        public Node Called(string method) =>
            CollectionsMarshal.GetValueRefOrAddDefault(Calls, method, out _) ??= new();
    }
}
