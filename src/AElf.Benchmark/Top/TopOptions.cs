using AElf.Bench.Configuration;
using AElf.Bench.Core.Options;

namespace AElf.Benchmark.Top;

/// <summary>What <c>top</c> was asked for.</summary>
/// <param name="Manager">Where the manager listens.</param>
/// <param name="Once">One picture, then the end.</param>
/// <param name="AuthorityFile">A PEM file with the authority of the manager's certificate; null for a manager without TLS.</param>
internal sealed record TopOptions(Endpoint Manager, bool Once, string? AuthorityFile)
{
    public const string Help = """
        Shows a cluster as its manager sees it: members, mailboxes, progress, speed, stuck groups, shards and events.

        Usage: dotnet AElf.Benchmark.dll top --manager HOST:PORT [--once] [--ca FILE]

          --manager HOST:PORT   where the manager listens
          --once                one picture, then the end
          --ca FILE             the manager has a certificate, signed by the authority in this PEM file
          --help                this text

          On a terminal the picture is drawn twice a second, until Ctrl-C. Into a file or a pipe goes a line every five seconds and one for
          each event; with --once the picture as plain text. The same is on the page http://HOST:PORT/.

        Exit codes: 0 shown · 1 usage · 2 nothing, or no manager, answers

        Examples
          dotnet AElf.Benchmark.dll top --manager 127.0.0.1:4053
          dotnet AElf.Benchmark.dll top --manager 127.0.0.1:4053 --once > picture.txt
        """;

    private const string ManagerOption = "--manager";
    private const string OnceOption = "--once";
    private const string AuthorityOption = "--ca";
    private const string RightManager = "one HOST:PORT, such as 127.0.0.1:4053,";
    private static readonly string[] Known = [ManagerOption, OnceOption, AuthorityOption];

    /// <summary>Reads the words after <c>top</c>; null when something is wrong with them, which is then in <paramref name="problems"/>.</summary>
    public static TopOptions? Read(IReadOnlyList<string> words, List<ValidationError> problems)
    {
        var given = Pair(words, problems);
        var manager = ReadManager(given, problems);
        var authority = ReadAuthority(given, problems);
        return problems.Count == 0 ? new TopOptions(manager, given.ContainsKey(OnceOption), authority) : null;
    }

    private static Dictionary<string, string?> Pair(IReadOnlyList<string> words, List<ValidationError> problems)
    {
        var given = new Dictionary<string, string?>(StringComparer.Ordinal);
        for (var i = 0; i < words.Count; i++)
        {
            var equals = words[i].IndexOf('=', StringComparison.Ordinal);
            var name = equals < 0 ? words[i] : words[i][..equals];
            var value = equals < 0 ? null : words[i][(equals + 1)..];
            if (!Known.Contains(name, StringComparer.Ordinal))
            {
                problems.Add(
                    ValidationError.Error($"top: {Quoted.Text(words[i])}", "an unknown option", NearestName.Find(name, Known) ?? "what top --help lists"));
                continue;
            }

            if (name is not OnceOption && value is null && i + 1 < words.Count && words[i + 1] is not ['-', ..])
            {
                value = words[++i];
            }

            if (name is OnceOption && value is not null)
            {
                problems.Add(ValidationError.Error(name, "a value", "the option alone, a switch without value,"));
            }
            else if (!given.TryAdd(name, value))
            {
                problems.Add(ValidationError.Error(name, "the option more than once", "the option once"));
            }
        }

        return given;
    }

    private static Endpoint ReadManager(Dictionary<string, string?> given, List<ValidationError> problems)
    {
        var text = given.GetValueOrDefault(ManagerOption);
        if (text is not null && AddressListRule.Parse(text) is [var manager])
        {
            return manager;
        }

        problems.Add(ValidationError.Error(ManagerOption, text is null ? "no address" : Quoted.Text(text), RightManager));
        return default;
    }

    private static string? ReadAuthority(Dictionary<string, string?> given, List<ValidationError> problems)
    {
        if (given.TryGetValue(AuthorityOption, out var file) && !File.Exists(file))
        {
            problems.Add(ValidationError.Error(AuthorityOption, file is null ? "no value" : Quoted.Text(file), "a PEM file that exists"));
        }

        return file;
    }
}
