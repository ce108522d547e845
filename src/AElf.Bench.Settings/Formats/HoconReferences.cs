using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.Formats;

/// <summary>
/// The references between values of a HOCON file and its includes. A cycle would overflow Akka's stack and end the
/// process.
/// </summary>
internal sealed class HoconReferences
{
    private readonly List<string> place = [];
    private readonly List<(string Where, string From, string To)> all = [];

    /// <summary>Goes to the value of a key inside the value that is read.</summary>
    public void Enter(IReadOnlyList<string> key) => place.AddRange(key);

    /// <summary>Goes back from the value of a key.</summary>
    public void Leave(IReadOnlyList<string> key) => place.RemoveRange(place.Count - key.Count, key.Count);

    /// <summary>Notes that the value refers to a path.</summary>
    public void Add(string where, IReadOnlyList<string> path) =>
        all.Add((where, string.Join('.', place), string.Join('.', path)));

    /// <exception cref="ConfigurationFormatException">A value leads back to itself.</exception>
    public void CheckCircles()
    {
        foreach (var start in all)
        {
            var reached = new HashSet<(string Where, string From, string To)>();
            var open = new Stack<(string Where, string From, string To)>([start]);
            while (open.TryPop(out var at))
            {
                foreach (var next in all.Where(each => IsOneInTheOther(each.From, at.To)))
                {
                    if (next == start)
                    {
                        throw new ConfigurationFormatException(
                            start.Where,
                            $"the value of {Quoted.Text(start.From)} refers to itself through "
                                + $"${{{start.To}}}",
                            "expected a value without a cycle, because Akka cannot read it");
                    }

                    if (reached.Add(next))
                    {
                        open.Push(next);
                    }
                }
            }
        }
    }

    private static bool IsOneInTheOther(string left, string right) =>
        string.Equals(left, right, StringComparison.Ordinal)
        || left.StartsWith($"{right}.", StringComparison.Ordinal)
        || right.StartsWith($"{left}.", StringComparison.Ordinal);
}
