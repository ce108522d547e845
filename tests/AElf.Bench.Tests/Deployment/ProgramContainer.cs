using System.Text.RegularExpressions;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Tests.CommandLine;
using AElf.Bench.Tests.Settings;
using AElf.Concurrency.Manager;
using AElf.Concurrency.Worker;

namespace AElf.Bench.Tests.Deployment;

/// <summary>A container of one of the programs, with its arguments and variables.</summary>
/// <param name="Name">The name of the service or container, for messages.</param>
/// <param name="Image">The image with its tag.</param>
/// <param name="Arguments">The arguments after the program's name.</param>
internal sealed partial record ProgramContainer(
    string Name, string Image, IReadOnlyList<string> Arguments, IReadOnlyDictionary<string, string> Environment)
{
    private ProgramDescription Description => Program switch
    {
        "manager" => TransferPrograms.Manager.Program,
        "worker" => TransferPrograms.Worker.Program,
        _ => TransferPrograms.Benchmark.Program,
    };

    /// <summary>The program of the image: benchmark, manager or worker.</summary>
    public string Program => ProgramOf(Image)!;

    /// <summary>The option's value; null if it is not set.</summary>
    public string? this[string option] =>
        Arguments.SkipWhile(word => !word.Equals(option, StringComparison.Ordinal)).Skip(1).FirstOrDefault();

    /// <summary>The program of one of the project's images; null for other images.</summary>
    public static string? ProgramOf(string image) =>
        OurImage().Match(image) is { Success: true } match ? match.Groups["name"].Value : null;

    /// <summary>The words of a command, with the variables of Compose at their defaults.</summary>
    public static IReadOnlyList<string> Words(string text) =>
        ComposeVariable().Replace(text, "${default}").Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries);

    /// <summary>Fails unless the program knows every option and each occurs once with a value.</summary>
    public void AssertOptionsAreKnown()
    {
        var options = Arguments.Where(IsOption).ToArray();
        Assert.NotEmpty(options);
        Assert.All(options, option => Assert.Contains(option, Description.Known, StringComparer.Ordinal));
        Assert.Equal(options.Distinct(StringComparer.Ordinal), options, StringComparer.Ordinal);
        Assert.All(options, option => Assert.False(IsOption(this[option] ?? "-x"), $"{Name}: {option} has no value"));
        Assert.False(Arguments.Count > 0 && !IsOption(Arguments[0]), $"{Name}: {Arguments[0]} has no option");
    }

    /// <summary>Fails unless the program accepts the values of its options and variables.</summary>
    public void AssertValuesAreAccepted()
    {
        using var folder = new TemporaryFolder();
        var secret = folder.Write("secret", "a secret of more than sixteen characters");
        string[] arguments = [.. Arguments.Select((word, at) => !word.StartsWith('/') ? word : Arguments[at - 1] switch
        {
            "--secret-file" => secret,
            "--json" or "--markdown" => Path.Combine(folder.Path, Path.GetFileName(word)),
            _ => folder.Path,
        })];
        var outcome = Program switch
        {
            "manager" => TransferPrograms.Manager.Parse(arguments, Environment, folder.Path, userData: folder.Path),
            "worker" => TransferPrograms.Worker.Parse(arguments, Environment, folder.Path, userData: folder.Path),
            _ => TransferPrograms.Benchmark.Parse(arguments, Environment, folder.Path, userData: folder.Path),
        };
        if (outcome is ParseOutcome.Rejected rejected)
        {
            Assert.Fail($"{Name}: {string.Join("; ", rejected.Problems)}");
        }

        Assert.Empty(EnvironmentSettings.Read(Description.Table, Environment).Problems);
        Assert.DoesNotContain(
            Environment.Keys,
            name => name.Contains("SECRET", StringComparison.Ordinal)
                || name.Contains("PASSWORD", StringComparison.Ordinal));
    }

    /// <summary>Fails unless a program that listens on a public address has the permission and the secret.</summary>
    public void AssertPublicAddressIsGuarded()
    {
        var isPublic = this["--actor.host"] is not (null or "127.0.0.1");
        Assert.Equal(
            isPublic, Environment.TryGetValue("AELF_ACTOR_ALLOWPUBLICADDRESS", out var allowed) && allowed is "true");
        Assert.NotNull(this["--secret-file"]);
    }

    private static bool IsOption(string word) => word is ['-', not (>= '0' and <= '9'), ..];

    [GeneratedRegex("^aelf-bench/(?<name>benchmark|manager|worker):", RegexOptions.ExplicitCapture)]
    private static partial Regex OurImage();

    [GeneratedRegex(@"\$\{[A-Z_]+:-(?<default>[^}]*)\}", RegexOptions.ExplicitCapture)]
    private static partial Regex ComposeVariable();
}
