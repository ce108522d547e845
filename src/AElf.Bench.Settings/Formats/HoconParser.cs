using System.Text;
using System.Text.Json;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.Formats;

/// <summary>
/// Reads HOCON text, and passes its values on. Reads includes at their place, and only records substitutions.
/// </summary>
/// <param name="file">The file's path, for messages.</param>
/// <param name="values">Receives the values and their references.</param>
/// <param name="include">Reads a file: place and name as written, path of its object.</param>
internal sealed class HoconParser(
    string file, string text, HoconValues values, Action<string, string, string> include)
{
    /// <summary>Deepest nesting of objects and arrays.</summary>
    public const int MaxDepth = 32;

    private const string NotInPlainText = "$\"{}[]:=,+#`^?!@*&\\";
    private int position;
    private int lineNumber = 1;
    private int depth;

    private char Letter => position < text.Length ? text[position] : '\0';

    private bool IsEnd => position >= text.Length;

    private bool IsBlank => !IsEnd && Letter != '\n' && char.IsWhiteSpace(Letter);

    private string Where => $"{file}:{lineNumber}";

    /// <summary>Reads the whole file into the object at <paramref name="path"/>.</summary>
    /// <exception cref="ConfigurationFormatException">The text is not HOCON.</exception>
    public void Parse(string path)
    {
        SkipOver(commas: false);
        if (Letter == '{')
        {
            ReadAll('}', () => ReadMember(path));
            SkipOver(commas: false);
            if (!IsEnd)
            {
                throw Wrong($"unexpected {Shown()}", "expected the end of the file after the last '}'");
            }
        }

        for (SkipOver(commas: true); !IsEnd; SkipOver(commas: true))
        {
            if (Letter == '}')
            {
                throw Wrong("unexpected '}' without a '{'", "expected as many '}' as '{'");
            }

            ReadMember(path);
        }
    }

    /// <summary>Reads what stands in brackets.</summary>
    private void ReadAll(char close, Action readOne)
    {
        var (open, openLine) = (Letter, lineNumber);
        if (++depth > MaxDepth)
        {
            throw Wrong("nesting is too deep", $"expected at most {MaxDepth} levels");
        }

        position++;
        for (SkipOver(commas: true); !IsEnd && Letter is not ('}' or ']'); SkipOver(commas: true))
        {
            readOne();
        }

        if (Letter != close)
        {
            throw IsEnd
                ? Wrong(
                    $"unexpected end of the file, the '{open}' of line {openLine} is still open", $"expected '{close}'")
                : Wrong($"unexpected '{Letter}' inside the '{open}' of line {openLine}", $"expected '{close}'");
        }

        position++;
        depth--;
    }

    private void ReadMember(string path)
    {
        var isQuoted = Letter == '"';
        var key = ReadPath();
        ReadWhile(() => IsBlank);
        if (!isQuoted && key is "include" && Letter is '"' or 'f' or 'u' or 'r' or 'c')
        {
            include(
                Where,
                Letter == '"' ? ReadQuoted() : throw Wrong("unsupported kind of include", "expected include \"file\""),
                path);
            return;
        }

        var isAppend = text.AsSpan(position).StartsWith("+=");
        if (isAppend || Letter is '=' or ':')
        {
            position += isAppend ? 2 : 1;
            SkipOver(commas: false);
        }
        else if (Letter != '{')
        {
            throw Wrong($"unexpected {Shown()} after the key {Quoted.Text(key)}", "expected '=', ':', '+=' or '{'");
        }

        var target = path.Length == 0 ? key : $"{path}.{key}";
        if (isAppend)
        {
            values.Put(target, Where, HoconKind.Array);
        }

        ReadValue(isAppend ? ElementOf(target) : target);
    }

    // No setting is in an array.
    private static string ElementOf(string path) => $"{path}.[]";

    /// <summary>Reads names with dots between. An empty one, and one that has a dot itself, keep quotes.</summary>
    private string ReadPath()
    {
        var names = new List<string> { ReadName() };
        for (; Letter == '.'; names.Add(ReadName()))
        {
            position++;
        }

        return string.Join('.', names);
    }

    private string ReadName()
    {
        if (Letter == '"')
        {
            var quoted = ReadQuoted();
            return quoted.Length == 0 || quoted.Contains('.', StringComparison.Ordinal) ? $"\"{quoted}\"" : quoted;
        }

        var name = ReadWhile(() => IsPlain() && Letter != '.' && !char.IsWhiteSpace(Letter));
        return name.Length > 0 ? name : throw Wrong($"unexpected {Shown()}", "expected the name of a key");
    }

    private void ReadValue(string path)
    {
        var where = Where;
        var (kind, glued, length) = (HoconKind.None, new StringBuilder(), 0);
        while (!IsEnd && Letter is not ('\n' or ',' or '}' or ']') && !IsComment())
        {
            if (IsBlank)
            {
                glued.Append(ReadWhile(() => IsBlank));
                continue;
            }

            var part = ReadPart(path, glued);
            length = glued.Length;
            if (kind is not (HoconKind.None or HoconKind.Substitution) && part is not HoconKind.Substitution
                && part != kind)
            {
                throw new ConfigurationFormatException(
                    where,
                    "a value of mixed kinds",
                    "expected only texts, only arrays or only objects side by side");
            }

            kind = kind is HoconKind.Substitution ? kind : part;
        }

        if (kind is HoconKind.None)
        {
            throw Wrong($"unexpected {Shown()}", "expected a value");
        }

        if (kind is not HoconKind.Object)
        {
            values.Put(path, where, kind, kind is HoconKind.Text ? glued.ToString(0, length) : null);
        }
    }

    private HoconKind ReadPart(string path, StringBuilder glued)
    {
        switch (Letter)
        {
            case '{':
                values.Put(path, Where, HoconKind.Object);
                ReadAll('}', () => ReadMember(path));
                return HoconKind.Object;
            case '[':
                ReadAll(']', () => ReadValue(ElementOf(path)));
                return HoconKind.Array;
            case '$':
                ReadSubstitution(path);
                return HoconKind.Substitution;
            case '"':
                glued.Append(ReadQuoted());
                return HoconKind.Text;
        }

        var plain = ReadWhile(() => IsPlain() && !char.IsWhiteSpace(Letter));
        glued.Append(plain);
        return plain.Length > 0
            ? HoconKind.Text
            : throw Wrong($"unexpected {Shown()} outside quotes", "put a text with this character in double quotes");
    }

    private void ReadSubstitution(string path)
    {
        if (!text.AsSpan(position).StartsWith("${"))
        {
            throw Wrong(
                "unexpected '$' outside quotes", "expected ${path}, or a text with this character in double quotes");
        }

        position += text.AsSpan(position).StartsWith("${?") ? 3 : 2;
        ReadWhile(() => IsBlank);
        values.Refer(Where, path, ReadPath());
        ReadWhile(() => IsBlank);
        if (Letter != '}')
        {
            throw Wrong($"unexpected {Shown()} in a substitution", "expected '}'");
        }

        position++;
    }

    private string ReadQuoted()
    {
        if (text.AsSpan(position).StartsWith("\"\"\""))
        {
            return ReadTripleQuoted();
        }

        var start = ++position;
        while (Letter != '"')
        {
            position += Letter == '\\' ? 1 : 0;
            if (IsEnd || Letter == '\n')
            {
                throw Wrong($"unexpected end of the {(IsEnd ? "file" : "line")} in a quoted text", "expected '\"'");
            }

            position++;
        }

        return Unescaped(text[start..position++]);
    }

    // The escapes are those of JSON.
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

    private string ReadTripleQuoted()
    {
        var start = position + 3;
        var end = text.IndexOf("\"\"\"", start, StringComparison.Ordinal);
        if (end < 0)
        {
            throw Wrong("unexpected end of the file in a triple-quoted text", "expected '\"\"\"'");
        }

        // Quotes right before the closing three belong to the text.
        while (end + 3 < text.Length && text[end + 3] == '"')
        {
            end++;
        }

        lineNumber += text.AsSpan(start, end - start).Count('\n');
        position = end + 3;
        return text[start..end];
    }

    private string ReadWhile(Func<bool> isWanted)
    {
        var start = position;
        while (!IsEnd && isWanted())
        {
            position++;
        }

        return text[start..position];
    }

    private bool IsPlain() =>
        !IsEnd && !NotInPlainText.Contains(Letter, StringComparison.Ordinal) && Letter != '\n' && !IsComment();

    private bool IsComment() => Letter == '#' || text.AsSpan(position).StartsWith("//");

    private void SkipOver(bool commas)
    {
        while (!IsEnd)
        {
            if (IsComment())
            {
                var end = text.IndexOf('\n', position);
                position = end < 0 ? text.Length : end;
            }
            else if (char.IsWhiteSpace(Letter) || (commas && Letter == ','))
            {
                lineNumber += Letter == '\n' ? 1 : 0;
                position++;
            }
            else
            {
                return;
            }
        }
    }

    private string Shown() => IsEnd switch
    {
        true => "end of the file",
        false when Letter == '\n' => "end of the line",
        false => Quoted.Text(Letter.ToString()),
    };

    private ConfigurationFormatException Wrong(string problem, string advice) =>
        new(Where, problem, advice);
}
