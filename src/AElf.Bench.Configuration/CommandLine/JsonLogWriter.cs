using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace AElf.Bench.Configuration.CommandLine;

/// <summary>
/// Writes each line as one JSON object, for who collects logs: <c>time</c> (ISO 8601 in UTC), <c>level</c> (error,
/// warning or info, by the word the line begins with), <c>program</c> and <c>message</c>. Empty lines are left out.
/// Not for many threads at once: the console's own lock is around it.
/// </summary>
/// <param name="output">Takes the objects, one in a line.</param>
/// <param name="program">What the lines are of.</param>
/// <param name="clock">The time of a line is that of its end.</param>
public sealed class JsonLogWriter(TextWriter output, string program, TimeProvider clock) : TextWriter
{
    private static readonly JsonSerializerOptions Readable = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    private static readonly string[] Levels = ["error", "warning"];

    private readonly StringBuilder line = new();

    /// <inheritdoc/>
    public override Encoding Encoding => output.Encoding;

    /// <inheritdoc/>
    public override void Write(char value)
    {
        if (value is '\n')
        {
            End();
        }
        else if (value is not '\r')
        {
            line.Append(value);
        }
    }

    /// <inheritdoc/>
    public override void Write(string? value)
    {
        foreach (var letter in value ?? "")
        {
            Write(letter);
        }
    }

    /// <inheritdoc/>
    public override void Flush() => output.Flush();

    private void End()
    {
        var text = line.ToString();
        line.Clear();
        if (string.IsNullOrWhiteSpace(text))
        {
            return;
        }

        var level = Array.Find(Levels, word => text.StartsWith($"{word}: ", StringComparison.Ordinal));
        var time = clock.GetUtcNow().UtcDateTime;
        output.WriteLine(JsonSerializer.Serialize(
            new
            {
                time = time.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture),
                level = level ?? "info",
                program,
                message = level is null ? text : text[(level.Length + 2)..],
            },
            Readable));
    }
}
