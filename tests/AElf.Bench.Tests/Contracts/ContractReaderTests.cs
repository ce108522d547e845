using AElf.Bench.Transfers.Contracts;

namespace AElf.Bench.Tests.Contracts;

public sealed class ContractReaderTests
{
    private const string Head = "contract c\n  account a, b\n  account o: shared, read only\n  param n: 1..9\n";

    [Theory]
    [InlineData("smallbank", 6, 1)]
    [InlineData("transfer", 1, 1)]
    [InlineData("erc20", 3, 2)]
    [InlineData("swap", 2, 2)]
    [InlineData("counter", 1, 1)]
    public void Read_ShippedFile_HasItsContracts(string name, int contracts, int fields)
    {
        var text = ShippedContracts.Read(name)!;
        var (file, errors) = ContractReader.Read(text);

        Assert.Empty(errors);
        Assert.Equal((contracts, fields), (file!.Contracts.Count, file.FieldCount));
        Assert.InRange(text.Split('\n').Length, 1, 30);
    }

    [Theory]
    [InlineData("  a.balance += n\n  b.balance -= n", "3")]
    [InlineData("  a.balance += b.balance\n  b.balance = 0", "1 2")]
    [InlineData("  b.balance = a.balance\n  a.balance += n", "2 1")]
    [InlineData("  let v = b.balance\n  b.balance = 0\n  a.balance += v", "1 2")]
    [InlineData("  require a.balance >= b.balance\n  a.balance += 1\n  b.balance += 1", "3")]
    [InlineData("  a.balance += o.balance", "1")]
    public void Order_WritesBeforeSourcesChange(string body, string stages) =>
        Assert.Equal(stages, string.Join(' ', ContractReader.Read(Head + body).File!.Contracts[0].Order.Stages));

    [Theory]
    [InlineData("  a.balanse += n", "5:3 account a has no field 'balanse'; did you mean balance?")]
    [InlineData("  x.balance += n", "5:3 'x' is not an account of contract c; expected a, b, o")]
    [InlineData("  a.balance += m", "5:16 'm' is not a parameter of contract c; expected n")]
    [InlineData("  o.balance += n",
        "5:3 account 'o' is read only; remove the assignment, or 'read only' from the account")]
    [InlineData("  a.balance += b", "5:16 b is an account; name one of its fields, such as b.balance")]
    [InlineData("  n += 1", "5:3 'n' cannot be changed; assign to a field of an account")]
    [InlineData("  acount d", "5:3 found 'acount'; did you mean account?")]
    [InlineData("  a.balance += ", "5:15 found the end of the line; expected an expression")]
    [InlineData("  a.balance += n n", "5:18 found 'n'; expected the end of the statement")]
    [InlineData("  a.balance += (n", "5:18 found the end of the line; expected `)`")]
    [InlineData("  a.balance += $", "5:16 found '$'; expected a word of a contract")]
    [InlineData("  require n", "5:11 found a number; expected a condition")]
    [InlineData("  a.balance = n > 1", "5:17 found a condition; expected a number")]
    [InlineData("  a.balance = if n then 1 else 2", "5:18 found a number; expected a condition")]
    [InlineData("  a.balance = 9223372036854775808",
        "5:15 found '9223372036854775808'; a whole number below 2 to the power of 63 is expected")]
    [InlineData("  account a", "5:11 'a' is declared twice in contract c; choose another name")]
    [InlineData("  account z: hto 4",
        "5:14 found 'hto'; expected hot N, shared, read only, of OWNER, pool NAME or zipf S")]
    [InlineData("  param q: 9..1", "5:9 q is from 9 to 1; put the lower number first")]
    [InlineData("mix c 0", "5 the shares of the mix sum to 0; give one contract a share above 0")]
    [InlineData("mix c 70, c 20", "5:11 the share of 'c' is declared twice; give each contract one share")]
    [InlineData("  a.balance += größe", "5:18 found 'öße'; a name has ASCII letters, digits and _")]
    [InlineData("  require n > 1 \"too few", "5:17 found '\"too few'; expected a text that ends with \" in its line")]
    [InlineData("mix d 5", "5:5 contract 'd' is not in the file; expected c")]
    public void Read_BadStatement_HasPlaceFaultAndAdvice(string line, string message) =>
        Assert.Equal(
            message, Assert.Single(Errors(Head + line), error => error[0] == '5'));

