using AElf.Bench.Harness.Comparisons;
using AElf.Benchmark.Verbs.History;

namespace AElf.Benchmark.Verbs.Compare;

/// <summary>A comparison to make, checked: this build accepts the command lines of both sides.</summary>
internal sealed record CompareRequest
{
    /// <summary>The first word of a call for its workload; null when nothing is to be said.</summary>
    public string? Word { get; init; }

    /// <summary>What there was.</summary>
    public required ComparedSide Baseline { get; init; }

    /// <summary>What is to be accepted.</summary>
    public required ComparedSide Candidate { get; init; }

    /// <summary>Whether both are the same, so that the machine is measured.</summary>
    public bool IsSame { get; init; }

    /// <summary>What is looked for, and when there is enough.</summary>
    public required ComparisonLimits Limits { get; init; }

    /// <summary>The baseline's runs that were made before; null when it is run too.</summary>
    public StoredBaseline? Stored { get; init; }

    /// <summary>Where the candidate's runs are kept as a baseline, and nothing compared; null to compare.</summary>
    public string? SavedBaseline { get; init; }

    /// <summary>The class of this machine.</summary>
    public required MachineClass Machine { get; init; }

    /// <summary>Where what is kept of the candidate goes.</summary>
    public HistoryOutputs History { get; init; } = new(null, null, null);

    /// <summary>Whether only results and problems are shown.</summary>
    public bool Quiet { get; init; }

    /// <summary>Where its runs are kept; null for a new folder.</summary>
    public string? Folder { get; init; }

    /// <summary>Where the JSON goes; null writes none.</summary>
    public string? JsonOutput { get; init; }

    /// <summary>Where the Markdown goes; null writes none.</summary>
    public string? MarkdownOutput { get; init; }

    /// <summary>Where the web page goes; null writes none.</summary>
    public string? HtmlOutput { get; init; }

    /// <summary>Where what the candidate is judged by goes, as JUnit XML; null writes none.</summary>
    public string? JUnitOutput { get; init; }
}

/// <summary>A side of a comparison.</summary>
/// <param name="Label">What it is, for a reader.</param>
/// <param name="Program">What is run: a dll, or a program that needs no dotnet.</param>
/// <param name="Words">The whole command line of its runs.</param>
internal sealed record ComparedSide(string Label, string Program, IReadOnlyList<string> Words);
