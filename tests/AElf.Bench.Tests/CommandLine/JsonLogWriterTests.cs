using System.Text.Json;
using AElf.Bench.Configuration.CommandLine;

namespace AElf.Bench.Tests.CommandLine;

public sealed class JsonLogWriterTests
{
    [Theory]
    [InlineData("error: the store is away", "error", "the store is away")]
    [InlineData("warning: a quote \" and a \\, é and\ttab", "warning", "a quote \" and a \\, é and\ttab")]
    [InlineData("worker a joined: server b", "info", "worker a joined: server b")]
    [InlineData("errors: none", "info", "errors: none")]
    public void A_line_becomes_an_object_with_the_level_that_its_first_word_says(
        string line, string level, string message)
    {
        using var text = new StringWriter();
        using var writer = new JsonLogWriter(text, "aelf", new Noon());

        writer.WriteLine(line);

        using var json = JsonDocument.Parse(text.ToString());
        Assert.Equal(
            ["2026-02-03T12:00:00.250Z", level, "aelf", message],
            json.RootElement.EnumerateObject().Select(field => field.Value.GetString()),
            StringComparer.Ordinal);
        Assert.Equal(
            ["time", "level", "program", "message"],
            json.RootElement.EnumerateObject().Select(field => field.Name),
            StringComparer.Ordinal);
    }

    [Fact]
    public void Lines_are_told_apart_however_they_are_written_and_empty_ones_are_left_out()
    {
        using var text = new StringWriter();
        using var writer = new JsonLogWriter(text, "aelf", new Noon());

        writer.Write("one, ");
        writer.Write(1);
        writer.Write("\r\n\n  \ntwo\nthr");
        Assert.Equal(2, text.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
        writer.WriteLine("ee");

        Assert.Equal(
            ["one, 1", "two", "three"],
            text.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(
                line => JsonDocument.Parse(line).RootElement.GetProperty("message").GetString()),
            StringComparer.Ordinal);
    }

    private sealed class Noon : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => new(2026, 2, 3, 12, 0, 0, 250, TimeSpan.Zero);
    }
}
