using System.Buffers.Text;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>
/// Writes the JSON of messages into one send buffer. Hexadecimal digits and numbers, which are nearly all bytes, are
/// formatted in place. The caller writes commas and brackets.
/// </summary>
internal sealed class JsonOutput
{
    private const int MaxNumberLength = 20;
    private const int MaxKept = 256 << 10;

    private static readonly JsonSerializerOptions Plain = new()
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    private WireWriter buffer = new();

    /// <summary>Number of written bytes that were not cleared.</summary>
    public int Length => buffer.Length;

    /// <summary>The written bytes; valid until the next write.</summary>
    public ReadOnlyMemory<byte> Written => buffer.WrittenMemory;

    /// <summary>Removes everything, and frees unusually large buffers.</summary>
    public void Clear()
    {
        if (buffer.Length > MaxKept)
        {
            buffer = new WireWriter();
        }

        buffer.Clear();
    }

    /// <summary>Removes the bytes beyond a length.</summary>
    public void Cut(int length) => buffer.Cut(length);

    /// <summary>Appends JSON with interpolated values; the method for each type writes them.</summary>
    /// <param name="template">ASCII without the values, unchecked.</param>
    public void Json([InterpolatedStringHandlerArgument("")] Template template) => Debug.Assert(template.IsFor(this));

    /// <summary>Appends a value that already is JSON, without checks.</summary>
    public void Raw(ReadOnlySpan<byte> json) => buffer.WriteBytes(json);

    public void Number(long value)
    {
        var start = buffer.Length;
        Utf8Formatter.TryFormat(value, buffer.Reserve(MaxNumberLength), out var written);
        buffer.Cut(start + written);
    }

    /// <summary>A number with a fraction, in its shortest exact form.</summary>
    public void Number(decimal value)
    {
        const int MaxDecimalLength = 32;
        var start = buffer.Length;
        value.TryFormat(
            buffer.Reserve(MaxDecimalLength),
            out var written,
            "0.########",
            System.Globalization.CultureInfo.InvariantCulture);
        buffer.Cut(start + written);
    }

    public void Flag(bool value) => Raw(value ? "true"u8 : "false"u8);

    /// <summary>Bytes as a text of hexadecimal digits.</summary>
    public void Hex(ReadOnlySpan<byte> bytes)
    {
        Raw("\""u8);
        HexDigits(bytes);
        Raw("\""u8);
    }

    /// <summary>A number of zero digits.</summary>
    public void Zeros(int count) => buffer.Reserve(count).Fill((byte)'0');

    /// <summary>Bytes as hexadecimal digits, without quotes.</summary>
    public void HexDigits(ReadOnlySpan<byte> bytes) =>
        Convert.TryToHexStringLower(bytes, buffer.Reserve(2 * bytes.Length), out _);

    /// <summary>A hash in the order of its text: last byte first.</summary>
    public void Hash(Hash256 hash)
    {
        Span<byte> bytes = stackalloc byte[Hash256.Size];
        hash.CopyTo(bytes);
        bytes.Reverse();
        Hex(bytes);
    }

    /// <summary>Values with commas between them.</summary>
    /// <param name="isFirst">Whether no value precedes them.</param>
    public void Values<T>(IReadOnlyList<T> values, Action<JsonOutput, T> write, bool isFirst = true)
    {
        for (var i = 0; i < values.Count; i++)
        {
            Raw(isFirst && i == 0 ? [] : ","u8);
            write(this, values[i]);
        }
    }

    /// <summary>Values with brackets and commas.</summary>
    public void List<T>(IReadOnlyList<T> values, Action<JsonOutput, T> write)
    {
        Raw("["u8);
        Values(values, write);
        Raw("]"u8);
    }

    /// <summary>A text in quotes, with escapes.</summary>
    public void Text(string text)
    {
        Raw("\""u8);
        Raw(JsonEncodedText.Encode(text).EncodedUtf8Bytes);
        Raw("\""u8);
    }

    /// <summary>
    /// Bytes as a text of hexadecimal digits. The serializer writes any other value, without its null members.
    /// </summary>
    public void Value(object? value)
    {
        if (value is ReadOnlyMemory<byte> bytes)
        {
            Hex(bytes.Span);
            return;
        }

        Raw(JsonSerializer.SerializeToUtf8Bytes(value, Plain));
    }

    public void EndLine() => buffer.WriteByte(MessageLines.End);

    /// <summary>Writes the parts of an interpolated string in order.</summary>
    [InterpolatedStringHandler]
    public readonly ref struct Template
    {
        private readonly JsonOutput output;

        public Template(int literalLength, int formattedCount, JsonOutput output) =>
            (_, _, this.output) = (literalLength, formattedCount, output);

        /// <summary>Whether it has written to an output.</summary>
        public bool IsFor(JsonOutput other) => ReferenceEquals(output, other);

        public void AppendLiteral(string json) =>
            Ascii.FromUtf16(json, output.buffer.Reserve(json.Length), out _);

        public void AppendFormatted(long value) => output.Number(value);

        public void AppendFormatted(decimal value) => output.Number(value);

        public void AppendFormatted(Hash256 value) => output.Hash(value);

        public void AppendFormatted(string value) => output.Text(value);

        public void AppendFormatted(ReadOnlySpan<byte> json) => output.Raw(json);
    }
}