    [Fact]
    public void Choice_NestedBelowTheLimit_IsAccepted()
    {
        var nested = string.Concat(Enumerable.Repeat("if n > 1 then 0 else ", 35));

        Assert.Empty(Errors($"{Head}  a.balance = {nested}1"));
    }

    [Theory]
    [InlineData(1000, 0)]
    [InlineData(1001, 1)]
    public void Mix_ShareAtTheLimit_IsAccepted(int share, int errors) =>
        Assert.Equal(errors, Errors($"{Head}  a.balance += n\nmix c {share}").Length);

    [Fact]
    public void Read_CircularSources_NamesTheRuleAndTheFix()
    {
        var error = Assert.Single(Errors(Head + "  a.balance += b.balance\n  b.balance += a.balance"));

        Assert.StartsWith("5 a is computed from b, and b from a: after a crash", error, StringComparison.Ordinal);
        Assert.Contains("; compute a or b from its own fields and parameters only", error, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_SeveralErrors_ReportsAllInOrder() =>
        Assert.Equal(
            ["1 the statement belongs to no contract; begin with contract NAME",
                "3:11 found a number; expected a condition", "4:1 found 'aply'; expected a"],
            Errors("param n: 1..2\ncontract c; account a\n  require 1\naply now")
                .Select(error =>
                    error[..Math.Min(error.Length, error.StartsWith("4:", StringComparison.Ordinal) ? 28 : 99)]));

    [Theory]
    [InlineData("pool a: x 99999999999999999999\ncontract c\naccount a\na.x += 1\na.x += 2", "1:11")]
    [InlineData("contract t\naccount a\na.balance += 1\ncontract u\naccount a\na.balance += 1\nmix t -1, u 2", "7:7")]
    [InlineData("contract c\naccount a\nparam k: 1..9 zipf 99\na.balance += k", "3:20")]
    [InlineData("contract c\naccount a b\na.balance += 1", "2:11")]
    [InlineData("contract c d\naccount a\na.balance += 1", "1:12")]
    [InlineData("contract größe\naccount a\na.balance += 1", "1:12")]
    [InlineData("contract c\naccount a\nlet maß = 1\na.balance += 1", "3:7")]
    [InlineData("contract 5\naccount a\na.balance += 1", "1:10")]
    [InlineData("contract c\naccount a,b,c,d,e,f,g,h,i\ni.balance += 1", "2:25")]
    [InlineData("contract c\naccount a\nlet v = 1 +\na.balance += v", "3:12")]
    public void Read_OneMistake_IsOneError(string text, string place) =>
        Assert.Equal(place, Assert.Single(Errors(text)).Split(' ')[0]);

    [Fact]
    public void Read_TooMuch_IsRefused()
    {
        Assert.Equal(
            [" it has more than 65536 characters; a contract file has at most that many"],
            Errors(new string('x', 2_000_000)));
        Assert.Contains("has at most 8 accounts", Errors("contract c\n account a,b,c,d,e,f,g,h,i")[0],
            StringComparison.Ordinal);
        Assert.Contains("at most 7", Errors("pool p: a,b,c,d,e,f,g,h\ncontract c; account p")[0],
            StringComparison.Ordinal);
        Assert.Contains(
            "64 nested parts",
            Errors(Head + "a.balance = " + string.Concat(Enumerable.Repeat("-", 100)) + "1")[0],
            StringComparison.Ordinal);
        Assert.Contains(
            "at most 256",
            Errors(Head + "a.balance = " + new string('(', 60_000) + "1")[0],
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("contract c\0\naccount a\na.balance += 1")]
    [InlineData("\u007fELF\uFFFD\uFFFD")]
    public void Read_BinaryFile_IsOneError(string text) =>
        Assert.StartsWith(" it is not a text", Assert.Single(Errors(text)), StringComparison.Ordinal);

    private static string[] Errors(string text) => [.. ContractReader.Read(text).Errors
        .Select(error => $"{error.Place.TrimStart(':')} {error.Problem}; {error.Advice}")];
}

/// <summary>The shipped contract files.</summary>
internal static class Shipped
{
    public static ContractFile File(string name) => ContractReader.Read(ShippedContracts.Read(name)!).File!;
}
