using System.Text;
using System.Text.Json;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.Formats;

/// <summary>
/// Reads HOCON text, and passes its values on. Reads includes at their place, and only records substitutions.
/// </summary>
/// <param name="file">The file's path, for messages.</param>
/// <param name="values">Receives the values.</param>
/// <param name="references">Receives the references of values.</param>
/// <param name="include">Reads a file: place and name as written, path of its object.</param>
internal sealed class HoconParser(
    string file, string text, HoconValues values, HoconReferences references, Action<string, string, string?> include)
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
    public void Parse(string? path)
    {
        SkipOver(commas: false);
        if (Letter != '{')
        {
            ReadMembers(path, openLine: 0);
            return;
        }

        position++;
        ReadMembers(path, lineNumber);
        SkipOver(commas: false);
        if (!IsEnd)
        {
            throw Wrong($"unexpected {Shown()}", "expected the end of the file after the last '}'");
        }
    }

    private void ReadMembers(string? path, int openLine)
    {
        for (SkipOver(commas: true); !IsEnd && Letter != '}'; SkipOver(commas: true))
        {
            ReadMember(path);
        }

        if (IsEnd && openLine > 0)
        {
            throw Wrong($"unexpected end of the file, the '{{' of line {openLine} is still open", "expected '}'");
        }

        if (!IsEnd && openLine == 0)
        {
            throw Wrong("unexpected '}' without a '{'", "expected as many '}' as '{'");
        }

        position++;
    }

    private void ReadMember(string? path)
    {
        var isQuoted = Letter == '"';
        var names = ReadPath();
        ReadWhile(() => IsBlank);
        if (!isQuoted && names is ["include"] && Letter is '"' or 'f' or 'u' or 'r' or 'c')
        {
            ReadInclude(path);
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
            throw Wrong(
                $"unexpected {Shown()} after the key {Quoted.Text(string.Join('.', names))}",
                "expected '=', ':', '+=' or '{'");
        }

        var target = names.Aggregate(path, values.Under);
        if (isAppend)
        {
            values.Put(target, Where, HoconKind.Array);
        }

        references.Enter(names);
        ReadValue(isAppend ? null : target);
        references.Leave(names);
    }

    private void ReadInclude(string? path)
    {
        if (Letter != '"')
        {
            throw Wrong("unsupported kind of include", "expected include \"file\"");
        }

        var where = Where;
        var name = ReadQuoted();
        Enter();
        include(where, name, path);
        depth--;
    }

    private void Enter()
    {
        if (++depth > MaxDepth)
        {
            throw Wrong("nesting is too deep", $"expected at most {MaxDepth} levels");
        }
    }

    private List<string> ReadPath()
    {
        var path = new List<string> { ReadName() };
        for (; Letter == '.'; path.Add(ReadName()))
        {
            position++;
        }

        return path;
    }

    private string ReadName()
    {
        if (Letter == '"')
        {
            return ReadQuoted();
        }

        var name = ReadWhile(() => IsPlain() && Letter != '.' && !char.IsWhiteSpace(Letter));
        return name.Length > 0
            ? name
            : throw Wrong($"unexpected {Shown()}", "expected the name of a key");
    }

    private void ReadValue(string? path)
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
            if (kind is HoconKind.None || part is HoconKind.Substitution)
            {
                kind = part;
            }
            else if (part != kind && kind is not HoconKind.Substitution)
            {
                throw new ConfigurationFormatException(
                    where,
                    "a value of mixed kinds",
                    "expected only texts, only arrays or only objects side by side");
            }
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

    private HoconKind ReadPart(string? path, StringBuilder glued)
    {
        switch (Letter)
        {
            case '{':
                values.Put(path, Where, HoconKind.Object);
                Enter();
                position++;
                ReadMembers(path, lineNumber);
                depth--;
                return HoconKind.Object;
            case '[':
                ReadArray();
                return HoconKind.Array;
            case '$':
                ReadSubstitution();
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

    private void ReadArray()
    {
        var openLine = lineNumber;
        Enter();
        position++;
        for (SkipOver(commas: true); !IsEnd && Letter != ']'; SkipOver(commas: true))
        {
            if (Letter == '}')
            {
                throw Wrong($"unexpected '}}' inside the '[' of line {openLine}", "expected ']'");
            }

            ReadValue(path: null);
        }

        if (IsEnd)
        {
            throw Wrong($"unexpected end of the file, the '[' of line {openLine} is still open", "expected ']'");
        }

        position++;
        depth--;
    }

    private void ReadSubstitution()
    {
        var isOptional = text.AsSpan(position).StartsWith("${?");
        if (!isOptional && !text.AsSpan(position).StartsWith("${"))
        {
            throw Wrong(
                "unexpected '$' outside quotes", "expected ${path}, or a text with this character in double quotes");
        }

        position += isOptional ? 3 : 2;
        ReadWhile(() => IsBlank);
        references.Add(Where, ReadPath());
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
