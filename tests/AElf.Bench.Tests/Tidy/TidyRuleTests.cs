namespace AElf.Bench.Tests.Tidy;

public sealed class TidyRuleTests
{
    [Theory]
    [InlineData("src/P/A.cs", 120, 0)]
    [InlineData("src/P/A.cs", 121, 1)]
    [InlineData("scripts/a.sh", 121, 1)]
    [InlineData("README.md", 121, 1)]
    public void Line_Over120Columns_IsFound(string path, int columns, int expected) =>
        Assert.Equal(
            expected, Assert.Single(new LineWidth().Apply([new(path, $"short\n{new string('x', columns)}\n")])).Value);

    [Theory]
    [InlineData("| ")]
    [InlineData("See https://example.org/")]
    public void Line_TableOrAddressInADocument_MayBeLonger(string start) =>
        Assert.Equal(0, Assert.Single(new LineWidth().Apply([new("README.md", start + new string('x', 200))])).Value);

    [Fact]
    public void Lines_SeveralProjects_AreCountedEachWithTheirPlaces()
    {
        var wide = $"\n{new string('x', 130)}\n";
        Measure[] measures =
        [
            .. new LineWidth().Apply(
                [new("src/P/A.cs", wide), new("src/P/B/C.cs", wide), new("src/Q/A.cs", ""), new("README.md", wide)]),
        ];
        Assert.Equal(
            [("P", 2), ("Q", 0), ("documents", 1)],
            measures.Select(measure => (measure.Name.Split(' ')[^1], measure.Value)));
        Prose.AssertNames(measures[0].Places[0], "src/P/A.cs:2", "130");
    }

    [Theory]
    [InlineData("[a](b.md)", "docs/b.md does not exist")]
    [InlineData("[a](#c)", "docs/a.md has no heading #c")]
    [InlineData("[a\nb](../README.md#words)", "README.md has no heading #words")]
    public void Links_Broken_AreFound(string text, string problem) =>
        Assert.Equal(
            [$"docs/a.md:3: {problem}"],
            Assert.Single(new Links().Apply([new("docs/a.md", $"# A\n\n{text}\n"), new("README.md", "# B\n")])).Places);

    [Theory]
    [InlineData("[a](#the-rule-of-ab---1)\n\n# The rule of `a.b`, - 1\n")]
    [InlineData("[a](#b-1)\n\n# B\n\n## B\n")]
    [InlineData("[a](../README.md#b), [c](../README.md), [d](../AElf.Bench.sln), [e](https://example.org/f#g)")]
    [InlineData("`[a](b.md)`\n\n```text\n[a](b.md)\n```\n")]
    public void Links_Valid_AreNotFound(string text) =>
        Assert.Empty(Assert.Single(new Links().Apply([new("docs/a.md", text), new("README.md", "# B\n")])).Places);

    [Theory]
    [InlineData("int MostLanes;")]
    [InlineData("int mostLanes;")]
    [InlineData("void Hear() { }")]
    [InlineData("void HearDone() { }")]
    [InlineData("class Happening { }")]
    [InlineData("int untold;")]
    [InlineData("int lastTold;")]
    [InlineData("class RunDesk { }")]
    [InlineData("void GoOnFrom() { }")]
    public void Words_NotOfTheField_AreFound(string member) =>
        Assert.Equal(1, Count(new Words(), $"class A {{ {member} }}"));

    [Theory]
    [InlineData("int MaxLanes;")]
    [InlineData("int Mostly;")]
    [InlineData("int AllowedHosts;")]
    [InlineData("int Utmost;")]
    [InlineData("void Heartbeat() {}")]
    [InlineData("int LongestFirst;")]
    [InlineData("void A_worker_is_told_once() {}")]
    [InlineData("// what it is told")]
    [InlineData("string Text = \"told\";")]
    public void Words_OfTheField_AreNotFound(string member) =>
        Assert.Equal(0, Count(new Words(), $"class A {{\n{member}\n}}"));

    [Theory]
    [InlineData("src/P/A.cs", "/// <summary>Null when there is none.</summary>", 1)]
    [InlineData("src/P/A.cs", "    // The worker holds what is\n    // not its own.", 1)]
    [InlineData("src/P/A.cs", "string Text = \"Nobody answers\";", 1)]
    [InlineData("docs/a.md", "An index that is there is gone\non with.", 1)]
    [InlineData("src/P/A.cs", "void ThrowIfNobodyListens() { }", 0)]
    [InlineData("src/P/A.cs", "/// <summary>Null if it is not known.</summary>", 0)]
    [InlineData("tests/T/A.cs", "// There is none.", 0)]
    public void Phrases_OfProductAndDocuments_AreCounted(string path, string text, int expected) =>
        Assert.Equal(expected, Assert.Single(new Phrases().Apply([new(path, text)])).Value);

