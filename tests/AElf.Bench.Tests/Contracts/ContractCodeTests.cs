using AElf.Bench.Core.Generation;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.Contracts;

namespace AElf.Bench.Tests.Contracts;

/// <summary>Compiled code and the evaluator of the audit agree on every contract.</summary>
public sealed class ContractCodeTests(ITestOutputHelper output)
{
    private static readonly long[] Extremes =
        [0, 1, -1, 2, long.MaxValue, long.MinValue, long.MaxValue / 2, 3_037_000_500];

    [Fact]
    public void Compiler_RandomContracts_AgreesWithEvaluator()
    {
        var outcomes = new long[4];
        for (ulong seed = 0; seed < 1500; seed++)
        {
            var random = new SeededRandom(seed);
            var (file, text) = RandomContracts.Draw(random);
            foreach (var contract in file.Contracts)
            {
                var (code, accepted) = (ContractCompiler.Compile(contract), ContractCompiler.CompileAccepted(contract));
                var evaluator = new ContractEvaluator(contract);
                for (var trial = 0; trial < 20; trial++)
                {
                    long[] before = [.. Enumerable.Range(0, contract.FirstParameter).Select(_ => Any(random))];
                    long[] row = [0, .. contract.Parameters.Select(_ => Any(random))];
                    long[] compiled = [.. before];
                    long[] evaluated = [.. before];
                    long[] known = [.. before];

                    var reason = code(compiled, row, 1);

                    Assert.True(reason == evaluator.Execute(evaluated, row.AsSpan(1)), $"seed {seed}\n{text}");
                    Assert.True(compiled.AsSpan().SequenceEqual(evaluated), $"seed {seed}\n{text}");
                    accepted(known, row, 1);
                    Assert.True(reason != Contract.Accepted || known.AsSpan().SequenceEqual(compiled), $"seed {seed}");
                    Assert.True(reason == Contract.Accepted || compiled.AsSpan().SequenceEqual(before), $"seed {seed}");
                    outcomes[Math.Min(reason, 3)]++;
                }
            }
        }

        output.WriteLine($"accepted, overflow, division by zero, refused: {string.Join(", ", outcomes)}");
        Assert.All(outcomes, count => Assert.True(count > 1000, $"only {count}: too few"));
    }

    // The examples of the guide, section "Statements are computed in order".
    [Theory]
    [InlineData("a.balance += 1\na.balance *= 2", 12, "accepted")]
    [InlineData("a.balance += 1\nrequire a.balance > 5", 6, "accepted")]
    [InlineData("let v = a.balance\na.balance = 0\na.balance = v + a.balance", 5, "accepted")]
    [InlineData("a.balance += 1; a.balance += 1 # twice", 7, "accepted")]
    [InlineData("a.balance = 9\nrequire 1 > 2 \"first\"\nrequire 2 > 3 \"second\"", 5, "first")]
    [InlineData("a.balance = 9\na.balance = 1 / 0\nrequire 1 > 2 \"later\"", 5, "division by zero")]
    [InlineData("a.balance = 9223372036854775807 + 1", 5, "overflow")]
    [InlineData("a.balance = -7 / 2", -3, "accepted")]
    [InlineData("a.balance = -7 % 2", -1, "accepted")]
    [InlineData("a.balance = 7 / -2", -3, "accepted")]
    [InlineData("a.balance = 7 % -2", 1, "accepted")]
    [InlineData("require 1 > 2 and 1 / 0 > 0 \"left\"", 5, "left")]
    [InlineData("require 2 > 1 or 1 / 0 > 0\na.balance = 1", 1, "accepted")]
    [InlineData("a.balance = if 2 > 1 then 3 else 1 / 0", 3, "accepted")]
    [InlineData("a.balance = 2 + 3 * -4", -10, "accepted")]
    [InlineData("a.balance = if not 1 > 2 and 3 > 2 or 1 > 2 then 1 else 0", 1, "accepted")]
    public void Statements_ExampleOfTheGuide_HasItsResult(string body, long balance, string reason)
    {
        var (file, errors) = ContractReader.Read($"contract c\naccount a\n{body}");

        Assert.Empty(errors);
        var contract = Assert.Single(file!.Contracts);
        long[] compiled = [5];
        long[] evaluated = [5];
        Assert.Equal(reason, contract.Reasons[ContractCompiler.Compile(contract)(compiled, [0], 1)]);
        Assert.Equal(reason, contract.Reasons[new ContractEvaluator(contract).Execute(evaluated, [])]);
        Assert.Equal([balance], compiled);
        Assert.Equal([balance], evaluated);
    }

    [Fact]
    public void Code_AfterWarmUp_AllocatesNothing()
    {
        var contract = Shipped.File("swap").Contracts[0];
        var code = ContractCompiler.Compile(contract);
        long[] fields = [100, 200, 30, 40];
        long[] row = [5, 0];
        code(fields, row, 0);
        var before = GC.GetAllocatedBytesForCurrentThread();

        for (var i = 0; i < 1000; i++)
        {
            code(fields, row, 0);
        }

        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
    }

    private static long Any(SeededRandom random) =>
        random.Next(5) == 0 ? Extremes[random.Next(Extremes.Length)] : random.Next(80) - 20;
}
