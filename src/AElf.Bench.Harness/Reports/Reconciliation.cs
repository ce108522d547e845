using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Reports;

/// <summary>How the operations sent compare with the operations that the servers served.</summary>
public enum ReconciliationOutcome
{
    /// <summary>Both sides agree to the last operation.</summary>
    Equal,

    /// <summary>The difference of both sides has an explanation.</summary>
    WithinBounds,

    /// <summary>The difference of both sides is larger than explained.</summary>
    Mismatch,

    /// <summary>The servers' counts are unknown.</summary>
    Unavailable,
}

/// <summary>
/// The result of comparing the operations of both sides. Its text is the published word, followed by the reason after a
/// colon.
/// </summary>
/// <param name="Outcome">How both sides compare.</param>
/// <param name="Reason">The reason; null if both sides are equal.</param>
[JsonConverter(typeof(ReconciliationConverter))]
public sealed record Reconciliation(ReconciliationOutcome Outcome, string? Reason = null)
{
    private static readonly string[] Words = ["equal", "within bounds", "mismatch", "unavailable"];

    /// <summary>Parses the text of <see cref="ToString"/>; any other text is unavailable.</summary>
    public static Reconciliation Parse(string text)
    {
        var word = text.Split(": ", 2);
        var outcome = Array.IndexOf(Words, word[0]);
        return outcome < 0
            ? new(ReconciliationOutcome.Unavailable, text)
            : new((ReconciliationOutcome)outcome, word.Length > 1 ? word[1] : null);
    }

    public override string ToString() => Reason is null ? Words[(int)Outcome] : $"{Words[(int)Outcome]}: {Reason}";
}

/// <summary>Writes a reconciliation as its text.</summary>
internal sealed class ReconciliationConverter() : TextConverter<Reconciliation>(Reconciliation.Parse);