    [Fact]
    public void Folders_UsingEachOther_AreACycle()
    {
        SourceFile[] files =
        [
            new("src/P/One/A.cs", "using P.Two; namespace P.One; class A { B b; }"),
            new("src/P/Two/B.cs", "using P.Three; namespace P.Two; class B { C c; }"),
            new("src/P/Three/C.cs", "using P.One; namespace P.Three; class C { void Go() => A.Run(); }"),
            new("src/P/Four/D.cs", "using P.One; namespace P.Four; class D { A a; }"),
        ];

        var cycles = Assert.Single(new FolderCycles().Apply(files));
        Assert.Equal(3, cycles.Value);
        Prose.AssertNames(cycles.Places[0], "src/P/One", "src/P/Two", "src/P/One/A.cs:1");
        Assert.Equal(0, Assert.Single(new FolderCycles().Apply(files[1..])).Value);
    }

    [Theory]
    [InlineData("class B { One.A a; }")]
    [InlineData("class B { int x = P.One.A.Number; }")]
    [InlineData("class B { object x = new List<A>(); }")]
    public void Type_NamedWithNamespaceOrAsArgument_IsUsed(string code) =>
        Assert.Equal(2, CycleWith(code));

    [Theory]
    [InlineData("class B { int x = One.Other.A; }")]
    [InlineData("class B { Box x = new() { A = 1 }; }")]
    [InlineData("class B { void Go() => Run(A: 1); }")]
    public void UnusedTypes_MemberWithTheNameOfAType_DoesNotCountAsUse(string code) => Assert.Equal(0, CycleWith(code));

    [Fact]
    public void Type_NamedOnlyByItself_IsUnused()
    {
        SourceFile[] files =
        [
            new("src/P/A.cs", "class A { A() { } A next; } class B;"), new("src/P/C.cs", "class C { C(B b) { } }"),
            new("tests/T/B.cs", "/// <see cref=\"A\"/>\nclass T { B b; C c; }"),
        ];

        Measure[] measures = [.. new UnusedTypes().Apply(files)];
        Assert.Equal(["src/P/A.cs:1 A"], measures[0].Places);
        Assert.Equal(["src/P/C.cs:1 C"], measures[1].Places);
    }

    [Theory]
    [InlineData("static class A { static int Twice(this int x) => x; }")]
    [InlineData("static class A { extension(int x) { int Twice() => x; } }")]
    public void ExtensionClass_NotNamed_IsUsed(string code) =>
        Assert.All(new UnusedTypes().Apply([new SourceFile("src/P/A.cs", code)]), each => Assert.Equal(0, each.Value));

    [Fact]
    public void MethodLength_WithComments_CountsOtherLines() =>
        Assert.Equal(4, Count(new MethodLength(), "class A\n{\n/// <summary/>\n[X]\nvoid B()\n{\ny();\n}\n}\n"));

    [Fact]
    public void FileLength_File_IsItsLines() => Assert.Equal(2, Count(new FileLength(), "class A;\nclass B;\n"));

    [Fact]
    public void Parameters_OfTypesAndMethodsExceptRecords_AreCounted() =>
        Assert.Equal(
            3,
            Count(
                new ParameterCount(),
                "record R(int A, int B, int C, int D); class A(int a, int b) { void M(int x, int y, int z) { } }"));

    [Fact]
    public void TypesUsed_OfOtherFiles_AreCountedOnce()
    {
        SourceFile[] files =
        [
            new("src/P/A.cs", "namespace P; class A { B b; B c; C d; Own e; int f; } class Own;"),
            new("src/P/B.cs", "namespace P; class B;"), new("src/P/C.cs", "namespace P; class C { B b; }"),
        ];

        Assert.Equal(["src/P/A.cs: 2"], Assert.Single(new TypesUsed(most: 1).Apply(files)).Places);
        Assert.Empty(Assert.Single(new TypesUsed(most: 2).Apply(files)).Places);
    }

    [Fact]
    public void Tidy_SixEqualLinesInTwoMethods_AreRepeated()
    {
        var lines = string.Join('\n', Enumerable.Range(0, 6).Select(number => $"M({number});"));
        string[] five = [.. lines.Split('\n').Take(5)];
        var code = $"class A {{ void B()\n{{\n{lines}\n}}\nvoid C()\n{{\n// why\n{lines}\nD();\n}} }}";

        var repeated = Assert.Single(new RepeatedLines().Apply([new("src/P/A.cs", code)]));
        Assert.Equal(12, repeated.Value);
        Assert.Contains("src/P/A.cs:3", repeated.Places);
        Assert.Equal(0, Count(new RepeatedLines(), code.Replace(lines, string.Join('\n', five))));
    }

