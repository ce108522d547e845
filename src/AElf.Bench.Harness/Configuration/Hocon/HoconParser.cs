using System.Globalization;
using System.Text;

namespace AElf.Bench.Harness.Configuration.Hocon;

/// <summary>Reads HOCON text into nodes. Substitutions stay as written; includes are merged where they stand.</summary>
internal sealed class HoconParser(string file, string text, Func<string, string, HoconObject> include)
{
    /// <summary>Deepest nesting of objects and arrays, dotted keys counted.</summary>
    public const int MostDepth = 32;

    private const string NotInPlainText = "$\"{}[]:=,+#`^?!@*&\\";
    private int _at;
    private int _line = 1;
    private int _depth;

    private char Letter => _at < text.Length ? text[_at] : '\0';

    private bool IsEnd => _at >= text.Length;

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

        var openLine = _line;
        _at++;
        ReadMembers(root, openLine);
        SkipWhite();
        return IsEnd ? root : throw Wrong(Shown(), "the end of the file after the last '}'");
    }

    private void ReadMembers(HoconObject target, int openLine)
    {
        for (SkipSeparators(); !IsEnd && Letter != '}'; SkipSeparators())
        {
            ReadMember(target);
        }

        if (IsEnd && openLine > 0)
        {
            throw Wrong($"the end of the file, with the '{{' of line {openLine} still open,", "a closing '}'");
        }

        if (!IsEnd && openLine == 0)
        {
            throw Wrong("a '}' that closes nothing", "as many '}' as '{'");
        }

        _at++;
    }

    private void ReadMember(HoconObject target)
    {
        var line = _line;
        var isQuoted = Letter == '"';
        var path = ReadPath();
        SkipBlanks();
        if (!isQuoted && path is ["include"] && Letter is '"' or 'f' or 'u' or 'r' or 'c')
        {
            ReadInclude(target);
            return;
        }

        var isAppend = text.AsSpan(_at).StartsWith("+=");
        if (isAppend || Letter is '=' or ':')
        {
            _at += isAppend ? 2 : 1;
            SkipWhite();
        }
        else if (Letter != '{')
        {
            throw Wrong($"{Shown()} after the key {Quoted.Text(string.Join('.', path))}", "'=', ':', '+=' or '{'");
        }

        Enter(path.Count);
        var value = ReadValue();
        _depth -= path.Count;
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
            throw Wrong("an include of another kind", "include \"file\"");
        }

        var where = $"{file}:{_line}";
        var name = ReadQuoted();
        Enter(1);
        target.Merge(include(where, name));
        _depth--;
    }

    private void Enter(int levels)
    {
        _depth += levels;
        if (_depth > MostDepth)
        {
            throw Wrong($"nesting deeper than {MostDepth}", $"at most {MostDepth} levels");
        }
    }

    private List<string> ReadPath()
    {
        var path = new List<string> { ReadName() };
        while (Letter == '.')
        {
            _at++;
            path.Add(ReadName());
            if (path.Count > MostDepth)
            {
                throw Wrong($"a key of more than {MostDepth} names", $"at most {MostDepth} levels");
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

        var start = _at;
        while (IsPlain() && Letter != '.' && !char.IsWhiteSpace(Letter))
        {
            _at++;
        }

        return _at > start ? text[start.._at] : throw Wrong(Shown(), "the name of a key");
    }

    private HoconNode ReadValue()
    {
        var line = _line;
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
            0 => throw Wrong(IsEnd ? "the end of the file instead of a value" : $"{Shown()} instead of a value", "a value"),
            1 => parts[0],
            _ => new HoconJoin(file, line, parts),
        };
    }

    private HoconNode ReadPart() => Letter switch
    {
        '{' => ReadObject(),
        '[' => ReadArray(),
        '"' => new HoconText(file, _line, ReadQuoted()),
        '$' => ReadSubstitution(),
        _ => char.IsWhiteSpace(Letter) ? new HoconText(file, _line, ReadWhile(() => char.IsWhiteSpace(Letter) && Letter != '\n'), isBlank: true) : ReadPlain(),
    };

    private HoconText ReadPlain()
    {
        var line = _line;
        var plain = ReadWhile(() => IsPlain() && !char.IsWhiteSpace(Letter));
        return plain.Length > 0
            ? new HoconText(file, line, plain)
            : throw Wrong($"{Shown()} outside quotes", "a text with this character in double quotes");
    }

    private HoconObject ReadObject()
    {
        var node = new HoconObject(file, _line);
        var openLine = _line;
        Enter(1);
        _at++;
        ReadMembers(node, openLine);
        _depth--;
        return node;
    }

    private HoconArray ReadArray()
    {
        var openLine = _line;
        var items = new List<HoconNode>();
        Enter(1);
        _at++;
        for (SkipSeparators(); !IsEnd && Letter != ']'; SkipSeparators())
        {
            items.Add(Letter == '}' ? throw Wrong($"a '}}' inside the '[' of line {openLine}", "a closing ']'") : ReadValue());
        }

        if (IsEnd)
        {
            throw Wrong($"the end of the file, with the '[' of line {openLine} still open,", "a closing ']'");
        }

        _at++;
        _depth--;
        return new HoconArray(file, openLine, items);
    }

    private HoconSubstitution ReadSubstitution()
    {
        var line = _line;
        var isOptional = text.AsSpan(_at).StartsWith("${?");
        if (!isOptional && !text.AsSpan(_at).StartsWith("${"))
        {
            throw Wrong("'$' outside quotes", "${path}, or a text with this character in double quotes,");
        }

        _at += isOptional ? 3 : 2;
        SkipBlanks();
        var path = ReadPath();
        SkipBlanks();
        if (Letter != '}')
        {
            throw Wrong($"{Shown()} in a substitution", "a closing '}'");
        }

        _at++;
        return new HoconSubstitution(file, line, path, isOptional);
    }

    private string ReadQuoted()
    {
        if (text.AsSpan(_at).StartsWith("\"\"\""))
        {
            return ReadTripleQuoted();
        }

        var read = new StringBuilder();
        for (_at++; Letter != '"'; _at++)
        {
            if (IsEnd || Letter == '\n')
            {
                throw Wrong(IsEnd ? "the end of the file in a quoted text" : "the end of the line in a quoted text", "a closing '\"'");
            }

            read.Append(Letter == '\\' ? ReadEscape() : Letter);
        }

        _at++;
        return read.ToString();
    }

    private char ReadEscape()
    {
        _at++;
        const string Names = "\"\\/bfnrt";
        const string Meanings = "\"\\/\b\f\n\r\t";
        var index = IsEnd ? -1 : Names.IndexOf(Letter, StringComparison.Ordinal);
        if (index >= 0)
        {
            return Meanings[index];
        }

        if (Letter == 'u' && _at + 4 < text.Length && ushort.TryParse(text.AsSpan(_at + 1, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var code))
        {
            _at += 4;
            return (char)code;
        }

        throw Wrong("an unknown escape after '\\'", "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
    }

    private string ReadTripleQuoted()
    {
        var start = _at + 3;
        var end = text.IndexOf("\"\"\"", start, StringComparison.Ordinal);
        if (end < 0)
        {
            throw Wrong("the end of the file in a triple-quoted text", "a closing '\"\"\"'");
        }

        // Quotes right before the closing three belong to the text.
        while (end + 3 < text.Length && text[end + 3] == '"')
        {
            end++;
        }

        _line += text.AsSpan(start, end - start).Count('\n');
        _at = end + 3;
        return text[start..end];
    }

    private string ReadWhile(Func<bool> isWanted)
    {
        var start = _at;
        while (!IsEnd && isWanted())
        {
            _at++;
        }

        return text[start.._at];
    }

    private bool IsPlain() => !IsEnd && !NotInPlainText.Contains(Letter, StringComparison.Ordinal) && Letter != '\n' && !IsComment();

    private bool IsComment() => Letter == '#' || text.AsSpan(_at).StartsWith("//");

    private void SkipBlanks()
    {
        while (!IsEnd && Letter != '\n' && char.IsWhiteSpace(Letter))
        {
            _at++;
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
                var end = text.IndexOf('\n', _at);
                _at = end < 0 ? text.Length : end;
            }
            else if (char.IsWhiteSpace(Letter) || (commas && Letter == ','))
            {
                _line += Letter == '\n' ? 1 : 0;
                _at++;
            }
            else
            {
                return;
            }
        }
    }

    private string Shown() => IsEnd ? "the end of the file" : Letter == '\n' ? "the end of the line" : Quoted.Text(Letter.ToString());

    private ConfigurationFormatException Wrong(string given, string right) => new($"{file}:{_line}", given, right);
}
