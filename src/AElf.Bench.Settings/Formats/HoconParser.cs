using System.Text.Json;
using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.Formats;

/// <summary>The kind of a value in a HOCON file.</summary>
internal enum HoconKind
{
    None,
    Text,
    Array,
    Object,
    Substitution,
}

/// <summary>A value in a HOCON file, with its path.</summary>
/// <param name="Where">File and line.</param>
/// <param name="Text">The text, or the path that a substitution names; null for arrays and objects.</param>
internal sealed record HoconEntry(string Path, string Where, HoconKind Kind, string? Text = null);

/// <summary>
/// Reads HOCON text as a list of entries, in the order of the text. Reads an include where it occurs; does not resolve
/// substitutions.
/// </summary>
/// <param name="file">The file's path, for messages.</param>
/// <param name="include">Reads an included file, by place, name as written and path of the object.</param>
internal sealed partial class HoconParser(
    string file, string text, List<HoconEntry> entries, Action<string, string, string> include)
{
    /// <summary>Maximum nesting of objects and arrays.</summary>
    public const int MaxDepth = 32;

    private const char End = '\0';
    private const char Plain = 'a';
    private const char Blank = ' ';

    private int position;
    private int lineNumber = 1;
    private int depth;
    private (char Kind, string Text) next;

    private string Where => $"{file}:{lineNumber}";

    /// <summary>Reads the whole file into the object at <paramref name="path"/>.</summary>
    /// <exception cref="ConfigurationFormatException">The text is not HOCON.</exception>
    public void Parse(string path)
    {
        Advance();
        Skip(commas: false);
        var isBraced = next.Kind is '{';
        if (isBraced)
        {
            ReadAll(() => ReadMember(path));
        }

        for (Skip(commas: !isBraced); next.Kind is not End; Skip(commas: true))
        {
            if (isBraced || next.Kind is '}')
            {
                throw Wrong($"unexpected {Shown()}", "expected as many '}' as '{', and the end of the file after them");
            }

            ReadMember(path);
        }
    }

    // Reads the content of brackets.
    private void ReadAll(Action readOne)
    {
        var (open, openLine) = (next.Kind, lineNumber);
        var close = open is '{' ? '}' : ']';
        if (++depth > MaxDepth)
        {
            throw Wrong("nesting is too deep", $"expected at most {MaxDepth} levels");
        }

        Advance();
        for (Skip(commas: true); next.Kind is not (End or '}' or ']'); Skip(commas: true))
        {
            readOne();
        }

        if (next.Kind != close)
        {
            throw Wrong($"unexpected {Shown()}, the '{open}' of line {openLine} is still open", $"expected '{close}'");
        }

        Advance();
        depth--;
    }

    private void ReadMember(string path)
    {
        var isInclude = next is (Plain, "include");
        var key = ReadKey();
        if (isInclude && next.Kind is Plain or '"')
        {
            include(
                Where,
                next.Kind is '"' ? next.Text : throw Wrong("unsupported kind of include", "expected include \"file\""),
                path);
            Advance();
            return;
        }

        var target = path.Length == 0 ? key : $"{path}.{key}";
        if (next.Kind is '+')
        {
            entries.Add(new(target, Where, HoconKind.Array));
            target += ".[]";
        }

        if (next.Kind is '=' or ':' or '+')
        {
            Advance();
            Skip(commas: false);
        }
        else if (next.Kind is not '{')
        {
            throw Wrong($"unexpected {Shown()} after the key {Quoted.Text(key)}", "expected '=', ':', '+=' or '{'");
        }

        ReadValue(target);
    }

    /// <summary>Reads names separated by dots. An empty name and a name with a dot keep their quotes.</summary>
    private string ReadKey()
    {
        var key = "";
        for (; next.Kind is Plain or '"'; Advance())
        {
            key += next.Kind is '"' && (next.Text.Length == 0 || next.Text.Contains('.', StringComparison.Ordinal))
                ? $"\"{next.Text}\""
                : next.Text;
        }

        if (key.Split('.').Contains(""))
        {
            throw Wrong(key.Length == 0 ? $"unexpected {Shown()}" : $"{Quoted.Text(key)} has an empty name",
                "expected the name of a key");
        }

        SkipBlank();
        return key;
    }

    private void ReadValue(string path)
    {
        var (where, kind, glued, blank) = (Where, HoconKind.None, "", "");
        for (var part = ReadPart(); part is not HoconKind.None; part = ReadPart())
        {
            if (part != kind && kind is HoconKind.Text or HoconKind.Array or HoconKind.Object
                && part is not HoconKind.Substitution)
            {
                throw new ConfigurationFormatException(
                    where, "a value of mixed kinds", "expected only texts, only arrays or only objects side by side");
            }

            kind = kind is HoconKind.Substitution ? kind : part;
            blank = SkipBlank();
        }

        switch (kind)
        {
            case HoconKind.None:
                throw Wrong($"unexpected {Shown()}", "expected a value");
            case HoconKind.Text or HoconKind.Array:
                entries.Add(new(path, where, kind, kind is HoconKind.Text ? glued : null));
                break;
        }

        HoconKind ReadPart()
        {
            switch (next.Kind)
            {
                case '{':
                    entries.Add(new(path, Where, HoconKind.Object));
                    ReadAll(() => ReadMember(path));
                    return HoconKind.Object;
                case '[':
                    // No setting is in an array.
                    ReadAll(() => ReadValue($"{path}.[]"));
                    return HoconKind.Array;
                case '$':
                    entries.Add(new(path, Where, HoconKind.Substitution, next.Text));
                    Advance();
                    return HoconKind.Substitution;
                case Plain or '"':
                    glued += (glued.Length > 0 ? blank : "") + next.Text;
                    Advance();
                    return HoconKind.Text;
                default:
                    return HoconKind.None;
            }
        }
    }

    private void Advance()
    {
        lineNumber += next.Kind is '\n' ? 1 : 0;
        var token = Token.Match(text, position);
        position += token.Length;
        next = token switch
        {
            _ when position == text.Length && token.Length == 0 => (End, ""),
            { Success: false } => throw Unexpected(text[position]),
            _ when token.Groups["long"] is { Success: true, Value: var raw } => ('"', raw),
            _ when token.Groups["quoted"] is { Success: true, Value: var quoted } => ('"', Unescaped(quoted)),
            _ when token.Groups["path"] is { Success: true, Value: var path } => ('$', path.Trim()),
            _ when token.Groups["plain"].Success => (Plain, token.Value),
            _ when token.Groups["blank"].Success => (Blank, token.Value),
            _ => (token.Value[0], token.Value),
        };
    }

    // The escapes are the same as in JSON.
    private string Unescaped(string quoted)
    {
        try
        {
            return quoted.Contains('\\', StringComparison.Ordinal)
                ? JsonDocument.Parse($"\"{quoted}\"").RootElement.GetString()!
                : quoted;
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            throw Wrong(
                "unknown escape or control character in a quoted text",
                "expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
        }
    }

    private string SkipBlank()
    {
        var blank = next.Kind is Blank ? next.Text : "";
        if (blank.Length > 0)
        {
            Advance();
        }

        return blank;
    }

    private void Skip(bool commas)
    {
        while (next.Kind is Blank or '\n' || (commas && next.Kind is ','))
        {
            Advance();
        }
    }

    private string Shown() => next.Kind switch
    {
        End => "end of the file",
        '\n' => "end of the line",
        _ => Quoted.Text(next.Text[..Math.Min(1, next.Text.Length)]),
    };

    private ConfigurationFormatException Unexpected(char letter) => letter switch
    {
        '"' when position > 0 && text[position - 1] is '"' =>
            Wrong("unexpected end of the file in a triple-quoted text", "expected '\"\"\"'"),
        '"' => Wrong(
            $"unexpected end of the {(text.IndexOf('\n', position) < 0 ? "file" : "line")} in a quoted text",
            "expected '\"'"),
        '$' => Wrong(
            "unexpected '$' outside quotes", "expected ${path}, or a text with this character in double quotes"),
        _ => Wrong(
            $"unexpected {Quoted.Text(letter.ToString())} outside quotes",
            "put a text with this character in double quotes"),
    };

    private ConfigurationFormatException Wrong(string problem, string advice) => new(Where, problem, advice);

    // Quotes directly before the three closing quotes belong to the text. A comment counts as blank.
    [GeneratedRegex(
        """"
        \G(?: (?<blank> (?: [^\S\n] | (?:\#|//) [^\n]* )+ )
            | """ (?<long> .*? ) """ (?!")
            | " (?<quoted> (?: [^"\\\n] | \\[^\n] )* ) "
            | \$\{ \?? (?<path> [^{}\n]* ) \}
            | (?<plain> (?: [^\s$"{}\[\]:=,+\#`^?!@*&\\/] | /(?!/) )+ )
            | \+= | [\n{}\[\]:=,] )
        """",
        RegexOptions.IgnorePatternWhitespace | RegexOptions.Singleline | RegexOptions.ExplicitCapture
            | RegexOptions.CultureInvariant,
        10_000)]
    private static partial Regex Token { get; }
}