    [Fact]
    public void NamedPlaces_FilesThatNameASettingOrVerb_AreCounted()
    {
        SourceFile[] files =
        [
            new("src/P/S.cs", "namespace P; class S { static readonly Setting<int> X, Y; }"),
            .. Enumerable.Range(0, 4).Select(
                number => new SourceFile($"src/P/{number}.cs", "namespace P; class A { int x = S.X + S.X; }")),
            new("src/P/Y.cs", "namespace P; class Z { int y = S.Y; Verbs.OneVerb v; }"),
            new("src/P/W.cs", "namespace P; class W { Verbs.OneVerb v; }"),
            new("src/P/Verbs/OneVerb.cs", "namespace P.Verbs; class OneVerb { Helper h; }"),
            new("src/P/Verbs/Helper.cs", "namespace P.Verbs; class Helper { OneVerb v; }"),
        ];

        Measure[] measures = [.. new NamedPlaces().Apply(files)];
        Assert.Equal(["S.X in 4 files"], measures[0].Places);
        Assert.Equal(["OneVerb in 2 files"], measures[2].Places);
    }

    [Theory]
    [InlineData("/// <summary>The lanes of the actor.</summary>\npublic int ActorLanes;", 1)]
    [InlineData("/// <summary>What it lists.</summary>\n[X]\npublic int List;", 1)]
    [InlineData("/// <summary>Lanes, in use now.</summary>\npublic int Lanes;", 0)]
    [InlineData("/// <summary>The lanes.</summary>\n/// <exception cref=\"X\"/>\npublic int Lanes;", 0)]
    [InlineData("/// <summary>\n/// The lanes.\n/// </summary>\npublic int Lanes;", 0)]
    public void Summary_RepeatsNames_IsFound(string member, int expected) =>
        Assert.Equal(
            expected, new Documentation().Apply([new("src/P/A.cs", $"class A {{\n{member}\n}}")]).Last().Value);

    [Theory]
    [InlineData("/// <param name=\"busyLane\">The lane that is busy.</param>", 1)]
    [InlineData("/// <param name=\"lane\">Null for none.</param>", 0)]
    [InlineData("/// <param name=\"lanes\">The lanes, up to 4.</param>", 0)]
    public void ParameterLine_RepeatsItsName_IsFound(string line, int expected) =>
        Assert.Equal(expected, new Documentation().Apply([new("src/P/A.cs", $"{line}\n")]).ElementAt(1).Value);

    [Theory]
    [InlineData("public sealed class A;", 1)]
    [InlineData("internal class A;", 0)]
    [InlineData("/// <summary>Counts.</summary>\n[X]\npublic class A;", 0)]
    public void PublicType_WithoutASummary_IsFound(string code, int expected) =>
        Assert.Equal(expected, new Documentation().Apply([new("src/P/A.cs", $"\n{code}\n")]).First().Value);

    private static int CycleWith(string code)
    {
        SourceFile[] files =
        [
            new("src/P/One/A.cs", "using P.Two; namespace P.One; class A { B b; }"),
            new("src/P/Two/B.cs", $"using P.One; namespace P.Two; {code}"),
        ];
        return Assert.Single(new FolderCycles().Apply(files)).Value;
    }

    [Theory]
    [InlineData("Assert.Equal(\"a text of five words, long\", x)", 1)]
    [InlineData("Prose.AssertNames(x, $\"{y} has more words than it needs\")", 1)]
    [InlineData("Assert.All(x, each => Assert.Equal(\"a text of five words, long\", each))", 1)]
    [InlineData("Assert.Equal(\"a short text\", x)", 0)]
    [InlineData("Assert.Equal(\"A-long-text-without-any-spaces\", x)", 0)]
    [InlineData("Run(\"a text of five words, long\")", 0)]
    public void SentencesInAssertions_CountsLongTextsOfAssertions(string call, int count) => Assert.Equal(
        count,
        Assert.Single(
            new SentencesInAssertions().Apply([new("tests/P/A.cs", $"class A {{ void B() => {call}; }}")])).Value);

    private static int Count(TidyRule rule, string code) =>
        Assert.Single(rule.Apply([new SourceFile("src/P/A.cs", code)])).Value;

    [Theory]
    [InlineData("var x = 1;\nreturn x;", 2)]
    [InlineData("\n  \n// A comment\n/// <summary>Text</summary>\n{\n});\n];", 0)]
    [InlineData("using System;\nusing static A.B;\nusing C = D.E;\nnamespace A.B;", 0)]
    [InlineData("using var file = Open();", 1)]
    public void Substance_LeavesOutLinesWithoutCode(string text, int expected) =>
        Assert.Equal(expected, Substance.Of(new("src/P/A.cs", text)));
}
