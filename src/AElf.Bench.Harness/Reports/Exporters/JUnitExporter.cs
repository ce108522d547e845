using System.Globalization;
using System.Xml.Linq;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>
/// Writes the checks of a call as JUnit XML, a test case each: a failed check is a failure, and a warning is skipped,
/// which build servers show between passed and failed.
/// </summary>
/// <param name="path">The file.</param>
/// <param name="allowDisturbed">Whether a disturbed run only warns.</param>
public sealed class JUnitExporter(string path, bool allowDisturbed) : IReportExporter
{
    public void Export(IReadOnlyList<RunReport> runs, ReportSection? compared = null) =>
        Write(path, GateCheck.Suite, GateCheck.Of(runs, allowDisturbed));

    /// <summary>Replaces the file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="suite">Name of the suite.</param>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static void Write(string path, string suite, IReadOnlyList<GateCheck> checks) =>
        ReportFile.Replace(path, Format(suite, checks));

    public static string Format(string suite, IReadOnlyList<GateCheck> checks) =>
        $"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n{new XElement("testsuites", Suite(suite, checks))}\n"
            .ReplaceLineEndings("\n");

    private static XElement Suite(string name, IReadOnlyList<GateCheck> checks) => new(
        "testsuite",
        new XAttribute("name", name),
        new XAttribute("tests", checks.Count),
        new XAttribute("failures", Number(checks, CheckOutcome.Failed)),
        new XAttribute("errors", 0),
        new XAttribute("skipped", Number(checks, CheckOutcome.Warning)),
        checks.Select(check => Case(name, check)));

    private static XElement Case(string suite, GateCheck check)
    {
        var text = NumberFormat.OneLine(check.Text);
        return new(
            "testcase",
            new XAttribute("classname", suite),
            new XAttribute("name", NumberFormat.OneLine(check.Name)),
            check.Outcome switch
            {
                CheckOutcome.Failed => new XElement("failure", new XAttribute("message", text)),
                CheckOutcome.Warning => new XElement("skipped", new XAttribute("message", text)),
                _ => new XElement("system-out", text),
            });
    }

    private static string Number(IReadOnlyList<GateCheck> checks, CheckOutcome outcome) =>
        checks.Count(check => check.Outcome == outcome).ToString(CultureInfo.InvariantCulture);
}
