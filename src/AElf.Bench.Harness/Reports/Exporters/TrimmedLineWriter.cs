using System.Globalization;
using System.Text;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>Drops the spaces at line ends, which fill the columns of a table.</summary>
internal sealed class TrimmedLineWriter(TextWriter inner) : TextWriter(CultureInfo.InvariantCulture)
{
    private int spaces;

    public override Encoding Encoding => inner.Encoding;

    public override void Write(char value)
    {
        if (value == ' ')
        {
            spaces++;
            return;
        }

        for (; spaces > 0; spaces--)
        {
            if (value is not ('\r' or '\n'))
            {
                inner.Write(' ');
            }
        }

        inner.Write(value);
    }

    public override void Flush() => inner.Flush();
}
