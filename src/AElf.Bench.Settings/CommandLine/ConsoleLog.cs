using System.Reflection;
using System.Text;
using AElf.Bench.Core.Options;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Console;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>
/// Turns each line written to the console into a log record with a time and a level. The level is <c>error</c> or
/// <c>warning</c> if the line begins with this word, else that of the stream. Writers never wait for a slow terminal:
/// the log drops and counts records.
/// </summary>
public static class ConsoleLog
{
    private const string TimeFormat = "yyyy-MM-dd'T'HH:mm:ss.fff'Z'";
    private const int MaxWaiting = 2000;

    /// <summary>Replaces the console's streams until the process ends.</summary>
    /// <param name="quiet">Whether only warnings and errors are written.</param>
    /// <param name="withOutput">Whether standard output is a log too; otherwise it is a report.</param>
    public static void TakeConsole(LogFormat format, bool quiet, bool withOutput)
    {
        var factory = LoggerFactory.Create(logging => Configure(logging, format, quiet, withOutput));
        var logger = factory.CreateLogger(Assembly.GetEntryAssembly()?.GetName().Name ?? "");
        AppDomain.CurrentDomain.ProcessExit += (_, _) => factory.Dispose();
        Console.SetError(new LineLogger(logger, withOutput ? LogLevel.Warning : LogLevel.Information));
        if (withOutput)
        {
            Console.SetOut(new LineLogger(logger, LogLevel.Information));
        }
    }

    private static void Configure(ILoggingBuilder logging, LogFormat format, bool quiet, bool withOutput)
    {
        logging.SetMinimumLevel(quiet ? LogLevel.Warning : LogLevel.Information);
        logging.AddConsole(console =>
        {
            console.LogToStandardErrorThreshold = withOutput ? LogLevel.Warning : LogLevel.Trace;
            console.QueueFullMode = ConsoleLoggerQueueFullMode.DropWrite;
            console.MaxQueueLength = MaxWaiting;
            console.FormatterName = format switch
            {
                LogFormat.Json => ConsoleFormatterNames.Json,
                LogFormat.Systemd => ConsoleFormatterNames.Systemd,
                _ => ConsoleFormatterNames.Simple,
            };
        });
        logging.Services.Configure<SimpleConsoleFormatterOptions>(text =>
        {
            text.SingleLine = true;
            (text.TimestampFormat, text.UseUtcTimestamp) = ($"{TimeFormat} ", true);
        });
        logging.Services.Configure<JsonConsoleFormatterOptions>(
            json => (json.TimestampFormat, json.UseUtcTimestamp) = (TimeFormat, true));
    }

    /// <summary>Logs each line. Not safe for several threads: the console locks around it.</summary>
    internal sealed class LineLogger(ILogger logger, LogLevel usual) : TextWriter
    {
        private static readonly (string Word, LogLevel Level)[] Levels =
            [("error: ", LogLevel.Error), ("warning: ", LogLevel.Warning)];

        private readonly StringBuilder line = new();

        public override Encoding Encoding => Encoding.UTF8;

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

        private void End()
        {
            var text = line.ToString();
            line.Clear();
            if (string.IsNullOrWhiteSpace(text))
            {
                return;
            }

            var (word, level) = Array.Find(
                Levels, each => text.StartsWith(each.Word, StringComparison.Ordinal)) is { Word: not null } named
                ? named
                : ("", usual);
            logger.Log(level, default, text[word.Length..], exception: null, (message, _) => message);
        }
    }
}
