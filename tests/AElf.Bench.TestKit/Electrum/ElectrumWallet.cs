using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.TestKit.Electrum;

/// <summary>
/// The wallet of Debian's python3-electrum on regtest, restored from a key. It synchronises with one server over TCP
/// and follows it until it is disposed of.
/// </summary>
public sealed class ElectrumWallet : IDisposable
{
    /// <summary>Prints the wallet's state each time it changes.</summary>
    private const string Script = """
        import sys, time

        from electrum import constants, util
        from electrum.daemon import Daemon
        from electrum.simple_config import SimpleConfig
        from electrum.wallet import restore_wallet_from_text

        folder, server, key = sys.argv[1:4]
        constants.set_regtest()
        config = SimpleConfig({
            'electrum_path': folder, 'cwd': folder, 'regtest': True, 'oneserver': True, 'server': server,
            'auto_connect': False,
        })
        util.create_and_start_event_loop()
        daemon = Daemon(config, fd=None, listen_jsonrpc=False)
        path = config.get_wallet_path()
        restore_wallet_from_text(key, path=path, config=config)
        wallet = daemon.load_wallet(path, None, manual_upgrades=False)
        shown = None
        while True:
            if daemon.network.is_connected() and wallet.is_up_to_date():
                chain = daemon.network.blockchain()
                history = sorted(
                    f'{item.txid}:{item.tx_mined_status.height}'
                    for item in wallet.adb.get_history(wallet.get_addresses())
                    if item.tx_mined_status.height > -2)
                # What the server has no more the wallet keeps as local (-2), and leaves to the user.
                balance = sum(coin.value_sats() for coin in wallet.get_utxos(nonlocal_only=True))
                now = f"{chain.get_hash(chain.height())} {balance} {','.join(history)}"
                if now != shown:
                    print(now, flush=True)
                    shown = now
            time.sleep(0.05)
        """;

    private static readonly ServerProgram Python = new("/usr/bin/python3", "python3-electrum");

    private readonly TemporaryFolder folder;
    private readonly OwnedProcess process;

    private ElectrumWallet(TemporaryFolder folder, OwnedProcess process) =>
        (this.folder, this.process) = (folder, process);

    /// <summary>The last state that it printed; empty until it has synchronised.</summary>
    public string Shown => process.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).LastOrDefault() ?? "";

    /// <summary>Starts the wallet in a new folder.</summary>
    /// <param name="key">The key that restores it, such as vprv….</param>
    /// <param name="port">The server's port on loopback.</param>
    /// <exception cref="InvalidOperationException">Python is not installed; the message says how to install
    /// it.</exception>
    public static ElectrumWallet Start(string key, int port)
    {
        var home = new TemporaryFolder();
        var program = home.Write("wallet.py", Script);
        var server = FormattableString.Invariant($"127.0.0.1:{port}:t");
        var start = new ProcessStart(Python.Find(), [program, home.Path, server, key])
        {
            OutputFile = home.File("output"),
            ErrorFile = home.File("error"),
            Environment = new Dictionary<string, string?>(StringComparer.Ordinal) { ["HOME"] = home.Path },
        };
        return new ElectrumWallet(home, OwnedProcess.Start(start));
    }

    /// <summary>Waits until it prints this state: the hash of the tip, its balance, and its history.</summary>
    /// <exception cref="TimeoutException">It did not print this state in time.</exception>
    public Task ShowsAsync(string expected) => Wait.UntilAsync(
        () => process.HasExited
            ? throw new InvalidOperationException($"the wallet ended: {process.Error}")
            : Task.FromResult(Shown.Equals(expected, StringComparison.Ordinal)),
        () => $"the wallet to print\n{expected}\nit printed\n{Shown}\n{process.Error}");

    public void Dispose()
    {
        process.Dispose();
        folder.Dispose();
    }
}
