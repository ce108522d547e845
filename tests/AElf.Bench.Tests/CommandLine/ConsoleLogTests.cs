using AElf.Bench.Settings.CommandLine;
using Microsoft.Extensions.Logging;

namespace AElf.Bench.Tests.CommandLine;

public sealed class ConsoleLogTests : ILogger
{
    private readonly List<string> records = [];

    [Theory]
    [InlineData("error: the store is away", "Error the store is away")]
    [InlineData("warning: a quote \" and a \\, é and\ttab", "Warning a quote \" and a \\, é and\ttab")]
    [InlineData("worker a joined: server b", "Information worker a joined: server b")]
    [InlineData("errors: none", "Information errors: none")]
    public void ConsoleLog_FirstWord_IsTheLevelOfTheRecord(string line, string record)
    {
        using var writer = new ConsoleLog.LineLogger(this, LogLevel.Information);

        writer.WriteLine(line);

        Assert.Equal([record], records);
    }

    [Fact]
    public void ConsoleLog_AnyLineBreak_SeparatesLinesWithoutEmptyOnes()
    {
        using var writer = new ConsoleLog.LineLogger(this, LogLevel.Warning);

        writer.Write("one, ");
        writer.Write(1);
        writer.Write("\r\n\n  \ntwo\nthr");
        Assert.Equal(2, records.Count);
        writer.WriteLine("ee");

        Assert.Equal(["Warning one, 1", "Warning two", "Warning three"], records);
    }

    void ILogger.Log<TState>(
        LogLevel logLevel, EventId eventId, TState state, Exception? exception,
        Func<TState, Exception?, string> formatter) => records.Add($"{logLevel} {formatter(state, exception)}");

    bool ILogger.IsEnabled(LogLevel logLevel) => true;

    IDisposable? ILogger.BeginScope<TState>(TState state) => null;
}
