using System.Globalization;
using System.Xml.Linq;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>
/// The checks of a call as JUnit XML: a suite for each run and a test case for each check. A failed check is a
/// failure, a check that could not be made is an error, and a warning is skipped, which build servers show between
/// passed and failed. The schema allows a start time only for suites: a case began with its suite.
/// </summary>
public static class JUnitExporter
{
    /// <summary>Replaces the file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="suites">At least one.</param>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static void Write(string path, IReadOnlyList<CheckSuite> suites) => ReportFile.Replace(path, Format(suites));

    public static string Format(IReadOnlyList<CheckSuite> suites)
    {
        GateCheck[] checks = [.. suites.SelectMany(suite => suite.Checks)];
        var root = new XElement("testsuites", Totals(GateCheck.Suite, checks), suites.Select(Suite));
        return $"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n{root}\n".ReplaceLineEndings("\n");
    }

    private static XElement Suite(CheckSuite suite) => new(
        "testsuite",
        Totals(suite.Name, suite.Checks),
        new XAttribute("skipped", Number(suite.Checks, CheckOutcome.Warning)),
        suite.StartedUtc is { } started ? new XAttribute("timestamp", started) : null,
        suite.Label is { } label
            ? new XElement(
                "properties",
                new XElement("property", new XAttribute("name", "label"), new XAttribute("value", label)))
            : null,
        suite.Checks.Select(check => Case(suite.Name, check)));

    private static XAttribute[] Totals(string name, IReadOnlyList<GateCheck> checks) =>
    [
        new("name", name),
        new("tests", checks.Count),
        new("failures", Number(checks, CheckOutcome.Failed)),
        new("errors", Number(checks, CheckOutcome.Error)),
        new("time", Time(checks.Sum(check => check.Seconds))),
    ];

    private static XElement Case(string suite, GateCheck check)
    {
        var text = NumberFormat.OneLine(check.Text);
        return new(
            "testcase",
            new XAttribute("classname", suite),
            new XAttribute("name", NumberFormat.OneLine(check.Name)),
            new XAttribute("time", Time(check.Seconds)),
            check.Outcome switch
            {
                CheckOutcome.Failed => new XElement("failure", new XAttribute("message", text)),
                CheckOutcome.Error => new XElement("error", new XAttribute("message", text)),
                CheckOutcome.Warning => new XElement("skipped", new XAttribute("message", text)),
                _ => new XElement("system-out", text),
            });
    }

    private static string Number(IReadOnlyList<GateCheck> checks, CheckOutcome outcome) =>
        checks.Count(check => check.Outcome == outcome).ToString(CultureInfo.InvariantCulture);

    private static string Time(double seconds) => seconds.ToString("0.000", CultureInfo.InvariantCulture);
}
