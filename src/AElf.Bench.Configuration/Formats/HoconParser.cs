using System.Globalization;
using System.Text;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration.Formats;

/// <summary>Reads HOCON text into nodes. Substitutions stay as written; includes are merged where they stand.</summary>
internal sealed class HoconParser(string file, string text, Func<string, string, HoconObject> include)
{
    /// <summary>Deepest nesting of objects and arrays, dotted keys counted.</summary>
    public const int MaxDepth = 32;

    private const string NotInPlainText = "$\"{}[]:=,+#`^?!@*&\\";
    private int position;
    private int lineNumber = 1;
    private int depth;

    private char Letter => position < text.Length ? text[position] : '\0';

    private bool IsEnd => position >= text.Length;

    /// <summary>Reads the whole file.</summary>
    /// <exception cref="ConfigurationFormatException">The text is not HOCON.</exception>
    public HoconObject Parse()
    {
        var root = new HoconObject(file, 1);
        SkipWhite();
        if (Letter != '{')
        {
            ReadMembers(root, openLine: 0);
            return root;
        }

        var openLine = lineNumber;
        position++;
        ReadMembers(root, openLine);
        SkipWhite();
        return IsEnd ? root : throw Wrong($"unexpected {Shown()}", "expected the end of the file after the last '}'");
    }

    private void ReadMembers(HoconObject target, int openLine)
    {
        for (SkipSeparators(); !IsEnd && Letter != '}'; SkipSeparators())
        {
            ReadMember(target);
        }

        if (IsEnd && openLine > 0)
        {
            throw Wrong($"unexpected end of the file, the '{{' of line {openLine} is still open", "expected '}'");
        }

        if (!IsEnd && openLine == 0)
        {
            throw Wrong("unexpected '}', which closes nothing", "expected as many '}' as '{'");
        }

        position++;
    }

    private void ReadMember(HoconObject target)
    {
        var line = lineNumber;
        var isQuoted = Letter == '"';
        var path = ReadPath();
        SkipBlanks();
        if (!isQuoted && path is ["include"] && Letter is '"' or 'f' or 'u' or 'r' or 'c')
        {
            ReadInclude(target);
            return;
        }

        var isAppend = text.AsSpan(position).StartsWith("+=");
        if (isAppend || Letter is '=' or ':')
        {
            position += isAppend ? 2 : 1;
            SkipWhite();
        }
        else if (Letter != '{')
        {
            throw Wrong(
                $"unexpected {Shown()} after the key {Quoted.Text(string.Join('.', path))}",
                "expected '=', ':', '+=' or '{'");
        }

        Enter(path.Count);
        var value = ReadValue();
        depth -= path.Count;
        if (isAppend)
        {
            target.Append(file, line, path, value);
        }
        else
        {
            target.Put(file, line, path, value);
        }
    }

    private void ReadInclude(HoconObject target)
    {
        if (Letter != '"')
        {
            throw Wrong("unsupported kind of include", "expected include \"file\"");
        }

        var where = $"{file}:{lineNumber}";
        var name = ReadQuoted();
        Enter(1);
        target.Merge(include(where, name));
        depth--;
    }

    private void Enter(int levels)
    {
        depth += levels;
        if (depth > MaxDepth)
        {
            throw Wrong("nesting is too deep", $"expected at most {MaxDepth} levels");
        }
    }

    private List<string> ReadPath()
    {
        var path = new List<string> { ReadName() };
        while (Letter == '.')
        {
            position++;
            path.Add(ReadName());
            if (path.Count > MaxDepth)
            {
                throw Wrong($"a key of more than {MaxDepth} names", $"expected at most {MaxDepth} levels");
            }
        }

        return path;
    }

    private string ReadName()
    {
        if (Letter == '"')
        {
            return ReadQuoted();
        }

        var start = position;
        while (IsPlain() && Letter != '.' && !char.IsWhiteSpace(Letter))
        {
            position++;
        }

        return position > start
            ? text[start..position]
            : throw Wrong($"unexpected {Shown()}", "expected the name of a key");
    }

    private HoconNode ReadValue()
    {
        var line = lineNumber;
        var parts = new List<HoconNode>();
        while (!IsEnd && Letter is not ('\n' or ',' or '}' or ']') && !IsComment())
        {
            parts.Add(ReadPart());
        }

        while (parts is [.., HoconText { IsBlank: true }])
        {
            parts.RemoveAt(parts.Count - 1);
        }

        return parts.Count switch
        {
            0 => throw Wrong($"unexpected {Shown()}", "expected a value"),
            1 => parts[0],
            _ => new HoconJoin(file, line, parts),
        };
    }

