using System.Reflection;
using System.Xml.Linq;
using AElf.Bench.Tests.Tidy;

namespace AElf.Bench.Tests.Architecture;

public sealed class DependencyTests
{
    // The library that encodes messages.
    private const string Wire = "Google.Protobuf";

    private const string Core = "AElf.Bench.Core";
    private const string Transfers = "AElf.Bench.Transfers";
    private const string Electrum = "AElf.Bench.Electrum";
    private const string Concurrency = "AElf.Bench.Concurrency";
    private const string Harness = "AElf.Bench.Harness";

    // All libraries may use Core. The other allowed references of each library are listed here.
    private static readonly Dictionary<string, string[]> Libraries = new(StringComparer.Ordinal)
    {
        [Transfers] = [Core],
        [Electrum] = [Core],
        // The indexes that a server serves, and a node to follow.
        ["AElf.Bench.Electrum.Server"] = [Core, Electrum],
        ["AElf.Bench.Storage"] = [Core],
        [Concurrency] = [Core],
        // Akka hosts the actors of Concurrency; the cores are the same in every host.
        ["AElf.Bench.Akka"] = [Concurrency, Core],
        // Each library contains the settings of its options.
        ["AElf.Bench.Settings"] = [Concurrency, Core],
        [Harness] = [Core],
        // Operations shows and starts clusters, and reads and writes reports.
        ["AElf.Bench.Operations"] = [Concurrency, Core, Harness],
    };

    private static readonly string[] Programs =
        ["AElf.Benchmark", "AElf.Concurrency.Manager", "AElf.Concurrency.Worker"];

    public static TheoryData<string> ProgramNames => [.. Programs];

    public static TheoryData<string> LibraryNames => [.. Libraries.Keys];

    [Fact]
    public void Core_References_AreTheRuntimeOnly() =>
        Assert.All(
            ReferencesOf(Core), reference => Assert.True(IsOfRuntime(reference), $"{Core} references {reference}"));

    [Theory]
    [MemberData(nameof(LibraryNames))]
    public void Library_References_AreCoreAndDeclaredLibraries(string library) =>
        Assert.Equal(
            Libraries[library],
            ReferencesOf(library).Where(IsOurs).Order(StringComparer.Ordinal),
            StringComparer.Ordinal);

    [Fact]
    public void Actors_References_IncludeNoStoreClient() =>
        Assert.All(
            ReferencesOf(Concurrency),
            reference => Assert.True(
                IsOurs(reference) || IsOfRuntime(reference) || reference is Wire,
                $"the actors reference {reference}"));

    [Fact]
    public void Libraries_References_IncludeNeitherProgramsNorTests()
    {
        string[] outermost = [.. Programs, "AElf.Bench.TestKit", "AElf.Bench.Tests"];
        Assert.All(
            [Core, .. Libraries.Keys],
            library => Assert.DoesNotContain(
                ReferencesOf(library), reference => outermost.Contains(reference, StringComparer.Ordinal)));
    }

    [Theory]
    [MemberData(nameof(ProgramNames))]
    public void Program_References_AreCoreAndLibrariesOnly(string program) =>
        Assert.All(
            ReferencesOf(program).Where(IsOurs),
            reference => Assert.Contains(reference, (string[])[Core, .. Libraries.Keys], StringComparer.Ordinal));

    // The benchmark builds the other two programs and contains them, since scenarios start them.
    [Theory]
    [MemberData(nameof(ProgramNames))]
    public void Program_References_IncludeNoOtherProgram(string program)
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
