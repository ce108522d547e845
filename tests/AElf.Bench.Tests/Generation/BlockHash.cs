using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Tests.Generation;

/// <summary>A short hash of a whole block.</summary>
internal static class BlockHash
{
    public static string Compute(Block block)
    {
        var text = new StringBuilder();
        foreach (var balance in block.OpeningBalances)
        {
            text.Append(CultureInfo.InvariantCulture, $"{balance} ");
        }

        foreach (var (from, to, amount) in block.Transfers)
        {
            text.Append(CultureInfo.InvariantCulture, $"{from}-{to}:{amount} ");
        }

        return Convert.ToHexStringLower(SHA256.HashData(Encoding.ASCII.GetBytes(text.ToString())))[..16];
    }
}