    private HoconNode ReadPart() => Letter switch
    {
        '{' => ReadObject(),
        '[' => ReadArray(),
        '"' => new HoconText(file, lineNumber, ReadQuoted()),
        '$' => ReadSubstitution(),
        _ => char.IsWhiteSpace(Letter)
            ? new HoconText(
                file, lineNumber, ReadWhile(() => char.IsWhiteSpace(Letter) && Letter != '\n'), isBlank: true)
            : ReadPlain(),
    };

    private HoconText ReadPlain()
    {
        var line = lineNumber;
        var plain = ReadWhile(() => IsPlain() && !char.IsWhiteSpace(Letter));
        return plain.Length > 0
            ? new HoconText(file, line, plain)
            : throw Wrong($"unexpected {Shown()} outside quotes", "put a text with this character in double quotes");
    }

    private HoconObject ReadObject()
    {
        var node = new HoconObject(file, lineNumber);
        var openLine = lineNumber;
        Enter(1);
        position++;
        ReadMembers(node, openLine);
        depth--;
        return node;
    }

    private HoconArray ReadArray()
    {
        var openLine = lineNumber;
        var items = new List<HoconNode>();
        Enter(1);
        position++;
        for (SkipSeparators(); !IsEnd && Letter != ']'; SkipSeparators())
        {
            items.Add(Letter != '}'
                ? ReadValue()
                : throw Wrong($"unexpected '}}' inside the '[' of line {openLine}", "expected ']'"));
        }

        if (IsEnd)
        {
            throw Wrong($"unexpected end of the file, the '[' of line {openLine} is still open", "expected ']'");
        }

        position++;
        depth--;
        return new HoconArray(file, openLine, items);
    }

    private HoconSubstitution ReadSubstitution()
    {
        var line = lineNumber;
        var isOptional = text.AsSpan(position).StartsWith("${?");
        if (!isOptional && !text.AsSpan(position).StartsWith("${"))
        {
            throw Wrong(
                "unexpected '$' outside quotes", "expected ${path}, or a text with this character in double quotes");
        }

        position += isOptional ? 3 : 2;
        SkipBlanks();
        var path = ReadPath();
        SkipBlanks();
        if (Letter != '}')
        {
            throw Wrong($"unexpected {Shown()} in a substitution", "expected '}'");
        }

        position++;
        return new HoconSubstitution(file, line, path, isOptional);
    }

    private string ReadQuoted()
    {
        if (text.AsSpan(position).StartsWith("\"\"\""))
        {
            return ReadTripleQuoted();
        }

        var read = new StringBuilder();
        for (position++; Letter != '"'; position++)
        {
            if (IsEnd || Letter == '\n')
            {
                throw Wrong($"unexpected end of the {(IsEnd ? "file" : "line")} in a quoted text", "expected '\"'");
            }

            read.Append(Letter == '\\' ? ReadEscape() : Letter);
        }

        position++;
        return read.ToString();
    }

    private char ReadEscape()
    {
        position++;
        const string Names = "\"\\/bfnrt";
        const string Meanings = "\"\\/\b\f\n\r\t";
        var index = IsEnd ? -1 : Names.IndexOf(Letter, StringComparison.Ordinal);
        if (index >= 0)
        {
            return Meanings[index];
        }

        if (Letter == 'u'
            && position + 4 < text.Length
            && ushort.TryParse(
                text.AsSpan(position + 1, 4),
                NumberStyles.AllowHexSpecifier,
                CultureInfo.InvariantCulture,
                out var code))
        {
            position += 4;
            return (char)code;
        }

        throw Wrong("unknown escape after '\\'", "expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
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

    private void SkipBlanks()
    {
        while (!IsEnd && Letter != '\n' && char.IsWhiteSpace(Letter))
        {
            position++;
        }
    }

    private void SkipWhite() => SkipOver(commas: false);

    private void SkipSeparators() => SkipOver(commas: true);

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

    private string Shown() =>
        IsEnd ? "end of the file" : Letter == '\n' ? "end of the line" : Quoted.Text(Letter.ToString());

    private ConfigurationFormatException Wrong(string problem, string advice) =>
        new($"{file}:{lineNumber}", problem, advice);
}
