using System.Reflection;
using System.Xml.Linq;
using AElf.Bench.Tests.Tidy;

namespace AElf.Bench.Tests.Architecture;

public sealed class DependencyTests
{
    // What messages travel in.
    private const string Wire = "Google.Protobuf";

    private const string Core = "AElf.Bench.Core";
    private const string Transfers = "AElf.Bench.Transfers";
    private const string Electrum = "AElf.Bench.Electrum";
    private const string Concurrency = "AElf.Bench.Concurrency";
    private const string Harness = "AElf.Bench.Harness";

    // Libraries meet in Core. What one of them knows beside it is written down here.
    private static readonly Dictionary<string, string[]> Libraries = new(StringComparer.Ordinal)
    {
        [Transfers] = [Core],
        [Electrum] = [Core],
        // The indexes behind a server, and a node to follow.
        ["AElf.Bench.Electrum.Server"] = [Core, Electrum],
        ["AElf.Bench.Storage"] = [Core],
        [Concurrency] = [Core],
        // A host of actors beside those in Concurrency, whose cores it runs: they are the same on every engine.
        ["AElf.Bench.Akka"] = [Concurrency, Core],
        // The settings of a cluster are in the library that uses them.
        ["AElf.Bench.Settings"] = [Concurrency, Core],
        [Harness] = [Core],
        // Shows how a cluster is, and starts one; what it writes and shows of runs are reports.
        ["AElf.Bench.Operations"] = [Concurrency, Core, Harness],
    };

    private static readonly string[] Programs =
        ["AElf.Benchmark", "AElf.Concurrency.Manager", "AElf.Concurrency.Worker"];

    public static TheoryData<string> ProgramNames => [.. Programs];

    public static TheoryData<string> LibraryNames => [.. Libraries.Keys];

    [Fact]
    public void Core_references_nothing_but_the_runtime() =>
        Assert.All(
            ReferencesOf(Core), reference => Assert.True(IsOfRuntime(reference), $"{Core} references {reference}"));

    [Theory]
    [MemberData(nameof(LibraryNames))]
    public void A_library_references_core_and_its_declared_libraries(string library) =>
        Assert.Equal(
            Libraries[library],
            ReferencesOf(library).Where(IsOurs).Order(StringComparer.Ordinal),
            StringComparer.Ordinal);

    [Fact]
    public void The_actors_know_no_store_client() =>
        Assert.All(
            ReferencesOf(Concurrency),
            reference => Assert.True(
                IsOurs(reference) || IsOfRuntime(reference) || reference is Wire,
                $"the actors reference {reference}"));

    [Fact]
    public void Libraries_reference_neither_programs_nor_tests()
    {
        string[] outermost = [.. Programs, "AElf.Bench.TestKit", "AElf.Bench.Tests"];
        Assert.All(
            [Core, .. Libraries.Keys],
            library => Assert.DoesNotContain(
                ReferencesOf(library), reference => outermost.Contains(reference, StringComparer.Ordinal)));
    }

    [Theory]
    [MemberData(nameof(ProgramNames))]
    public void A_program_references_core_and_libraries_and_no_other_program(string program) =>
        Assert.All(
            ReferencesOf(program).Where(IsOurs),
            reference => Assert.Contains(reference, (string[])[Core, .. Libraries.Keys], StringComparer.Ordinal));

    // The benchmark builds the other two and carries them along, as scenarios start them.
    [Theory]
    [MemberData(nameof(ProgramNames))]
    public void A_program_does_not_reference_another_program(string program)
    {
        var project = XDocument.Load(Path.Combine(SourceTree.Root, "src", program, $"{program}.csproj"));
        Assert.All(
            project.Descendants("ProjectReference")
                .Where(reference => Programs.Any(reference.Attribute("Include")!.Value.Contains)),
            reference => Assert.Equal("false", reference.Attribute("ReferenceOutputAssembly")?.Value));
    }

    private static IEnumerable<string> ReferencesOf(string assembly) =>
        Assembly.Load(assembly).GetReferencedAssemblies().Select(reference => reference.Name!);

    private static bool IsOurs(string assembly) => assembly.StartsWith("AElf.", StringComparison.Ordinal);

    private static bool IsOfRuntime(string assembly) =>
        assembly.StartsWith("System.", StringComparison.Ordinal) || assembly is "System" or "netstandard" or "mscorlib";
}
