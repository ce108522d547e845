using System.Diagnostics;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.TestKit.Electrum;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>An unusable file, folder or disk ends a verb with one error and exit code 2.</summary>
public sealed class ElectrumFileTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    private static string[][] Readers =>
    [
        ["electrum", "serve", "--listen", "127.0.0.1:0"],
        ["electrum", "node", "--listen", "127.0.0.1:0"],
        ["electrum", "client", "127.0.0.1:9"],
        ["electrum", "--quiet"],
    ];

    public static TheoryData<int> EachReader => [.. Enumerable.Range(0, Readers.Length)];

    public void Dispose() => folder.Dispose();

    [Theory]
    [MemberData(nameof(EachReader))]
    public async Task Chain_BitFlippedInABlock_IsNamed(int reader)
    {
        var file = WriteBlocks();
        var bytes = File.ReadAllBytes(file);
        bytes[^6] ^= 1;
        File.WriteAllBytes(file, bytes);

        var line = await RefusedAsync([.. Readers[reader], "--chain", folder.Path, "--network", "regtest"]);

        Assert.Contains($"{file}, byte ", line, StringComparison.Ordinal);
        Assert.Matches("block 129,.[0-9a-f]{64}", line);
    }

    [Theory]
    [MemberData(nameof(EachReader))]
    public async Task Chain_PipeAsBlockFile_IsRefused(int reader)
    {
        var pipe = folder.File("blk00000.dat");
        using var made = Process.Start("mkfifo", [pipe]);
        await made.WaitForExitAsync(ThisTest.Cancelled);

        var line = await RefusedAsync([.. Readers[reader], "--chain", folder.Path, "--network", "regtest"]);

        Prose.AssertNames(line, pipe, "pipe");
    }

    [Fact]
    public async Task Index_DiskFull_EndsTheRun()
    {
        Assert.SkipWhen(SmallDisk.Unavailable is not null, SmallDisk.Unavailable ?? "");

        // The disk has room for the blocks, but not for the index too.
        using var disk = SmallDisk.Create(kilobytes: 2048);

        // A process, because open files of this process would keep the disk in use.
        var line = ErrorOf(await ProductProcess.RunAsync(
        [
            "electrum", "--engines", "esplora", "--store", $"rocksdb:{disk.Path}/index", "--wallet", "150",
            "--chain-height", "180", "--block-transactions", "10", "--quiet",
        ]));

        Prose.AssertNames(line, disk.Path, "No space left on device");
    }

    private static async Task<string> RefusedAsync(string[] words) => ErrorOf(await ProductCall.RunAsync(words));

    private static string ErrorOf(ProductResult result)
    {
        Assert.Equal(2, result.ExitCode);
        return Assert.Single(
            result.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries),
            line => line.StartsWith("error: ", StringComparison.Ordinal));
    }

    private string WriteBlocks()
    {
        using var writer = new BlockFileWriter(folder.Path, ChainNetwork.BitcoinRegtest);
        foreach (var block in TestChains.Of(seed: 9).Take(130))
        {
            writer.Append(block);
        }

        return folder.File("blk00000.dat");
    }
}
