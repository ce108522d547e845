using System.Security.Cryptography;
using System.Text;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Electrum.Sources;

/// <summary>The login to a node: user and password, or the contents of its cookie file.</summary>
public sealed class NodeLogin
{
    private const string CookieUser = "__cookie__";
    private const int CookieBytes = 32;
    private const int MaxCookieSize = 4096;

    private readonly byte[] header;

    public NodeLogin(string user, Secret password)
        : this($"{user}:{password.Reveal()}")
    {
    }

    private NodeLogin(string pair) =>
        header = [.. "Basic "u8, .. Encoding.ASCII.GetBytes(Convert.ToBase64String(Encoding.UTF8.GetBytes(pair)))];

    /// <summary>A new login, and the text for its cookie file.</summary>
    internal static (NodeLogin Login, byte[] Text) Make()
    {
        var pair = $"{CookieUser}:{Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(CookieBytes))}";
        return (new NodeLogin(pair), Encoding.ASCII.GetBytes(pair));
    }

    /// <summary>Reads the cookie of a running node.</summary>
    /// <exception cref="IOException">The file cannot be read, or is not a cookie.</exception>
    /// <exception cref="UnauthorizedAccessException">The process may not read the file.</exception>
    public static NodeLogin ReadCookie(string path)
    {
        using var file = File.OpenRead(path);
        if (file.Length > MaxCookieSize)
        {
            throw new IOException($"{path} has {file.Length} bytes; expected a cookie, USER:PASSWORD in one line");
        }

        using var reader = new StreamReader(file);
        var pair = reader.ReadToEnd().TrimEnd('\r', '\n');
        return pair.Contains(':', StringComparison.Ordinal) && !pair.Contains('\n', StringComparison.Ordinal)
            ? new NodeLogin(pair)
            : throw new IOException($"{path} is not a cookie; expected USER:PASSWORD in one line");
    }

    /// <summary>The value of a call's header "Authorization".</summary>
    public string Header() => Encoding.ASCII.GetString(header);

    /// <summary>Whether a call's header has this value. The time depends only on the length of the header.</summary>
    public bool Admits(string? given) =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(given ?? ""), header);
}

/// <summary>
/// The cookie file of a running node, readable only by the user of this process. A lock prevents use by another node.
/// Disposal deletes the file; a new node replaces the file of a killed node.
/// </summary>
public sealed class NodeCookie : IDisposable
{
    private readonly FileStream file;

    /// <summary>Creates the file.</summary>
    /// <exception cref="IOException">Another node uses the file, or it cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The process may not write the file.</exception>
    public NodeCookie(string path)
    {
        file = new FileStream(path, new FileStreamOptions
        {
            Mode = FileMode.OpenOrCreate,
            Access = FileAccess.ReadWrite,
            Share = FileShare.ReadWrite | FileShare.Delete,
            UnixCreateMode = WholeFile.OwnerOnly,
        });
        try
        {
            Take();
        }
        catch
        {
            file.Dispose();
            throw;
        }

        (Login, var text) = NodeLogin.Make();
        File.SetUnixFileMode(file.SafeFileHandle, WholeFile.OwnerOnly);
        file.SetLength(0);
        file.Write(text);
        file.Flush();
    }

    /// <summary>The login in the file.</summary>
    public NodeLogin Login { get; }

    public void Dispose()
    {
        File.Delete(file.Name);
        file.Dispose();
    }

    private void Take()
    {
        try
        {
            // The lock does not prevent reading.
            file.Lock(0, 1);
        }
        catch (IOException exception)
        {
            throw new IOException($"{file.Name} is the cookie of a running node; use another file", exception);
        }
    }
}
