using System.Globalization;
using System.Text.Json;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Runs.Rules;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Verification;

/// <summary>The text of verified reports.</summary>
public static class VerificationSections
{
    private const int MaxText = 20;

    /// <summary>The figures of each run, then its guards.</summary>
    /// <param name="file">The verified file.</param>
    /// <param name="isVerbose">Whether to list fields and guards without a fault too.</param>
    public static IReadOnlyList<ReportSection> From(ReportVerification file, bool isVerbose) =>
        [.. file.Runs.SelectMany((run, index) => From(run, Label(file, index), isVerbose))];

    public static string Conclusion(RunVerification run)
    {
        var differing = run.Fields.Count(field => !field.IsSame);
        var broken = run.Guards.Count(guard => guard.State is GuardState.Broken);
        return run.Outcome switch
        {
            VerificationOutcome.NoClaim => "nothing to verify: the run has no figures, because it failed",
            VerificationOutcome.Verified =>
                $"verified: {Counted(run.Fields.Count, "figure")} follow from the raw data, "
                    + $"and {Counted(run.Guards.Count, "guard")} hold{Cautions(run)}",
            _ when run.Unchecked.Count > 0 => $"REFUSED: {Counted(run.Unchecked.Count, "figure")} cannot be checked, "
                + "since the report has no raw data",
            _ => $"REFUSED: {Count(differing)} of {Counted(run.Fields.Count, "figure")} differ, "
                + $"{Count(broken)} of {Counted(run.Guards.Count, "guard")} broken",
        };
    }

    private static string Label(ReportVerification file, int index) =>
        file.Runs.Count == 1 ? file.Path : $"{file.Path}, run {Count(index + 1)}";

    private static string Cautions(RunVerification run) =>
        run.Guards.Count(guard => guard.State is GuardState.Caution) is var cautions and > 0
            ? $", {Count(cautions)} with a caution"
            : "";

    private static IEnumerable<ReportSection> From(RunVerification run, string label, bool isVerbose)
    {
        var fields = run.Fields.Where(field => isVerbose || !field.IsSame).ToList();
        var guards = run.Guards.Where(guard => isVerbose || guard.State is not GuardState.Ok).ToList();
        yield return Figures(run, label, fields);
        if (guards.Count > 0)
        {
            yield return Guards(guards);
        }
    }

    private static ReportSection Figures(RunVerification run, string label, List<CheckedField> fields) =>
        new(label)
        {
            Figures =
            [
                new("claim", run.Claim),
                new("result", Conclusion(run))
                {
                    Tone = run.Outcome is VerificationOutcome.Refused ? ReportTone.Alarm : ReportTone.Strong,
                },
                new("reasons", run.Outcome is VerificationOutcome.NoClaim ? run.Reasons : []),
                new("not computed", run.Outcome is VerificationOutcome.NoClaim
                    ? []
                    : [$"observed or set: {string.Join(", ", RunVerification.Given)}"]),
                new("not checked", run.Unchecked.Count == 0 ? [] : [string.Join(", ", run.Unchecked)]),
            ],
            Tables = run.Unchecked.Count > 0 || fields.Count == 0 ? [] : [Table(fields)],
        };

    private static ReportSection Guards(List<Guard> guards) =>
        new("Guards")
        {
            Figures =
            [
                .. from guard in guards
                   let state = Shown(guard.State)
                   select new ReportFigure(guard.Name, $"{state.Word}: {guard.What}") { Tone = state.Tone },
            ],
        };

    /// <summary>Puts the fields of a list that agree into one row.</summary>
    private static ReportTable Table(IReadOnlyList<CheckedField> fields)
    {
        var rows = fields
            .GroupBy(field => field.IsSame ? RunVerification.PatternOf(field.Path) : field.Path, StringComparer.Ordinal)
            .Select(fields => (Path: fields.Key, Fields: fields.ToList()))
            .ToList();
        return new(
            [
                new("figure", IsText: true), new("in the report"), new("from the raw data"), new("", IsText: true),
            ],
            [.. rows.Select(row => Cells(row.Path, row.Fields))])
        {
            Audience = ReportAudience.Everyone,
            Tones = [.. rows.Select(row => row.Fields[0].IsSame ? ReportTone.Plain : ReportTone.Alarm)],
        };
    }

    private static string[] Cells(string path, List<CheckedField> fields) => fields is [var field]
        ? [path, Text(field.Given), Text(field.Derived), field.IsSame ? "ok" : "DIFFERENT"]
        : [path, Counted(fields.Count, "value"), Counted(fields.Count, "value"), "ok"];

    private static string Text(string? json)
    {
        if (json is null)
        {
            return None;
        }

        using var value = JsonDocument.Parse(json);
        var text = value.RootElement.ValueKind switch
        {
            JsonValueKind.Number => value.RootElement.GetDouble().ToString("G10", CultureInfo.InvariantCulture),
            JsonValueKind.String => value.RootElement.GetString()!,
            _ => json,
        };
        return Short(text, MaxText);
    }

    private static (string Word, ReportTone Tone) Shown(GuardState state) => state switch
    {
        GuardState.Ok => ("ok", ReportTone.Plain),
        GuardState.Caution => ("caution", ReportTone.Warning),
        _ => ("BROKEN", ReportTone.Alarm),
    };
}
